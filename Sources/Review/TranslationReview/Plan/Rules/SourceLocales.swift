import NStackAPI

/// The locales of returned sheets' source values.
///
/// A row's base names the locale; otherwise it is the default one, as in the hidden column. A sign-off that lapses
/// although nothing changed does less harm than one that wrongly stays.
struct SourceLocales {
  private let catalog: Catalog
  private let languages: [TextHash: Int]

  init(in catalog: Catalog) {
    self.catalog = catalog
    languages = Dictionary(
      catalog.languages.indices.map { (RowBase.hash(ofLocale: catalog.languages[$0].locale), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The language of a row's source value; nil if the server does not have it.
  func language(of base: RowBase) -> Int? {
    base.sourceLocale == .empty ? catalog.defaultLanguage : languages[base.sourceLocale]
  }

  /// Whether the server has a value in a language, as a sheet would show it.
  func has(_ value: TextHash, keyAt key: Int, inLanguageAt language: Int) -> Bool {
    let hash = catalog.valueHash(ofKeyAt: key, inLanguageAt: language)
    // A text that is too long for a cell is shortened, and the hidden column has only the shortened text.
    return hash == value
      || hash == .tooLong && TextHash(CellText(catalog.value(ofKeyAt: key, inLanguageAt: language)).text) == value
  }
}
