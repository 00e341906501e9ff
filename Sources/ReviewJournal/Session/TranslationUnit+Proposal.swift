import Basics
import Exchange
import NStackAPI
import TranslationReview

extension TranslationUnit {
  /// The entry of a proposal. Its source text is the one that the reviewer saw.
  ///
  /// - Parameters:
  ///   - row: The row that proposed it; nil if none did.
  ///   - catalog: The languages of the application.
  ///   - current: The application's source text when the proposal was made, for a row that shows none; nil if it is not
  ///     known.
  /// - Returns: Nil if the source text or a language is not known.
  init?(
    proposing value: String, for text: TextIdentity, _ row: ReviewRow?, in catalog: Catalog, current: String? = nil,
    number: Int
  ) {
    var original: (locale: String, text: String)?
    let standard = catalog.languages.first(where: \.isDefault)?.locale
    if let shown = row?.sourceValue, !shown.isEmpty, let base = row?.base, base.sourceValue == TextHash(shown),
      let language = catalog.languages.first(where: { RowBase.hash(ofLocale: $0.locale) == base.sourceLocale })
    {
      original = (language.locale, shown)
    } else if let standard, let shown = row?.sourceText ?? current, !shown.isEmpty {
      original = (standard, shown)
    }
    guard let original, let tag = LanguageTag(original.locale), let target = LanguageTag(text.locale) else {
      return nil
    }
    self.init(
      [Variant(language: tag, text: original.text), Variant(language: target, text: value)], source: 0, number: number)
  }
}
