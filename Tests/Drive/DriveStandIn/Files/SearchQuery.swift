/// The query `q` of `files.list`, with the fields and operators that clients here use.
///
/// Source: "Search query terms and operators" in Google's reference.
struct SearchQuery: Hashable, Sendable {
  struct Term: Hashable, Sendable {
    let field: String
    let comparison: String
    let value: String
  }

  /// The conditions, each with the terms of which one is enough.
  private var conditions: [[Term]] = []

  private static let operators = [
    "name": ["contains", "="], "mimeType": ["="], "modifiedTime": [">"], "trashed": ["="], "parents": ["in"],
    "owners": ["in"],
  ]

  init(_ text: String?) throws(DriveRefusal) {
    var tokens = try Self.tokens(text ?? "")[...]
    while !tokens.isEmpty {
      guard conditions.isEmpty || tokens.popFirst() == "and" else { throw .invalid("q") }
      let isGroup = tokens.first == "("
      if isGroup { tokens.removeFirst() }
      var terms = [try Self.term(&tokens)]
      while isGroup, tokens.first == "or" {
        tokens.removeFirst()
        terms.append(try Self.term(&tokens))
      }
      guard !isGroup || tokens.popFirst() == ")" else { throw .invalid("q") }
      conditions.append(terms)
    }
  }

  /// Whether a file matches, where `matches` decides about single terms.
  func matches(_ matches: (Term) -> Bool) -> Bool { conditions.allSatisfy { $0.contains(where: matches) } }

  /// The folders in whose children the query looks.
  var folders: [String] { conditions.joined().filter { $0.field == "parents" }.map(\.value) }

  /// Words, signs, and texts in their quotes, in which `\'` and `\\` are escapes.
  private static func tokens(_ text: String) throws(DriveRefusal) -> [String] {
    var tokens: [String] = []
    var rest = text[...]
    while !rest.isEmpty {
      guard let match = rest.prefixMatch(of: /\s*('(?:[^'\\]|\\['\\])*'|[A-Za-z]+|[()=>])\s*/) else {
        throw .invalid("q")
      }
      tokens.append(String(match.1))
      rest = rest[match.range.upperBound...]
    }
    return tokens
  }

  private static func term(_ tokens: inout ArraySlice<String>) throws(DriveRefusal) -> Term {
    guard var field = tokens.popFirst(), let comparison = tokens.popFirst(), var value = tokens.popFirst() else {
      throw .invalid("q")
    }
    if comparison == "in" { swap(&field, &value) }
    guard operators[field]?.contains(comparison) == true else { throw .invalid("q") }
    if field == "trashed" {
      guard value == "true" || value == "false" else { throw .invalid("q") }
    } else {
      guard value.hasPrefix("'") else { throw .invalid("q") }
      value = String(value.dropFirst().dropLast()).replacing(/\\(.)/) { String($0.1) }
      guard field != "modifiedTime" || DriveTime(value) != nil else { throw .invalid("q") }
    }
    return Term(field: field, comparison: comparison, value: value)
  }
}
