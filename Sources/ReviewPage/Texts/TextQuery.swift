/// Which texts of a language a page asks for.
struct TextQuery: Hashable, Sendable {
  enum Filter: String, Hashable, Sendable {
    case all
    case proposed
    case mine
    case missing
    case drafts
    case conflicts
    case findings
  }

  /// The locale. Its place among the languages is looked up with each answer, because a reading may move it.
  let locale: String
  /// The name of the section; nil for all.
  let section: String?
  /// The words that must all occur in a text, in lower case.
  let words: [[UInt8]]
  let filter: Filter

  init(locale: String, section: String?, search: String, filter: Filter) {
    self.locale = locale
    self.section = section
    words = search.split(whereSeparator: \.isWhitespace).map { FoldedTexts.folded(String($0)) }
    self.filter = filter
  }
}
