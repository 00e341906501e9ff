import NStackAPI

/// The exported contents of guarded cells, where the row's base proves that the server still has them.
final class CellRestoration {
  private let catalog: Catalog
  private let scope: SheetScope
  /// The texts by the hash of their section, key and locale; built when a row first needs it.
  private lazy var texts: [TextHash: TextIdentity] = {
    var texts: [TextHash: TextIdentity] = [:]
    for key in catalog.keys.indices {
      for language in catalog.languages.indices {
        let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
        texts[TextHash(chain: [text.section, text.key, text.locale])] = text
      }
    }
    return texts
  }()

  init(catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    self.scope = scope
  }

  /// The text that a row was exported with; nil if the server no longer has it.
  func text(of row: ReviewRow) -> TextIdentity? {
    guard let base = row.base, base.scope == scope.hash else { return nil }
    return base.identity == row.identity ? row.text : texts[base.identity]
  }

  /// The cells that differ from the row's base, with their exported contents.
  ///
  /// - Parameter restoresText: Whether section, key and locale are restored. If they are not, a row whose text differs
  ///   from its base's text has no cells to restore.
  func cells(of row: ReviewRow, restoresText: Bool) -> [ReviewColumn: String] {
    guard let base = row.base, let text = text(of: row), restoresText || base.identity == row.identity else {
      return [:]
    }
    var cells: [ReviewColumn: String] = [:]
    if text.section != row.text.section { cells[.section] = text.section }
    if text.key != row.text.key { cells[.key] = text.key }
    if text.locale != row.text.locale { cells[.locale] = text.locale }
    if base.currentValue != .tooLong, base.currentValue != TextHash(row.currentValue),
      let current = catalog.value(of: text), base.currentValue == TextHash(current)
    {
      cells[.currentValue] = current
    }
    if let source = row.sourceValue, base.sourceValue != .tooLong, base.sourceValue != TextHash(source) {
      cells[.sourceValue] = sourceValue(base.sourceValue, of: text)
    }
    return cells
  }

  /// The value of a text, in any locale, that has a given hash.
  private func sourceValue(_ hash: TextHash, of text: TextIdentity) -> String? {
    guard let key = catalog.keyIndex(of: TextKey(text)) else { return nil }
    return catalog.languages.indices.lazy.map { self.catalog.value(ofKeyAt: key, inLanguageAt: $0) }
      .first { TextHash($0) == hash }
  }
}

extension ReviewRow {
  /// Returns the row with other texts in some of its guarded cells.
  func restored(_ cells: [ReviewColumn: String]) -> ReviewRow {
    var row = self
    row.text = TextIdentity(
      section: cells[.section] ?? text.section, key: cells[.key] ?? text.key, locale: cells[.locale] ?? text.locale)
    row.currentValue = cells[.currentValue] ?? currentValue
    row.sourceValue = cells[.sourceValue] ?? sourceValue
    return row
  }
}
