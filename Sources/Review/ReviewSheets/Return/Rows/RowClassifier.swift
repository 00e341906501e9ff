import Basics
import NStackAPI
import Spreadsheet

/// Decides whether one group of columns in a row of a worksheet was edited.
///
/// Nearly all rows of a returned sheet are unedited. They are recognised by their bytes, without creating a string.
package final class RowClassifier {
  let group: ColumnGroup
  /// Whether the column `Status` is the exported one, and not one that the reviewer added.
  let isStatusExported: Bool
  /// Whether cells may have the apostrophe of a CSV export.
  let isEscaped: Bool
  let table: ReturnedTable

  let misplaced: MisplacedCells
  private let evidence: GuardEvidence
  private let merged: MergedCells?
  /// The locale of all rows, or of the last one if the table has no column for it.
  private var localeUTF8: [UInt8]
  /// The ordinal of the review column in each column of the worksheet that any group uses; -1 for none.
  ///
  /// All groups of a table share this array; one for each group would make its size grow with the square of their
  /// number.
  private let ordinals: [Int]
  /// The position in the current row of each review column's cell, by ordinal; -1 if the cell is empty.
  private let positions: UnsafeMutablePointer<Int>
  private static let columnCount = ReviewColumn.allCases.count
  /// The column in the worksheet of each review column, by ordinal; -1 if the group does not have it.
  private let columns: UnsafeMutablePointer<Int>

  init(
    group: ColumnGroup, ordinals: [Int], table: ReturnedTable, misplaced: MisplacedCells, evidence: GuardEvidence,
    merged: MergedCells?
  ) {
    self.group = group
    isStatusExported = group[.deletable] >= 0 && group[.status] == group[.deletable] + 1
    self.table = table
    self.misplaced = misplaced
    self.evidence = evidence
    self.merged = merged
    self.ordinals = ordinals
    columns = .allocate(capacity: Self.columnCount)
    columns.initialize(repeating: -1, count: Self.columnCount)
    for column in ReviewColumn.allCases { columns[column.ordinal] = group[column] }
    positions = .allocate(capacity: Self.columnCount)
    positions.initialize(repeating: -1, count: Self.columnCount)
    isEscaped = table.isDelimited && group[.base] >= 0
    localeUTF8 = Array((group.locale ?? "").utf8)
  }

  deinit {
    positions.deallocate()
    columns.deallocate()
  }

  package enum Finding {
    /// All cells of the group are empty.
    case blank
    case untouched(base: RowBase?, key: UInt64)
    /// The row needs a decision or a closer look. If `isUncertain`, only other rows can show whether an apostrophe
    /// belongs to the proposal.
    indirect case returned(ReturnedRow, isUncertain: Bool)
  }

  func finding(in row: Row, misplaced found: MisplacedCells.Finding) -> Finding {
    locateCells(of: row)
    if found.base == nil, translation(in: row) == nil, merged?.misplacement(row: row.index, of: group) == nil,
      let untouched = untouched(row)
    {
      return untouched
    }
    guard let (returned, isUncertain) = read(row, found) else { return .blank }
    return isUncertain ? .returned(returned, isUncertain: true) : Self.finding(returned)
  }

  // MARK: - By bytes

  /// Finds the cells of the group in one pass. That costs less than a search for each, because most rows have few other
  /// cells.
  private func locateCells(of row: Row) {
    positions.update(repeating: -1, count: Self.columnCount)
    if row.count > 2 * Self.columnCount {
      for column in ReviewColumn.allCases where group[column] >= 0 {
        positions[column.ordinal] = row.position(ofColumn: group[column]) ?? -1
      }
    } else {
      for (position, cell) in row.filledCells.enumerated() {
        let column = cell.column
        guard column < ordinals.count, ordinals[column] >= 0 else { continue }
        if columns[ordinals[column]] == column { positions[ordinals[column]] = position }
      }
    }
  }

  func cell(_ column: ReviewColumn, in row: Row) -> Cell? {
    let position = positions[column.ordinal]
    return position >= 0 ? row.filledCells[position] : nil
  }

  private func utf8(_ column: ReviewColumn, in row: Row) -> UnsafeBufferPointer<UInt8> {
    cell(column, in: row).map(row.utf8(of:)) ?? UnsafeBufferPointer(start: nil, count: 0)
  }

  /// Whether a cell contains a formula whose result is not in the file, so it is unknown what the reviewer saw.
  private func lacksResult(_ column: ReviewColumn, in row: Row) -> Bool { cell(column, in: row)?.lacksResult == true }

  /// Whether a cell's text is struck out, in full or in part.
  private func isStruckOut(_ column: ReviewColumn, in row: Row) -> Bool {
    guard let cell = cell(column, in: row) else { return false }
    return cell.isStruck || table.isStruckOut(cell.style)
  }

  /// The finding for a row whose bytes show that it is unedited; nil for any other row.
  private func untouched(_ row: Row) -> Finding? {
    if group[.base] < 0 { return untouchedWithoutBase(row) }
    guard let base = RowBase(utf8: utf8(.base, in: row)), utf8(.action, in: row).isEmpty, utf8(.note, in: row).isEmpty,
      !isStruckOut(.proposal, in: row), !lacksResult(.proposal, in: row), !lacksResult(.action, in: row),
      !base.isUndecided, base.currentValue != .tooLong, base.proposal != .tooLong,
      base.shownProposal == TextHash(utf8: utf8(.proposal, in: row)), isHiddenCopyWhole(row, base),
      utf8(.deletable, in: row).isEmpty == (base.proposalID == nil),
      base.currentValue == TextHash(utf8: utf8(.currentValue, in: row)), !isStatusExported || isStatusWhole(row, base),
      group[.sourceValue] < 0 || base.sourceValue == TextHash(utf8: utf8(.sourceValue, in: row))
    else { return nil }
    let section = utf8(.section, in: row)
    let key = utf8(.key, in: row)
    var chain = TextHash.Chain()
    chain.append(section)
    chain.append(key)
    let keyBits = chain.hash.bits
    if group.locale == nil, group[.locale] >= 0 {
      chain.append(utf8(.locale, in: row))
    } else {
      localeUTF8.withUnsafeBufferPointer { chain.append($0) }
    }
    guard base.identity == chain.hash else { return nil }
    return .untouched(base: base, key: keyBits)
  }

  /// The finding for a row without a base that names a text but has no other cells filled; nil for any other row.
  private func untouchedWithoutBase(_ row: Row) -> Finding? {
    let (section, key) = (utf8(.section, in: row), utf8(.key, in: row))
    guard group.locale == nil, !section.isEmpty, !key.isEmpty,
      [ReviewColumn.currentValue, .proposal, .exportedProposal, .action, .note, .deletable].allSatisfy({
        cell($0, in: row) == nil
      }), !table.isDelimited || misplaced.openQuote(in: row) == nil
    else { return nil }
    var chain = TextHash.Chain()
    chain.append(section)
    chain.append(key)
    return .untouched(base: nil, key: chain.hash.bits)
  }

  /// Whether the hidden cells match the base and the proposal's cell.
  private func isHiddenCopyWhole(_ row: Row, _ base: RowBase) -> Bool {
    if group[.proposalID] >= 0 {
      let id = utf8(.proposalID, in: row)
      guard id.isEmpty ? base.proposalID == nil : Digits.integer(id).map({ $0 == base.proposalID }) ?? false else {
        return false
      }
    }
    return group[.exportedProposal] < 0 || utf8(.exportedProposal, in: row).elementsEqual(utf8(.proposal, in: row))
  }

  private func isStatusWhole(_ row: Row, _ base: RowBase) -> Bool {
    let found = utf8(.status, in: row)
    let deletable = utf8(.deletable, in: row).first.map { $0 == UInt8(ascii: "y") }
    return found.isEmpty || RowStatus(deletable: deletable, isMissing: base.currentValue == .empty).isName(found)
  }

  // MARK: - By strings

  /// Reads a row with all its texts, edited or not; nil if all cells of the group are empty. Only earlier rows show
  /// whether an apostrophe belongs to the proposal.
  func wholeRow(in row: Row, misplaced found: MisplacedCells.Finding) -> ReturnedRow? {
    locateCells(of: row)
    return read(row, found).map { $0.isUncertain ? evidence.decided($0.row, isPlain: table.keepsApostrophes) : $0.row }
  }

  private func read(_ row: Row, _ found: MisplacedCells.Finding) -> (row: ReturnedRow, isUncertain: Bool)? {
    var text: [String] = ReviewColumn.allCases.map { column in cell(column, in: row).map(row.text(of:)) ?? "" }
    if let locale = group.locale { text[ReviewColumn.locale.ordinal] = locale }
    let isProposalUnknown = lacksResult(.proposal, in: row)
    // A formula under `Action` must not be ignored silently. No action begins with `=`, so the row is refused.
    if lacksResult(.action, in: row) { text[ReviewColumn.action.ordinal] = "=" }
    let isNamed = [ReviewColumn.section, .key, .locale].allSatisfy { group[$0] < 0 || !text[$0.ordinal].isEmpty }
    // Text under Note in a row that names no text is not a note.
    let asksForSomething = [ReviewColumn.proposal, .action, .note, .base, .exportedProposal].contains {
      !text[$0.ordinal].isEmpty && ($0 != .note || isNamed)
    }
    var base = RowBase(text: text[ReviewColumn.base.ordinal])
    let baseColumn = group[.base] >= 0 ? found.base ?? (base == nil ? misplaced.movedBase(in: row) : nil) : nil
    var misplacement = misplacement(in: row, base: base, baseColumn: baseColumn)
    let namesText = !text[ReviewColumn.section.ordinal].isEmpty || !text[ReviewColumn.key.ordinal].isEmpty
    if asksForSomething || namesText { misplacement = merged?.misplacement(row: row.index, of: group) ?? misplacement }
    // A row with only a remark or a total is not a row of the sheet, and a group without a base and a proposal is a
    // gap.
    guard
      asksForSomething || isProposalUnknown || misplacement != nil
        || (isNamed && (group.locale == nil || group[.base] < 0 && !text[ReviewColumn.currentValue.ordinal].isEmpty))
    else { return nil }

    if isEscaped { text = unescaped(text) }
    if let base, misplacement == nil, group.locale == nil {
      text[ReviewColumn.locale.ordinal] = locale(text, base, row)
    }
    if base == nil, misplacement == nil, group[.base] >= 0, let locale = group.locale {
      let identity = TextIdentity(
        section: text[ReviewColumn.section.ordinal], key: text[ReviewColumn.key.ordinal], locale: locale)
      base = misplaced.base(of: identity, currentValue: text[ReviewColumn.currentValue.ordinal], beside: row)
    }
    var cells = cells(text, base: base)
    var damage = cells.guardedDamage
    var isGuardShown = false
    if let base {
      // A workbook made from a CSV export keeps its apostrophes. Converted to CSV again, it has two before each
      // formula.
      let plain = unescaped(text)
      let plainCells = self.cells(plain, base: base)
      let left = plainCells.guardedDamage
      let exported = ReviewColumn.exportedProposal.ordinal
      let isExportedEscaped =
        TextHash(text[exported]) != base.shownProposal && TextHash(plain[exported]) == base.shownProposal
      if left.count < damage.count || (isExportedEscaped && left.count == damage.count) {
        (text, cells, damage) = (plain, plainCells, left)
        isGuardShown = true
        evidence.isShown = true
      }
    }
    if cells.removeQuotePrefix(knownBy: base?.shownProposal) {
      isGuardShown = true
      evidence.isShown = true
    }
    if let index = damage.firstIndex(where: { $0.column == .currentValue }) {
      damage[index].form = form(of: .currentValue, in: row)
    }
    let hidden = hiddenDamage(text, base: base)
    damage += hidden
    if misplacement == nil, let copy = hidden.first(where: { $0.column == .exportedProposal }) {
      misplacement =
        "the hidden column \"\(copy.column.header)\" holds \"\(Visible.text(copy.found))\", which is not the exported proposal"
    }

    let isSuggestionNoted = cells.removeSuggestionNote()
    let isProposalChanged = isProposalUnknown || cells.isProposalEdited
    if misplacement == nil, isProposalChanged, cells.action.isEmpty { misplacement = lostSkip(found, note: cells.note) }
    // Without a base, the text under `Current value` may be one that a person wrote.
    if base == nil, misplacement == nil, !isProposalChanged, cells.action.isEmpty,
      !cells.currentValue.allSatisfy(\.isWhitespace)
    {
      damage.append(
        ReturnedRow.Damage(column: .currentValue, found: cells.currentValue, form: form(of: .currentValue, in: row)))
    }
    var returned = ReturnedRow(
      place: table.place(ofRow: row.index, locale: group.locale), cells: cells,
      proposalForm: form(of: .proposal, in: row), damage: damage, isProposalChanged: isProposalChanged,
      isProposalUnknown: isProposalUnknown, misplacement: misplacement, isSuggestionNoted: isSuggestionNoted,
      isBaseElsewhere: baseColumn != nil, isProposalStruck: isStruckOut(.proposal, in: row))
    if base == nil { evidence.sample(cells) }
    if returned.mayMeanAnotherText, let written = translation(in: row), returned.mayTake(written.text) {
      misplaced.taken.insert(written.column)
      returned.damage.append(ReturnedRow.Damage(column: .proposal, found: written.text, header: written.header))
    }
    let own = misplaced.own.texts(of: row, except: misplaced.taken)
    if !own.isEmpty { returned.own = own }
    return (returned, !isGuardShown && isProposalChanged && hasUncertainGuard(cells))
  }

  /// The finding for a row whose cells were read one by one.
  private static func finding(_ row: ReturnedRow) -> Finding {
    guard !row.isEdited, row.damage.isEmpty, row.note.isEmpty, !row.isProposalStruck, !row.isUndecided else {
      return .returned(row, isUncertain: false)
    }
    return .untouched(base: row.base, key: row.keyBits)
  }

  /// Classifies a row that did not come from a table, by its base.
  static func finding(of row: ExchangedRow, at place: RowPlace) -> Finding {
    let returned = wholeRow(of: row, at: place)
    let mayHaveGuard = returned.isProposalChanged && FormulaGuard.unescape(returned.proposal) != returned.proposal
    return mayHaveGuard ? .returned(returned, isUncertain: true) : finding(returned)
  }

  /// Creates a row from one that did not come from a table.
  static func wholeRow(of row: ExchangedRow, at place: RowPlace) -> ReturnedRow {
    var cells = row.cells
    _ = cells.removeSuggestionNote()
    return ReturnedRow(
      place: place, cells: cells, proposalForm: row.uncertainty.map { .uncertain($0) } ?? .certain,
      // The current value is hidden from people, so only a program can have changed it.
      damage: cells.guardedDamage.filter { $0.column != .currentValue },
      isProposalChanged: row.isProposalChanged ?? (row.uncertainty != nil || cells.isProposalEdited),
      misplacement: row.misplacement, exchange: row.exchange)
  }

  /// The locale of a row with a base: the one in its cell, or the one that the base proves.
  private func locale(_ text: [String], _ base: RowBase, _ row: Row) -> String {
    let found = text[ReviewColumn.locale.ordinal]
    let (section, key) = (text[ReviewColumn.section.ordinal], text[ReviewColumn.key.ordinal])
    // If the cell is empty, the column may have been swapped with another one, which then has the locale.
    guard group[.locale] < 0 || !found.allSatisfy(\.isWhitespace) || !hasLocaleElsewhere(row, section, key, base),
      base.identity != TextHash(chain: [section, key, found]),
      let locale = misplaced.locales.locale(
        meantBy: found, names: [(section, key)], hashes: [base.identity], row: row.index)
    else { return found }
    if group[.locale] < 0 { localeUTF8 = Array(locale.utf8) }
    return locale
  }

  private func hasLocaleElsewhere(_ row: Row, _ section: String, _ key: String, _ base: RowBase) -> Bool {
    row.filledCells.contains { TextHash(chain: [section, key, row.text(of: $0)]) == base.identity }
  }

  /// The row's text in a reviewer's own column of translations; nil if there is none.
  private func translation(in row: Row) -> (text: String, header: String, column: Int)? {
    guard !misplaced.translations.isEmpty else { return nil }
    for column in misplaced.translations where column.isOf(group) {
      guard let cell = row.cell(inColumn: column.position) else { continue }
      let text = row.text(of: cell)
      let locale = group.locale ?? row.text(inColumn: group[.locale])
      if column.isText(cell, of: row), column.mayBe(locale) { return (text, column.name, column.position) }
    }
    return nil
  }

  private func cells(_ text: [String], base: RowBase?) -> ReviewRow {
    // Without a column for the locale, the locale is the one that the base proves.
    var cells = ReviewRow(text: TextIdentity(section: "", key: "", locale: text[ReviewColumn.locale.ordinal]))
    for (column, read) in Self.readers where group[column] >= 0 { read(text[column.ordinal], &cells) }
    cells.base = base
    if let id = base?.proposalID { cells.proposalID = id }
    return cells
  }

  private static let readers = ReviewColumn.allCases.compactMap { column in column.traits.read.map { (column, $0) } }

  /// The texts without a CSV export's apostrophes, in every column in which an export may have written one.
  private func unescaped(_ text: [String]) -> [String] {
    var text = text
    for column in Self.escaped { text[column.ordinal] = FormulaGuard.unescape(text[column.ordinal]) }
    return text
  }

  private static let escaped = ReviewColumn.allCases.filter(\.traits.mayBeEscaped)

  private func form(of column: ReviewColumn, in row: Row) -> ReturnedRow.ProposalForm {
    guard let cell = cell(column, in: row) else { return .certain }
    return ReturnedRow.ProposalForm(cell, text: row.text(of: cell), in: table)
  }
}

extension ReturnedRow {
  /// Whether the row has no text by the reviewer, so that a text in a reviewer's own column may be the intended
  /// proposal.
  fileprivate var mayMeanAnotherText: Bool { [.nothing, .signOff, .accept, .clear, .delete, .reject].contains(intent) }

  /// Whether a text in a reviewer's own column differs from the row's texts.
  fileprivate func mayTake(_ text: String) -> Bool {
    ![cells.currentValue, cells.proposal, cells.sourceValue ?? ""].contains { LineEnds.areEqual($0, text) }
  }
}

extension ReviewRow {
  /// Removes an export's own lines about suggestions and faults from `Note`, even if the base is missing or in another
  /// row.
  ///
  /// - Returns: Whether the note had a line about a suggestion.
  fileprivate mutating func removeSuggestionNote() -> Bool {
    note = FindingNote.removed(from: note)
    guard let rest = SuggestionNote.removed(from: note) else { return false }
    note = rest
    return true
  }
}
