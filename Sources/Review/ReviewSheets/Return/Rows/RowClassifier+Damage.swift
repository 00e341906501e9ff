import Basics
import NStackAPI
import Spreadsheet

extension RowClassifier {
  // MARK: - Cells in wrong columns

  /// Why the row's cells are not in their columns, as part of a sentence; nil if they are.
  ///
  /// - Parameter baseColumn: The column of the row's base, if that is not the header's.
  func misplacement(in row: Row, base: RowBase?, baseColumn: Int?) -> String? {
    if let column = baseColumn {
      return "column \(CellName.letters(ofColumn: column)) holds a Base, which an export writes into column "
        + "\(CellName.letters(ofColumn: group[.base]))"
    }
    if let cell = cell(.proposal, in: row), RowBase.isIn(cell, of: row) {
      return "the column \"\(ReviewColumn.proposal.header)\" holds a Base"
    }
    guard base == nil else { return nil }
    if let cell = cell(.base, in: row), cell.length > 0 {
      return
        "the hidden column \"\(ReviewColumn.base.header)\" holds \"\(Visible.text(row.text(of: cell)))\", which cannot be read"
    }
    guard table.isDelimited else { return nil }
    if group[.base] >= 0, row.count == 1, holdsRecord(row.filledCells[0], of: row) {
      return "one field holds the whole record, so its delimiter differs from the header's"
    }
    if let column = misplaced.openQuote(in: row) {
      return
        "the field in column \(CellName.letters(ofColumn: column)) begins with a single quote that a later field closes"
    }
    return nil
  }

  /// Why the row is perhaps not meant to be sent: `skip` is in the note, or in a column that is not read.
  func lostSkip(_ found: MisplacedCells.Finding, note: String) -> String? {
    if let column = found.skip {
      return "column \(CellName.letters(ofColumn: column)) holds a word that counts only under \"Action\""
    }
    guard ReviewAction(word: note) == .skip else { return nil }
    return "the note is the word \"\(Visible.text(note))\", which counts only under \"Action\""
  }

  /// Whether one of the words in a cell is a base.
  private func holdsRecord(_ cell: Cell, of row: Row) -> Bool {
    row.text(of: cell).split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "!" }).contains {
      RowBase(text: String($0)) != nil
    }
  }

  /// Whether the first apostrophe of a row's proposal may come from a CSV export, and no other text in the row shows
  /// whether it does.
  func hasUncertainGuard(_ row: ReviewRow) -> Bool {
    guard group[.base] >= 0, FormulaGuard.unescape(row.proposal) != row.proposal else { return false }
    // A CSV export puts an apostrophe before each such text, so one without it proves that the file is not a CSV
    // export.
    return ![row.currentValue, row.exportedProposal ?? "", row.sourceValue ?? ""].contains {
      FormulaGuard.escape($0) != $0
    }
  }

  // MARK: - Changed cells

  /// The cells about a proposal that do not match the base, or that contain what no export writes.
  func hiddenDamage(_ text: [String], base: RowBase?) -> [ReturnedRow.Damage] {
    var damage: [ReturnedRow.Damage] = []
    func check(_ column: ReviewColumn, _ isWhole: (String) -> Bool) {
      let found = text[column.ordinal]
      if group[column] >= 0, !isWhole(found) { damage.append(ReturnedRow.Damage(column: column, found: found)) }
    }
    check(.deletable) { found in
      guard let base else { return found.isEmpty || ReviewColumn.flag(found) != nil || ReviewColumn.isDash(found) }
      return base.proposalID == nil ? found.isEmpty : ReviewColumn.flag(found) != nil
    }
    guard let base else { return damage }
    if isStatusExported {
      let deletable = ReviewColumn.flag(text[ReviewColumn.deletable.ordinal])
      let status = RowStatus(deletable: deletable, isMissing: base.currentValue == .empty)
      check(.status) { $0.isEmpty || ReviewColumn.folded($0) == status.rawValue }
    }
    check(.proposalID) {
      $0.isEmpty ? base.proposalID == nil : Digits.integer($0.utf8).map { $0 == base.proposalID } ?? false
    }
    // If the proposal was changed, its copy may have been changed with it. A later rule handles that case.
    if base.shownProposal != .tooLong, TextHash(text[ReviewColumn.proposal.ordinal]) == base.shownProposal {
      check(.exportedProposal) { TextHash($0) == base.shownProposal }
    }
    return damage
  }
}

extension ReviewRow {
  /// The guarded cells that differ from the base; none for a row without one.
  package var guardedDamage: [ReturnedRow.Damage] {
    guard let base else { return [] }
    var damage: [ReturnedRow.Damage] = []
    if identity != base.identity {
      damage.append(ReturnedRow.Damage(column: .key, found: "\(text.section) / \(text.key) / \(text.locale)"))
    }
    if base.currentValue != .tooLong, TextHash(currentValue) != base.currentValue {
      damage.append(ReturnedRow.Damage(column: .currentValue, found: currentValue))
    }
    if let sourceValue, base.sourceValue != .tooLong, TextHash(sourceValue) != base.sourceValue {
      damage.append(ReturnedRow.Damage(column: .sourceValue, found: sourceValue))
    }
    return damage
  }
}
