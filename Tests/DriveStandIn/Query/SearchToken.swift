/// A word, a sign or a quoted text of a search query.
enum SearchToken: Hashable, Sendable {
  case word(String)
  case text(String)
  case sign(String)

  /// Splits a query; in a quoted text `\'` and `\\` are escapes.
  static func tokens(_ query: String) throws(DriveRefusal) -> [SearchToken] {
    var tokens: [SearchToken] = []
    var rest = Array(query.unicodeScalars)[...]
    while let first = rest.first {
      switch first {
      case " ", "\t", "\n", "\r": rest.removeFirst()
      case "'": tokens.append(.text(try text(&rest)))
      case "(", ")", "{", "}":
        tokens.append(.sign(String(first)))
        rest.removeFirst()
      case "=", "!", "<", ">":
        let sign = rest.prefix { "=!<>".unicodeScalars.contains($0) }
        tokens.append(.sign(Self.string(sign)))
        rest = rest.dropFirst(sign.count)
      default:
        let word = rest.prefix { $0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "." }
        guard !word.isEmpty else { throw .invalid("q") }
        tokens.append(.word(Self.string(word)))
        rest = rest.dropFirst(word.count)
      }
    }
    return tokens
  }

  private static func text(_ rest: inout ArraySlice<Unicode.Scalar>) throws(DriveRefusal) -> String {
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      switch scalar {
      case "'": return String(text)
      case "\\":
        guard let escaped = rest.popFirst(), escaped == "'" || escaped == "\\" else { throw .invalid("q") }
        text.append(escaped)
      default: text.append(scalar)
      }
    }
    throw .invalid("q")
  }

  private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    String(String.UnicodeScalarView(scalars))
  }
}
