import Foundation

/// A condition of `files.list`, such as `name contains 'x' and trashed = false`.
///
/// Source: "Search query terms and operators" of the Drive API. Of the terms there are those that a search for files by type, name,
/// folder, owner and time needs.
indirect enum ListQuery {
  case all
  case and(ListQuery, ListQuery)
  case or(ListQuery, ListQuery)
  case term(field: String, operation: String, value: String)

  /// Reads a condition; nil if it is not one.
  init?(_ text: String) {
    guard let words = Self.words(text) else { return nil }
    guard !words.isEmpty else {
      self = .all
      return
    }
    var rest = words[...]
    guard let query = Self.alternatives(&rest), rest.isEmpty else { return nil }
    self = query
  }

  func holds(for file: StandInFile, root: String) -> Bool {
    switch self {
    case .all: true
    case .and(let left, let right): left.holds(for: file, root: root) && right.holds(for: file, root: root)
    case .or(let left, let right): left.holds(for: file, root: root) || right.holds(for: file, root: root)
    case .term(let field, let operation, let value):
      switch (field, operation) {
      case ("mimeType", "="): file.type == value
      case ("name", "="): file.name.lowercased() == value.lowercased()
      // Only the beginnings of words are found.
      case ("name", "contains"):
        file.name.lowercased().hasPrefix(value.lowercased())
          || file.name.lowercased().split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(value.lowercased()) }
          || file.name.lowercased().contains(" " + value.lowercased())
      case ("parents", "in"): value == "root" ? file.folder == nil && file.owner == root : file.folder == value
      case ("owners", "in"): file.owner == value
      case ("trashed", "="): file.isTrashed == (value == "true")
      case ("modifiedTime", ">"): file.modified > (Self.time(value) ?? .infinity)
      default: false
      }
    }
  }

  private static func time(_ text: String) -> Double? {
    let format = ISO8601DateFormatter()
    if let date = format.date(from: text) ?? format.date(from: text + "Z") { return date.timeIntervalSince1970 }
    return nil
  }

  private static func alternatives(_ words: inout ArraySlice<Word>) -> ListQuery? {
    guard var query = conjunction(&words) else { return nil }
    while words.first == .name("or") {
      words.removeFirst()
      guard let next = conjunction(&words) else { return nil }
      query = .or(query, next)
    }
    return query
  }

  private static func conjunction(_ words: inout ArraySlice<Word>) -> ListQuery? {
    guard var query = condition(&words) else { return nil }
    while words.first == .name("and") {
      words.removeFirst()
      guard let next = condition(&words) else { return nil }
      query = .and(query, next)
    }
    return query
  }

  private static func condition(_ words: inout ArraySlice<Word>) -> ListQuery? {
    guard let first = words.popFirst() else { return nil }
    switch first {
    case .sign("("):
      let query = alternatives(&words)
      guard words.popFirst() == .sign(")") else { return nil }
      return query
    case .text(let value):
      guard words.popFirst() == .name("in"), case .name(let field)? = words.popFirst() else { return nil }
      return .term(field: field, operation: "in", value: value)
    case .name(let field):
      let operation: String
      switch words.popFirst() {
      case .sign(let sign)?: operation = sign
      case .name(let name)?: operation = name
      default: return nil
      }
      switch words.popFirst() {
      case .text(let value)?, .name(let value)?: return .term(field: field, operation: operation, value: value)
      default: return nil
      }
    default: return nil
    }
  }

  private enum Word: Equatable {
    case name(String), text(String), sign(String)
  }

  /// The words of a condition; nil if a text has no end.
  private static func words(_ text: String) -> [Word]? {
    var words: [Word] = []
    var rest = text[...]
    while let first = rest.first {
      switch first {
      case " ": rest.removeFirst()
      case "(", ")", "=", ">", "<":
        words.append(.sign(String(first)))
        rest.removeFirst()
      case "'":
        rest.removeFirst()
        var value = ""
        while let next = rest.popFirst(), next != "'" {
          if next == "\\" { value += rest.popFirst().map(String.init) ?? "" } else { value.append(next) }
          if rest.isEmpty { return nil }
        }
        words.append(.text(value))
      default:
        let name = rest.prefix { $0.isLetter || $0.isNumber }
        guard !name.isEmpty else { return nil }
        words.append(.name(String(name)))
        rest = rest.dropFirst(name.count)
      }
    }
    return words
  }
}
