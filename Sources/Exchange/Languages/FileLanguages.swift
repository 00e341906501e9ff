import Basics
import Spreadsheet

/// The languages that a file names, as tags or by their display names, and those that it names in neither way.
struct FileLanguages {
  private var tags: [String: LanguageTag?] = [:]
  /// The first language that is not known, and its place.
  private var unknown: (name: String, line: Int)?
  private var isAnyKnown = false

  /// The language of a tag such as `da-DK` or of a name such as `Danish`; nil for any other text.
  mutating func tag(_ language: String, line: Int) -> LanguageTag? {
    let tag: LanguageTag?
    if let found = tags[language] {
      tag = found
    } else {
      tag = LanguageTag(language) ?? LanguageNames(among: CollectionOfOne(language)).tag(of: language)
      tags[language] = .some(tag)
    }
    if tag == nil {
      if unknown == nil { unknown = (language, line) }
    } else {
      isAnyKnown = true
    }
    return tag
  }

  /// Refuses a file that names languages, none of which is known: to read nothing from it would look like an empty file.
  func refuseIfAllUnknown() throws(SpreadsheetError) {
    guard let unknown, !isAnyKnown else { return }
    throw SpreadsheetError(
      .exchangeLanguage, "\"\(Visible.text(unknown.name))\" is not a language, and no other text has a known one.",
      hint: "Write language tags such as \"da-DK\".", place: SpreadsheetError.Place(line: unknown.line))
  }
}
