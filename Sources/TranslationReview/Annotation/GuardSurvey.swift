import NStackAPI
import Spreadsheet

/// The guarded cells of a table that were changed: in which rows nothing else was done, and what can be put right.
struct GuardSurvey {
  /// A row whose guarded cells were changed and in which nothing was edited.
  struct Unedited {
    let returned: ReturnedRow
    /// What the cells that can be put right are to hold.
    let restored: [ReviewColumn: String]
  }

  /// The rows without an edit, in their order.
  private(set) var unedited: [Unedited] = []
  /// The rows whose section, key and locale can be put right.
  private var textRows: Set<Int> = []
  /// The columns of formulas in the rows that were asked for.
  private var formulas: [Int: Set<Int>] = [:]

  private var classifiers: RowClassifiers
  private let columns: SheetColumns
  private let restoration: CellRestoration
  private let restoresText: Bool

  /// - Parameter restoresText: Whether section, key and locale can be put right: where a sort left the hidden columns behind, it
  ///   is those that are wrong.
  init(_ columns: SheetColumns, table: ReturnedTable, restoration: CellRestoration, restoresText: Bool) {
    self.columns = columns
    self.restoration = restoration
    self.restoresText = restoresText
    classifiers = RowClassifiers(columns, table: table, evidence: GuardEvidence())
  }

  /// Looks at a row.
  ///
  /// - Parameter isEdited: Whether a result is written into the row.
  /// - Throws: What ``StrayCells`` refuses; a sheet that was read has none of it.
  mutating func take(_ row: Row, isEdited: Bool) throws {
    var found: [ReturnedRow] = []
    var areAllTextsDamaged = restoresText
    try classifiers.find(in: row) { finding in
      switch finding {
      case .blank: break
      case .untouched(let base, _): if base != nil { areAllTextsDamaged = false }
      case .returned(let returned), .doubtful(let returned):
        let isTextDamaged = returned.damage.contains { $0.column == .key }
        if returned.row.base != nil, !isTextDamaged { areAllTextsDamaged = false }
        // The cells of a row that are in wrong places say nothing of what they should hold.
        if !returned.damage.isEmpty, returned.misplacement == nil { found.append(returned) }
      }
    }
    guard isEdited || !found.isEmpty else { return }
    let formulas = Set((0..<row.count).filter { row[$0].isFormula || row[$0].lacksResult }.map { row[$0].column })
    if !formulas.isEmpty { self.formulas[row.index] = formulas }
    // Section and key stand once for all locales of the row, which have to agree.
    let texts = Set(found.compactMap { restoration.text(of: $0.row).map { [$0.section, $0.key] } })
    if areAllTextsDamaged, texts.count == 1 { textRows.insert(row.index) }
    for returned in found where !returned.isProposalChanged && returned.row.action.isEmpty && returned.row.base != nil {
      // Beside hidden columns that a sort left behind, a row that seems to be damaged may be whole.
      guard restoresText || !returned.damage.contains(where: { $0.column == .key }) else { continue }
      unedited.append(Unedited(returned: returned, restored: restored(returned)))
    }
  }

  /// What the guarded cells of a row that can be put right are to hold.
  func restored(_ returned: ReturnedRow) -> [ReviewColumn: String] {
    guard !returned.isBaseFoundElsewhere, returned.misplacement == nil, let group = group(of: returned) else {
      return [:]
    }
    let row = returned.place.row - 1
    let formulas = formulas[row] ?? []
    return restoration.cells(of: returned.row, restoresText: textRows.contains(row)).filter {
      group[$0.key] >= 0 && !formulas.contains(group[$0.key])
    }
  }

  /// The columns whose cells hold formulas in a row.
  func formulas(_ returned: ReturnedRow) -> Set<ReviewColumn> {
    guard let found = formulas[returned.place.row - 1], let group = group(of: returned) else { return [] }
    return Set(ReviewColumn.allCases.filter { found.contains(group[$0]) })
  }

  private func group(of returned: ReturnedRow) -> SheetColumns.Group? {
    columns.groups.first { $0.locale == returned.place.locale }
  }
}

extension GuardSurvey.Unedited {
  /// What to tell of the row in its result.
  var text: String {
    let parts = returned.damage.map { damage -> String in
      let columns: [ReviewColumn] = damage.column == .key ? [.section, .key, .locale] : [damage.column]
      let isRight = columns.contains { restored[$0] != nil }
      return "\"\(damage.column.header)\" \(isRight ? "held" : "holds") \"\(Visible.text(damage.found))\""
        + (isRight ? " and was put right." : ", which is not what was exported.")
    }
    return "\(RowResult.Kind.notSent.rawValue): \(parts.joined(separator: " "))"
  }
}

extension Changeset {
  /// Whether a sort left the hidden columns of some rows behind, so that it is not the visible cells that are wrong.
  var leftHiddenColumnsBehind: Bool {
    diagnostics.contains { $0.code == "sheet.hidden-columns-left-behind" }
      || items.contains { $0.row.isBaseFoundElsewhere }
  }
}
