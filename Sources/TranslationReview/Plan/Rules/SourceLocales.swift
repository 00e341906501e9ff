import NStackAPI

/// The locales of the source values that returned sheets have beside their texts.
///
/// The base of a row says the locale. Sheets of earlier versions do not: there it is the default locale, unless the file
/// shows that it is another one. A sign-off that lapses although nothing changed does less harm than one that stays.
struct SourceLocales {
  /// The fewest rows of a file that can show that its source locale is not the default one.
  private static let fewestRows = 3

  private let catalog: Catalog
  private let languages: [TextHash: Int]
  private let defaultLanguage: Int?
  /// The languages of files whose bases do not say theirs, where it is not the default one.
  private let found: [Int: Int]

  init(of rows: [ReturnedRow], in catalog: Catalog) {
    self.catalog = catalog
    languages = Dictionary(
      catalog.languages.indices.map { (RowBase.hash(ofLocale: catalog.languages[$0].locale), $0) },
      uniquingKeysWith: { first, _ in first })
    defaultLanguage = catalog.defaultLanguage
    var votes: [Int: [Int]] = [:]
    for row in rows {
      guard let base = row.base, base.sourceLocale == .empty, base.sourceValue != .empty,
        let key = catalog.keyIndex(of: TextKey(row.text))
      else { continue }
      for language in catalog.languages.indices
      where Self.has(base.sourceValue, keyAt: key, inLanguageAt: language, catalog) {
        votes[row.place.fileIndex, default: catalog.languages.map { _ in 0 }][language] += 1
      }
    }
    found = votes.compactMapValues { [defaultLanguage] counts in
      guard let best = counts.indices.max(by: { (counts[$0], $1) < (counts[$1], $0) }) else { return nil }
      let byDefault = defaultLanguage.map { counts[$0] } ?? 0
      return counts[best] >= Self.fewestRows && counts[best] > 2 * byDefault ? best : nil
    }
  }

  /// The language of a row's source value; nil if the server does not have it.
  func language(of row: ReturnedRow, _ base: RowBase) -> Int? {
    if base.sourceLocale != .empty { return languages[base.sourceLocale] }
    // The hidden column has the default locale's values.
    return base.sourceValue == .empty ? defaultLanguage : found[row.place.fileIndex] ?? defaultLanguage
  }

  /// Whether the server has a value in a language, as a sheet would show it.
  func has(_ value: TextHash, keyAt key: Int, inLanguageAt language: Int) -> Bool {
    Self.has(value, keyAt: key, inLanguageAt: language, catalog)
  }

  private static func has(_ value: TextHash, keyAt key: Int, inLanguageAt language: Int, _ catalog: Catalog) -> Bool {
    let hash = catalog.valueHash(ofKeyAt: key, inLanguageAt: language)
    // A text that is too long for a cell is shown as another one, which is all that the hidden column has.
    return hash == value
      || hash == .tooLong && TextHash(CellText(catalog.value(ofKeyAt: key, inLanguageAt: language)).text) == value
  }
}
