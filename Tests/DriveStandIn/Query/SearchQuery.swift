/// The query `q` of `files.list`.
///
/// Source: "Search query terms and operators" in Google's reference.
indirect enum SearchQuery: Hashable, Sendable {
  case all
  case and(SearchQuery, SearchQuery)
  case or(SearchQuery, SearchQuery)
  case not(SearchQuery)
  case term(SearchTerm)

  init(_ query: String?) throws(DriveRefusal) {
    guard let query, !query.isEmpty else {
      self = .all
      return
    }
    var parser = SearchParser(tokens: try SearchToken.tokens(query)[...])
    self = try parser.query()
    guard parser.tokens.isEmpty else { throw .invalid("q") }
  }

  /// Whether a file matches, where `matches` decides about single terms.
  func matches(_ matches: (SearchTerm) -> Bool) -> Bool {
    switch self {
    case .all: true
    case .and(let one, let other): one.matches(matches) && other.matches(matches)
    case .or(let one, let other): one.matches(matches) || other.matches(matches)
    case .not(let query): !query.matches(matches)
    case .term(let term): matches(term)
    }
  }

  /// The folders in whose children the query looks.
  var folders: [String] {
    switch self {
    case .all, .not: []
    case .and(let one, let other), .or(let one, let other): one.folders + other.folders
    case .term(let term): term.field == .parents ? [term.value] : []
    }
  }
}

/// One comparison of a query.
struct SearchTerm: Hashable, Sendable {
  enum Field: String {
    case name, fullText, mimeType, modifiedTime, viewedByMeTime, createdTime, trashed, starred, parents, owners,
      writers, readers, sharedWithMe, properties, appProperties, visibility
    case target = "shortcutDetails.targetId"

    /// The operators that the reference lists for the field.
    var operators: Set<String> {
      switch self {
      case .name, .mimeType: ["contains", "=", "!="]
      case .fullText: ["contains"]
      case .modifiedTime, .viewedByMeTime, .createdTime: ["<=", "<", "=", "!=", ">", ">="]
      case .trashed, .starred, .sharedWithMe, .visibility, .target: ["=", "!="]
      case .parents, .owners, .writers, .readers: ["in"]
      case .properties, .appProperties: ["has"]
      }
    }
  }

  let field: Field
  let comparison: String
  let value: String
  /// The key where the field is a set of properties.
  var key = ""
}

private struct SearchParser {
  var tokens: ArraySlice<SearchToken>

  /// Operators are taken from left to right, whichever they are.
  mutating func query() throws(DriveRefusal) -> SearchQuery {
    var query = try operand()
    while case .word(let word)? = tokens.first, word == "and" || word == "or" {
      tokens.removeFirst()
      let next = try operand()
      query = word == "and" ? .and(query, next) : .or(query, next)
    }
    return query
  }

  private mutating func operand() throws(DriveRefusal) -> SearchQuery {
    switch tokens.first {
    case .word("not"):
      tokens.removeFirst()
      return .not(try operand())
    case .sign("("):
      tokens.removeFirst()
      let query = try query()
      try take(.sign(")"))
      return query
    case .text(let value):
      tokens.removeFirst()
      try take(.word("in"))
      return .term(try term(try word(), "in", value))
    default:
      let field = try word()
      return .term(try comparison(of: field))
    }
  }

  private mutating func comparison(of field: String) throws(DriveRefusal) -> SearchTerm {
    switch tokens.popFirst() {
    case .word("has"): return try property(of: field)
    case .word("contains"): return try term(field, "contains", try text())
    case .sign(let sign):
      guard case .word(let word)? = tokens.first else { return try term(field, sign, try text()) }
      tokens.removeFirst()
      guard word == "true" || word == "false" else { throw .invalid("q") }
      return try term(field, sign, word)
    default: throw .invalid("q")
    }
  }

  /// `{ key='a' and value='b' }`
  private mutating func property(of field: String) throws(DriveRefusal) -> SearchTerm {
    for token: SearchToken in [.sign("{"), .word("key"), .sign("=")] { try take(token) }
    let key = try text()
    for token: SearchToken in [.word("and"), .word("value"), .sign("=")] { try take(token) }
    var term = try term(field, "has", try text())
    term.key = key
    try take(.sign("}"))
    return term
  }

  private func term(_ name: String, _ comparison: String, _ value: String) throws(DriveRefusal) -> SearchTerm {
    guard let field = SearchTerm.Field(rawValue: name), field.operators.contains(comparison) else {
      throw .invalid("q")
    }
    switch field {
    case .modifiedTime, .viewedByMeTime, .createdTime:
      guard DriveTime(value) != nil else { throw .invalid("q") }
    case .trashed, .starred, .sharedWithMe:
      guard value == "true" || value == "false" else { throw .invalid("q") }
    default: break
    }
    return SearchTerm(field: field, comparison: comparison, value: value)
  }

  private mutating func take(_ token: SearchToken) throws(DriveRefusal) {
    guard tokens.popFirst() == token else { throw .invalid("q") }
  }

  private mutating func word() throws(DriveRefusal) -> String {
    guard case .word(let word)? = tokens.popFirst() else { throw .invalid("q") }
    return word
  }

  private mutating func text() throws(DriveRefusal) -> String {
    guard case .text(let text)? = tokens.popFirst() else { throw .invalid("q") }
    return text
  }
}
