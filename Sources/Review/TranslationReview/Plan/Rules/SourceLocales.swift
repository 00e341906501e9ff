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

  /// How the source text changed after a row was exported; nil if the server has the one that the row shows, or if the
  /// row shows none.
  func change(of row: ReturnedRow) -> WordDiff? {
    guard let base = row.base, let key = catalog.keyIndex(of: TextKey(row.text)), let language = language(of: base),
      language != catalog.languageIndex(ofLocale: row.text.locale)
    else { return nil }
    // An annotated copy with a group of columns for each locale keeps the source value that all groups share, and shows
    // the change beside the suggestion.
    if row.place.locale != nil, base.isUndecided, row.intent == .accept { return nil }
    let isProven = base.sourceValue != .empty
    let shown = (isProven ? row.sourceValue : row.sourceText) ?? ""
    let wanted = isProven ? base.sourceValue : TextHash(shown)
    guard wanted != .empty, !has(wanted, keyAt: key, inLanguageAt: language) else { return nil }
    let now = CellText(catalog.value(ofKeyAt: key, inLanguageAt: language)).text
    // Only the base proves what was exported; another text may be a program's work.
    if !isProven, ProgramDamage.isAll(between: now, and: shown) { return nil }
    return WordDiff(from: TextHash(shown) == wanted ? shown : "", to: now)
  }

  /// The source value of a row as an export would show it now; nil if the row shows none.
  func value(beside row: ReviewRow) -> CellText? {
    guard row.sourceValue != nil, let base = row.base, let key = catalog.keyIndex(of: TextKey(row.text)),
      let language = language(of: base)
    else { return nil }
    return CellText(catalog.value(ofKeyAt: key, inLanguageAt: language))
  }

  /// Whether the server has a value in a language, as a sheet would show it.
  func has(_ value: TextHash, keyAt key: Int, inLanguageAt language: Int) -> Bool {
    let hash = catalog.valueHash(ofKeyAt: key, inLanguageAt: language)
    // A text that is too long for a cell is shortened, and the hidden column has only the shortened text.
    return hash == value
      || hash == .tooLong && TextHash(CellText(catalog.value(ofKeyAt: key, inLanguageAt: language)).text) == value
  }
}
