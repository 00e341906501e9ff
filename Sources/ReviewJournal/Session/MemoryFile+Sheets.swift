import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

extension MemoryFile {
  /// Creates a memory of a file, which may also be an earlier review sheet.
  ///
  /// - Parameter catalog: The application's texts, for the locales that the sheet does not spell out.
  init(_ path: String, for catalog: Catalog, options: UnitReadingOptions = UnitReadingOptions()) throws {
    let sheets = EarlierSheetCoding(
      locales: catalog.languages.map(\.locale), defaultLocale: catalog.languages.first(where: \.isDefault)?.locale)
    try self.init(path, options: options, others: [sheets])
  }
}
