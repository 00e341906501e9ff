/// A token between braces: `{name}`, `{{name}}`, `${name}`, `%{name}`.
package struct BracedToken {
  package enum Form: Hashable { case single, double, dollar, percent }

  package let form: Form
  package let name: String
  /// Where the token is in the bytes of the text, from its first brace to its last.
  package let range: Range<Int>

  /// The longest name in bytes. Longer text between braces is text.
  private static let longestName = 64

  /// The tokens of a text in UTF-8, in order. Braces in braces are read from the inside.
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
