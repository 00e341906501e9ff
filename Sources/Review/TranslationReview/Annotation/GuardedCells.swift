import Basics
import NStackAPI
import Spreadsheet

/// Finds the exported contents of guarded cells, if the row's base proves that the server still has them.
final class CellRestoration {
  let catalog: Catalog
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

  init(catalog: Catalog, scope: SheetScope) { (self.catalog, self.scope) = (catalog, scope) }

  /// The text that a row was exported with; nil if the server no longer has it.
  func text(of row: ReviewRow) -> TextIdentity? {
    guard let base = row.base, base.scope == scope.hash else { return nil }
    return base.identity == row.identity ? row.text : texts[base.identity]
  }

  /// The cells that differ from the row's base, with their exported contents.
  ///
  /// - Parameter restoresText: Whether section, key and locale are restored. If not, a row whose text differs from its
  ///   base's text has no cells to restore.
  func cells(of row: ReviewRow, restoresText: Bool) -> [ReviewColumn: String] {
    guard let base = row.base, let text = text(of: row), restoresText || base.identity == row.identity else {
      return [:]
    }
    var cells: [ReviewColumn: String] = [:]
    if text.section != row.text.section { cells[.section] = text.section }
    if text.key != row.text.key { cells[.key] = text.key }
    if text.locale != row.text.locale { cells[.locale] = text.locale }
    if base.currentValue != .tooLong, base.currentValue != TextHash(row.currentValue) {
      cells[.currentValue] = ReadOnlyEdits.exported(.currentValue, base.currentValue, of: text, catalog)
    }
    if let source = row.sourceValue, base.sourceValue != .tooLong, base.sourceValue != TextHash(source) {
      cells[.sourceValue] = ReadOnlyEdits.exported(.sourceValue, base.sourceValue, of: text, catalog)
    }
    return cells
  }
}

extension ReviewRow {
  func restored(_ cells: [ReviewColumn: String]) -> ReviewRow {
    var row = self
    row.text = TextIdentity(
      section: cells[.section] ?? text.section, key: cells[.key] ?? text.key, locale: cells[.locale] ?? text.locale)
    row.currentValue = cells[.currentValue] ?? currentValue
    row.sourceValue = cells[.sourceValue] ?? sourceValue
    return row
  }
}

/// The guarded cells of a table that were changed: the rows without any other edit, and the cells that can be restored.
struct GuardSurvey {
  /// A row without an edit whose guarded cells were changed, and the exported contents of those that can be restored.
  typealias Unedited = (returned: ReturnedRow, restored: [ReviewColumn: String])

  /// The rows without an edit, in their order.
  private(set) var unedited: [Unedited] = []
  /// The rows whose section, key and locale can be restored.
  private var textRows: Set<Int> = []

  private var classifiers: RowClassifiers
  private let columns: SheetColumns
  private let restoration: CellRestoration
  private let restoresText: Bool

  /// - Parameter restoresText: Whether section, key and locale can be restored. False after a sort that left the hidden
  ///   columns behind, because these are then in the wrong rows.
  init(_ columns: SheetColumns, table: ReturnedTable, restoration: CellRestoration, restoresText: Bool) {
    self.columns = columns
    self.restoration = restoration
    self.restoresText = restoresText
    classifiers = RowClassifiers(columns, table: table, evidence: GuardEvidence())
  }

  /// Checks a row.
  ///
  /// - Parameter isEdited: Whether one of its places has a result.
  /// - Throws: The errors of ``MisplacedCells``, which cannot occur if the sheet was read without an error before.
  mutating func add(_ row: Row, isEdited: (RowPlace) -> Bool) throws {
    var found: [ReturnedRow] = []
    var areAllTextsDamaged = restoresText
    try classifiers.find(in: row) { finding in
      switch finding {
      case .blank: break
      case .untouched(let base, _): if base != nil { areAllTextsDamaged = false }
      case .returned(let returned, _):
        let isTextDamaged = returned.damage.contains { $0.column == .key }
        if returned.base != nil, !isTextDamaged { areAllTextsDamaged = false }
        // If cells are in the wrong columns, it is unknown which were changed.
        if !returned.damage.isEmpty, returned.misplacement == nil { found.append(returned) }
      }
    }
    guard !found.isEmpty else { return }
    // All locales of the row share section and key, so they must agree.
    let texts = Set(found.compactMap { restoration.text(of: $0.cells).map { [$0.section, $0.key] } })
    if areAllTextsDamaged, texts.count == 1 { textRows.insert(row.index) }
    for returned in found where !isEdited(returned.place) && !returned.isEdited && returned.base != nil {
      // If a sort left hidden columns behind, an intact row looks damaged.
      guard restoresText || !returned.damage.contains(where: { $0.column == .key }) else { continue }
      var cells = restored(returned)
      // A plan that was saved and applied has no results for such rows, so a text that a person wrote is left in its cell.
      if !ReadOnlyEdits.areOfPrograms(returned, restoration.catalog) {
        (cells[.currentValue], cells[.sourceValue]) = (nil, nil)
      }
      unedited.append((returned, cells))
    }
  }

  /// The exported contents of the guarded cells in a row that can be restored.
  func restored(_ returned: ReturnedRow) -> [ReviewColumn: String] {
    guard !returned.isBaseFoundElsewhere, returned.misplacement == nil,
      let group = columns.groups.first(where: { $0.locale == returned.place.locale })
    else { return [:] }
    return restoration.cells(of: returned.cells, restoresText: textRows.contains(returned.place.row - 1)).filter {
      group[$0.key] >= 0
    }
  }
}

extension ReturnedRow {
  /// The result of a row in which only guarded cells were changed.
  func resultText(restoring restored: [ReviewColumn: String]) -> String {
    let parts = damage.map { damage -> String in
      let columns: [ReviewColumn] = damage.column == .key ? [.section, .key, .locale] : [damage.column]
      let isRight = columns.contains { restored[$0] != nil }
      return "\"\(damage.column.header)\" \(isRight ? "contained" : "contains") \"\(Visible.text(damage.found))\""
        + (isRight ? " and was restored." : ", which is not what was exported.")
    }
    return "\(RowResult.Kind.nothingToDo.rawValue): \(parts.joined(separator: " "))"
  }
}

extension Changeset {
  /// Whether a sort left the hidden columns of some rows behind, which means that the visible cells are right.
  var leftHiddenColumnsBehind: Bool {
    diagnostics.contains { $0.code == .sheetHiddenColumnsLeftBehind } || items.contains { $0.row.isBaseFoundElsewhere }
  }
}
