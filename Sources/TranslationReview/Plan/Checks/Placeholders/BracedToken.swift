import Basics

/// A token between braces: `{name}`, `{{name}}`, `${name}`, `%{name}`.
struct BracedToken {
  /// What comes before or around the name.
  enum Form: Hashable {
    case single
    case double
    case dollar
    case percent
  }

  let form: Form
  /// The text between the braces.
  let name: String

  /// The longest name in bytes. Longer text between braces is text.
  private static let longestName = 64

  /// The tokens of a text, in order. Braces in braces are read from the inside.
  static func all(in text: ScannedText) -> [BracedToken] {
    guard text.has(.brace) else { return [] }
    var tokens: [BracedToken] = []
    var index = 0
    let bytes = text.bytes
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
      let isDouble = text[open + 1] == UInt8(ascii: "{")
      let start = open + (isDouble ? 2 : 1)
      index = open + 1
      guard let close = bytes[min(start, bytes.count)...].firstIndex(where: isBrace), bytes[close] == UInt8(ascii: "}"),
        close - start <= longestName, !isDouble || text[close + 1] == UInt8(ascii: "}")
      else { continue }
      let form: Form =
        switch open > 0 ? bytes[open - 1] : 0 {
        case _ where isDouble: .double
        case UInt8(ascii: "$"): .dollar
        case UInt8(ascii: "%"): .percent
        default: .single
        }
      tokens.append(BracedToken(form: form, name: text.part(start..<close)))
      index = close + (isDouble ? 2 : 1)
    }
    return tokens
  }

  private static func isBrace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") }

  /// Whether the text between the braces can be a name: it begins with a letter, and has no punctuation but `_.-` and
  /// spaces.
  var isName: Bool {
    let name = trimmedName
    guard let first = name.utf8.first, first.isASCIILetter || first == UInt8(ascii: "_") || first >= 0x80 else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      byte.isASCIILetter || byte.isASCIIDigit || byte >= 0x80 || "_.- ".utf8.contains(byte)
    }
  }

  /// The name without a format after a colon or comma, and without spaces around it: `count` in `{{ count, number }}`.
  var bareName: String { Self.trimmed(name.prefix { $0 != "," && $0 != ":" && $0 != "|" }) }

  /// The text between the braces without spaces around it.
  var trimmedName: String { Self.trimmed(name[...]) }

  private static func trimmed(_ text: Substring) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
