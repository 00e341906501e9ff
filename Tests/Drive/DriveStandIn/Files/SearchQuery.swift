/// The query `q` of `files.list`, with the fields and operators that clients here use.
///
/// Source: "Search query terms and operators" in Google's reference.
indirect enum SearchQuery: Hashable, Sendable {
  case all
  case and(SearchQuery, SearchQuery)
  case or(SearchQuery, SearchQuery)
  case term(field: String, comparison: String, value: String)

  private static let operators = [
    "name": ["contains", "="], "mimeType": ["="], "modifiedTime": [">"], "trashed": ["="], "parents": ["in"],
  ]

  init(_ text: String?) throws(DriveRefusal) {
    var tokens = try Self.tokens(text ?? "")[...]
    self = tokens.isEmpty ? .all : try Self.query(&tokens)
    guard tokens.isEmpty else { throw .invalid("q") }
  }

  /// Whether a file matches, where `matches` decides about single terms.
  func matches(_ matches: (_ field: String, _ comparison: String, _ value: String) -> Bool) -> Bool {
    switch self {
    case .all: true
    case .and(let one, let other): one.matches(matches) && other.matches(matches)
    case .or(let one, let other): one.matches(matches) || other.matches(matches)
    case .term(let field, let comparison, let value): matches(field, comparison, value)
    }
  }

  /// The folders in whose children the query looks.
  var folders: [String] {
    switch self {
    case .all: []
    case .and(let one, let other), .or(let one, let other): one.folders + other.folders
    case .term(let field, _, let value): field == "parents" ? [value] : []
    }
  }

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

  /// Operators are applied from left to right, whichever they are.
  private static func query(_ tokens: inout ArraySlice<String>) throws(DriveRefusal) -> SearchQuery {
    var query = try operand(&tokens)
    while let word = tokens.first, word == "and" || word == "or" {
      tokens.removeFirst()
      let next = try operand(&tokens)
      query = word == "and" ? .and(query, next) : .or(query, next)
    }
    return query
  }

  private static func operand(_ tokens: inout ArraySlice<String>) throws(DriveRefusal) -> SearchQuery {
    guard var field = tokens.popFirst() else { throw .invalid("q") }
    if field == "(" {
      let query = try query(&tokens)
      guard tokens.popFirst() == ")" else { throw .invalid("q") }
      return query
    }
    guard let comparison = tokens.popFirst(), var value = tokens.popFirst() else { throw .invalid("q") }
    if comparison == "in" { swap(&field, &value) }
    guard operators[field]?.contains(comparison) == true else { throw .invalid("q") }
    if field == "trashed" {
      guard value == "true" || value == "false" else { throw .invalid("q") }
    } else {
      guard value.hasPrefix("'") else { throw .invalid("q") }
      value = String(value.dropFirst().dropLast()).replacing(/\\(.)/) { String($0.1) }
      guard field != "modifiedTime" || DriveTime(value) != nil else { throw .invalid("q") }
    }
    return .term(field: field, comparison: comparison, value: value)
  }
}
