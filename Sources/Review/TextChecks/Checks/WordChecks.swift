import Basics

extension Check {
  /// Warns of a word that is written twice in a row.
  static let doubledWord = Check("word.doubled", .warning) { text in
    guard text.scannedProposal.has(.space), !Self.doubling.contains(text.language) else { return [] }
    let plain = TextWithoutTokens(text.scannedProposal).string
    guard text.scannedProposal.has(.complex) || Self.mayHaveDoubled(plain) else { return [] }
    let found = Self.doubled(in: plain)
    guard !found.isEmpty, text.source.map({ Self.doubled(in: $0).isEmpty }) ?? true else { return [] }
    return found.withoutRepeats.map { CheckFinding("check.word.doubled", token: "\($0) \($0)") }
  }

  /// Languages in which a word is doubled to change its meaning, or is written twice by the rules of grammar.
  private static let doubling = Set(
    """
    af, am, bn, fa, gu, hi, hy, id, ja, jv, ka, km, kn, ko, lo, ml, mr, ms, my, ne, pa, si, sw, ta, te, th, tr,
    ur, vi, zh
    """.commaSeparated)
  /// Words that are often written twice for grammatical reasons: "vous vous inscrivez", "Dateien, die die App liest",
  /// "wanneer je je apparaat".
  private static let common = Set("vous, nous, die, das, der, sie, dat, je, se, que".commaSeparated)

  /// Whether a word begins with the bytes of the word before it, in a text without complex characters.
  private static func mayHaveDoubled(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var last = 0..<0
      var start = 0
      while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x20 { end += 1 }
        if last.count > 1, end - start >= last.count, bytes[start] == bytes[last.lowerBound],
          UnsafeBufferPointer(rebasing: bytes[start..<(start + last.count)]).isSame(
            as: UnsafeBufferPointer(rebasing: bytes[last]))
        {
          return true
        }
        if end > start { last = start..<end }
        start = end + 1
      }
      return false
    }
  }

  private static func doubled(in text: String) -> [String] {
    let words = text.split(separator: " ")
    return zip(words, words.dropFirst()).compactMap { first, second in
      // Punctuation may follow the second word, as in "det det.".
      guard first.utf8.count > 1, second.hasPrefix(first), second.dropFirst(first.count).allSatisfy(\.isPunctuation),
        first.allSatisfy(\.isLetter), !common.contains(first.lowercased())
      else { return nil }
      return String(first)
    }
  }

  /// Warns of an unpaired bracket or quotation mark, if those of the source text are paired.
  static let bracketBalance = Check("bracket.balance", .warning) { text in
    let proposal = text.scannedProposal
    guard proposal.has([.bracket, .quote, .nonASCII]) else { return [] }
    let found = Brackets.differences(in: proposal)
    guard found.contains(where: { $0 != 0 }) else { return [] }
    let known = text.scannedSource.map(Brackets.differences) ?? []
    return Brackets.all.indices.compactMap { kind in
      guard found[kind] != 0, known.isEmpty || known[kind] == 0 else { return nil }
      let token = String(found[kind] > 0 ? Brackets.all[kind].open : Brackets.all[kind].close)
      return CheckFinding("check.bracket", token: token)
    }
  }
}

/// Pairs of brackets and quotation marks, with their full-width forms.
private enum Brackets {
  /// The marks of each kind, as messages show them.
  static let all: [(open: Character, close: Character)] = [
    ("(", ")"), ("[", "]"), ("{", "}"), ("«", "»"), ("「", "」"), ("\"", "\""),
  ]

  /// The index of the mark that both opens and closes.
  private static let quote = 5

  /// For each kind, the number of opening marks less the number of closing ones; for the mark that both opens and
  /// closes, 1 if one has no partner.
  static func differences(in text: ScannedText) -> [Int] {
    var sums = [Int](repeating: 0, count: all.count)
    guard text.has([.bracket, .quote, .nonASCII]) else { return sums }
    for scalar in text.string.unicodeScalars {
      guard let (kind, change) = step(scalar) else { continue }
      sums[kind] = kind == quote ? 1 - sums[kind] : sums[kind] + change
    }
    return sums
  }

  /// The kind of a mark, with 1 if it opens and -1 if it closes; nil for any other character.
  private static func step(_ scalar: Unicode.Scalar) -> (kind: Int, change: Int)? {
    switch scalar {
    case "(", "（": (0, 1)
    case ")", "）": (0, -1)
    case "[", "［": (1, 1)
    case "]", "］": (1, -1)
    case "{": (2, 1)
    case "}": (2, -1)
    case "«": (3, 1)
    case "»": (3, -1)
    case "「": (4, 1)
    case "」": (4, -1)
    case "\"": (quote, 1)
    default: nil
    }
  }
}

extension Check {
  /// Warns of numbers that a proposal lacks or adds, in the digits of any script. Numbers up to ten may be words.
  static let number = Check("number.digits", .warning) { text in
    guard let source = text.translatedSource,
      source.has([.digit, .nonASCII]) || text.scannedProposal.has([.digit, .nonASCII])
    else { return [] }
    return TokenDifference(
      source: Self.numbers(in: source).withoutRepeats, proposal: Self.numbers(in: text.scannedProposal).withoutRepeats
    ).findings(of: "check.number")
  }

  /// The largest number that a text may spell out.
  private static let largestWord = 10

  /// The numbers of a text in ASCII digits, without the separators of thousands and decimals, in order.
  private static func numbers(in text: ScannedText) -> [String] {
    guard text.has([.digit, .complex]) else { return [] }
    var numbers: [String] = []
    var digits = ""
    let scalars = Array(TextWithoutTokens(text).string.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if let digit = digit(scalar) {
        digits.append(digit)
      } else if digits.isEmpty || !isSeparator(scalar, before: scalars[(index + 1)...]) {
        if !digits.isEmpty { numbers.append(digits) }
        digits = ""
      }
    }
    if !digits.isEmpty { numbers.append(digits) }
    return numbers.filter { number in
      guard let value = Int(number) else { return true }
      return value > largestWord
    }
  }

  private static func digit(_ scalar: Unicode.Scalar) -> Character? {
    if scalar.isASCII { return UInt8(truncatingIfNeeded: scalar.value).isASCIIDigit ? Character(scalar) : nil }
    guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue else { return nil }
    return String(Int(value)).first
  }

  /// Whether a character is part of a number because of the digits after it. A space counts before three digits.
  private static func isSeparator(_ scalar: Unicode.Scalar, before rest: ArraySlice<Unicode.Scalar>) -> Bool {
    switch scalar {
    case ".", ",", "'", "’", "\u{66B}", "\u{66C}": rest.first.map { digit($0) != nil } ?? false
    case " ", "\u{A0}", "\u{202F}", "\u{2009}": rest.prefix(4).prefix { digit($0) != nil }.count == 3
    default: false
    }
  }
}
