/// A token between braces: `{name}`, `{{name}}`, `${name}`, `%{name}`.
package struct BracedToken {
  package enum Form: Hashable { case single, double, dollar, percent }

  package private(set) var form: Form
  package let name: String
  /// Where the token is in the bytes of the text, from its first brace to its last.
  package let range: Range<Int>

  /// The longest name in bytes. Longer text between braces is text.
  private static let longestName = 64

  /// The tokens of a text in UTF-8, in order. Of nested braces, the innermost count.
  package static func all(in bytes: [UInt8]) -> [BracedToken] {
    var tokens: [BracedToken] = []
    var index = 0
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      let isDouble = bytes[safe: open + 1] == UInt8(ascii: "{")
      let start = open + (isDouble ? 2 : 1)
      index = open + 1
      guard let close = bytes[min(start, bytes.count)...].firstIndex(where: isBrace), bytes[close] == UInt8(ascii: "}"),
        close - start <= longestName, !isDouble || bytes[safe: close + 1] == UInt8(ascii: "}")
      else { continue }
      let form: Form =
        switch open > 0 ? bytes[open - 1] : 0 {
        case _ where isDouble: .double
        case UInt8(ascii: "$"): .dollar
        case UInt8(ascii: "%"): .percent
        default: .single
        }
      tokens.append(BracedToken(form: form, name: bytes.part(start..<close), range: open..<close + (isDouble ? 2 : 1)))
      index = close + (isDouble ? 2 : 1)
    }
    return tokens
  }

  /// The tokens of a translation. A sign before a brace is plain text if it is in the source text: `%{share}` in a
  /// translation of `{share}%`.
  package static func all(in bytes: [UInt8], for source: [UInt8]) -> [BracedToken] {
    var tokens = all(in: bytes)
    guard tokens.contains(where: { $0.form == .dollar || $0.form == .percent }) else { return tokens }
    let signs = signs(in: source)
    for index in tokens.indices where signs.contains(tokens[index].form) { tokens[index].form = .single }
    return tokens
  }

  /// The forms that only look like placeholders in translations of a text. The text has names in single braces but none in that
  /// form, and has the form's sign as plain text, as in `{share} %`.
  package static func signs(in bytes: [UInt8]) -> Set<Form> {
    let forms = Set(all(in: bytes).map(\.form))
    guard forms.contains(.single) else { return [] }
    let format = PrintfFormat(bytes)
    let hasPercent = !format.invalid.isEmpty || format.percentSigns > 0
    // The dollar of `%1$@` has a digit before it.
    let hasDollar = bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "$") && bytes[safe: index + 1] != UInt8(ascii: "{")
        && (index == 0 || !bytes[index - 1].isASCIIDigit)
    }
    return Set((hasPercent ? [.percent] : []) + (hasDollar ? [.dollar] : [])).subtracting(forms)
  }

  private static func isBrace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }

  /// Whether the text between the braces can be a name.
  package var isName: Bool { Self.isName(trimmedName) }

  /// Whether a text begins with a letter, and has no punctuation but `_.-` and spaces.
  package static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") || first >= 0x80 else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_.- ".utf8.contains(byte)
    }
  }

  /// The name without a format after a colon or comma, and without spaces around it: `count` in `{{ count, number }}`.
  package var bareName: String { Self.trimmed(name.prefix { $0 != "," && $0 != ":" && $0 != "|" }) }

  package var trimmedName: String { Self.trimmed(name[...]) }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
