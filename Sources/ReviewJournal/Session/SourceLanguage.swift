import Basics
import Exchange
import NStackAPI
import TranslationReview

/// The language from which an application is translated.
struct SourceLanguage {
  /// The place in the catalog.
  let place: Int
  let tag: LanguageTag

  /// - Parameters:
  ///   - place: The language that was chosen, as a place in the catalog; nil for the application's default.
  /// - Throws: `export.source-language`.
  init(_ place: Int?, of catalog: Catalog) throws(ImportError) {
    guard let place = place ?? catalog.languages.firstIndex(where: \.isDefault) else {
      throw ImportError(
        .noSourceLanguage,
        "The application has no default language, so no memory can be searched for its source texts.",
        hint: "Name the source locale.")
    }
    let locale = catalog.languages[place].locale
    guard let tag = LanguageTag(locale) else {
      throw ImportError(
        .noSourceLanguage, "The source locale \(locale) is not a language tag, so no memory can be searched for it.",
        hint: "Name another source locale.")
    }
    self.place = place
    self.tag = tag
  }
}
