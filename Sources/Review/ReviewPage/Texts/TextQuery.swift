/// The texts of a language that a page asks for.
struct TextQuery: Hashable, Sendable {
  enum Filter: String, Hashable, Sendable {
    case all, proposed, mine, missing, unreviewed, suggested, drafts, waiting, conflicts, findings
  }

  /// The locale. Its index among the languages is looked up for each answer, because a new reading may change it.
  let locale: String
  /// The name of the section; nil for all.
  let section: String?
  /// The words that must all occur in a text, in lower case.
  let words: [[UInt8]]
  let filter: Filter
  /// A check: only texts with its findings are asked for; nil for all texts.
  let check: String?

  init(locale: String, section: String?, search: String, filter: Filter, check: String? = nil) {
    self.check = check
    self.locale = locale
    self.section = section
    words = search.split(whereSeparator: \.isWhitespace).map { FoldedTexts.folded(String($0)) }
    self.filter = filter
  }
}
