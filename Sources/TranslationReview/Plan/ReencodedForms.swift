/// What programs write for a character that is not ASCII, when they change the encoding of a text or leave it out.
enum ReencodedForms {
  /// The forms of a character, each in the characters that stand for it; one of them is empty.
  static func forms(_ character: Character) -> [[Character]] {
    var forms: [String] = ["", "_", "-"] + (marks[character] ?? [])
    let text = String(character)
    forms += [Mojibake.made(of: text), Mojibake.made(of: Mojibake.made(of: text))]
    for scalar in text.unicodeScalars where !scalar.isASCII {
      // The wide forms of East Asian text: `!` for `！`.
      if let narrow = Unicode.Scalar(scalar.value &- 0xFEE0), narrow.isASCII { forms.append(String(narrow)) }
      forms += ["&#\(scalar.value);", "&#x\(String(scalar.value, radix: 16));"]
    }
    if let letter = baseLetter(of: text.unicodeScalars.first) {
      // German and Danish write an e for two points or a stroke, and a second a for a ring.
      forms += [letter, letter + "e", letter + "a", String(letter.prefix(1))]
    }
    return forms.map(Array.init)
  }

  /// Signs of typography, and what keyboards have for them.
  private static let marks: [Character: [String]] = [
    "\u{2018}": ["'"], "\u{2019}": ["'"], "\u{201A}": ["'", ","], "\u{201C}": ["\""], "\u{201D}": ["\""],
    "\u{201E}": ["\""], "\u{AB}": ["\"", "<<"], "\u{BB}": ["\"", ">>"], "\u{2013}": ["--"], "\u{2014}": ["--"],
    "\u{2026}": ["..."], "\u{2022}": ["*"], "\u{D7}": ["x"], "\u{A9}": ["(c)", "(C)"], "\u{AE}": ["(r)", "(R)"],
    "\u{2122}": ["(tm)", "(TM)", "TM"],
  ]

  /// The Latin letters without marks that a letter is made of, by its name in Unicode: `e` for `é`, `ae` for `æ`.
  private static func baseLetter(of scalar: Unicode.Scalar?) -> String? {
    guard let scalar, let name = scalar.properties.name, name.hasPrefix("LATIN ") else { return nil }
    let words = name.split(separator: " ")
    guard words.count >= 4, words[2] == "LETTER" else { return nil }
    let letters =
      switch words[3] {
      case "SHARP": "ss"
      case "ETH": "d"
      case "THORN": "th"
      case "DOTLESS": "i"
      default: words[3].lowercased()
      }
    guard letters.utf8.count <= 2 else { return nil }
    guard words[1] == "CAPITAL" else { return letters }
    return letters.prefix(1).uppercased() + letters.dropFirst()
  }
}
