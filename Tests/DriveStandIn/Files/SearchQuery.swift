/// The query `q` of `files.list`.
///
/// Source: "Search query terms and operators" in Google's reference.
indirect enum SearchQuery: Hashable, Sendable {
  case all
  case and(SearchQuery, SearchQuery)
  case or(SearchQuery, SearchQuery)
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
    case .term(let term): matches(term)
    }
  }

  /// The folders in whose children the query looks.
  var folders: [String] {
    switch self {
    case .all: []
    case .and(let one, let other), .or(let one, let other): one.folders + other.folders
    case .term(let term): term.field == .parents ? [term.value] : []
    }
  }
}

/// One comparison of a query.
struct SearchTerm: Hashable, Sendable {
  enum Field: String {
    case name, mimeType, modifiedTime, trashed, parents, owners

    /// The operators that the reference lists for the field.
    var operators: Set<String> {
      switch self {
      case .name, .mimeType: ["contains", "=", "!="]
      case .modifiedTime: ["<=", "<", "=", "!=", ">", ">="]
      case .trashed: ["=", "!="]
      case .parents, .owners: ["in"]
      }
    }
  }

  let field: Field
  let comparison: String
  let value: String
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
    case .sign("("):
      tokens.removeFirst()
      let query = try query()
      try consume(.sign(")"))
      return query
    case .text(let value):
      tokens.removeFirst()
      try consume(.word("in"))
      return .term(try term(try word(), "in", value))
    default:
      let field = try word()
      return .term(try comparison(of: field))
    }
  }

  private mutating func comparison(of field: String) throws(DriveRefusal) -> SearchTerm {
    switch tokens.popFirst() {
    case .word("contains"): return try term(field, "contains", try text())
    case .sign(let sign):
      guard case .word(let word)? = tokens.first else { return try term(field, sign, try text()) }
      tokens.removeFirst()
      guard word == "true" || word == "false" else { throw .invalid("q") }
      return try term(field, sign, word)
    default: throw .invalid("q")
    }
  }

  private func term(_ name: String, _ comparison: String, _ value: String) throws(DriveRefusal) -> SearchTerm {
    guard let field = SearchTerm.Field(rawValue: name), field.operators.contains(comparison) else {
      throw .invalid("q")
    }
    switch field {
    case .modifiedTime:
      guard DriveTime(value) != nil else { throw .invalid("q") }
    case .trashed:
      guard value == "true" || value == "false" else { throw .invalid("q") }
    default: break
    }
    return SearchTerm(field: field, comparison: comparison, value: value)
  }

  private mutating func consume(_ token: SearchToken) throws(DriveRefusal) {
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
      case "(", ")":
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
