import Basics
import NStackAPI
import Spreadsheet

/// The cells of a table that are not in the columns to which they belong.
///
/// Cells in columns that the header does not name are mostly the reviewer's own, and are not read. Two things in them
/// must not be ignored silently: a word that asks for a deletion, and the `Base` of a row. In exported read-only
/// columns such as `Status`, no action word is ignored.
final class MisplacedCells {
  /// See ``SheetColumns/ordinals``: -1 for a column that the header does not name.
  private let ordinals: [Int]
  private let headers: [Int: String]
  private let hasBase: Bool
  private let table: ReturnedTable
  /// Whether `Status` is the exported column, and not a reviewer's own of the same name.
  private var isStatusExported: Bool
  /// The first `ok` or `accept` under `Status`, as long as the column may be a reviewer's own.
  private var heldBack: SpreadsheetError?

  /// The columns of the reviewer's own that have translations; none before the first reading of the table.
  let translations: [TranslationColumn]
  /// The locales that the rows' bases prove.
  let locales: ProvenLocales
  private(set) var own: OwnColumns
  /// Columns whose text is already reported as a change of the current row.
  var taken: Set<Int> = []

  private let baseColumns: Set<Int>
  private let localeBases: [(base: Int, locale: String)]
  // Cached, because every group of a row needs it.
  private var movedBase: (row: Int, column: Int?) = (-1, nil)
  private var openQuote: (row: Int, column: Int?) = (-1, nil)

  init(_ columns: SheetColumns, ordinals: [Int], table: ReturnedTable, translations: [TranslationColumn]) {
    self.translations = translations
    locales = ProvenLocales(among: table.name.map { [$0] } ?? [])
    own = OwnColumns(columns, ordinals: ordinals)
    self.ordinals = ordinals
    headers = Dictionary(columns.cells.map { ($0.column, $0.text) }, uniquingKeysWith: { first, _ in first })
    hasBase = columns.groups.contains { $0[.base] >= 0 }
    self.table = table
    baseColumns = Set(columns.groups.map { $0[.base] })
    localeBases = columns.groups.compactMap { group in
      group.locale.flatMap { group[.base] >= 0 ? (group[.base], $0) : nil }
    }
    isStatusExported = zip(ordinals, ordinals.dropFirst()).contains { left, right in
      left == ReviewColumn.deletable.ordinal && right == Self.status
    }
  }

  /// The columns with a finding in a row; none in nearly all rows.
  struct Finding {
    /// The column of a `Base` that is not in any of the header's columns.
    var base: Int?
    /// The column of a word that asks to skip the row.
    var skip: Int?
  }

  /// Counts the texts of a row that are not read.
  func count(_ row: Row, isOfText: Bool) {
    own.add(row, isOfText: isOfText, except: taken)
    if !taken.isEmpty { taken = [] }
  }

  /// Checks the cells of a row that the header does not name.
  ///
  /// - Throws: `sheet.lost-action` for a word that asks for a deletion, and for any action in a column of the export;
  ///   `sheet.missing-column` for a `Base` if the header has no column for it.
  func finding(in row: Row) throws(SpreadsheetError) -> Finding {
    var found = Finding()
    for cell in row.filledCells {
      let ordinal = cell.column < ordinals.count ? ordinals[cell.column] : -1
      if ordinal >= 0 {
        guard mayBeMisplaced(cell, ordinal, in: row) else {
          if ordinal == Self.status { try noteStatus() }
          continue
        }
      }
      if RowBase.isIn(cell, of: row) {
        guard hasBase else { throw lostBase(cell, row) }
        found.base = cell.column
      } else if cell.length <= Self.longestWord, let first = row.utf8(of: cell).first,
        ReviewAction.mayBegin(with: first)
      {
        switch ReviewAction(word: row.text(of: cell)) {
        case .delete: throw lostAction(cell, row)
        case .skip: found.skip = cell.column
        // In columns of their own, reviewers write such words for themselves.
        case .ok, .accept, .reject: if ordinal >= 0 { try refuse(lostAction(cell, row), ordinal) }
        case nil: break
        }
      }
    }
    return found
  }

  /// Whether a cell in a named column is not what an export writes there: the header may have been swapped, or the
  /// column is the reviewer's own.
  private func mayBeMisplaced(_ cell: Cell, _ ordinal: Int, in row: Row) -> Bool {
    if ordinal == Self.status { return !RowStatus.allCases.contains { $0.isName(row.utf8(of: cell)) } }
    // No result of the formula is a word that counts under `Action`.
    if ordinal == ReviewColumn.progress.ordinal { return true }
    // A placeholder never begins with a letter.
    guard Self.placeholders.contains(ordinal), let first = row.utf8(of: cell).first else { return false }
    return first >= 0x80 || (first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z"))
  }

  /// Remembers that an export wrote a cell under `Status`.
  private func noteStatus() throws(SpreadsheetError) {
    isStatusExported = true
    if let heldBack { throw heldBack }
  }

  /// Refuses a word, unless the column may be a reviewer's own column that is also named `Status`.
  private func refuse(_ error: SpreadsheetError, _ ordinal: Int) throws(SpreadsheetError) {
    if ordinal != Self.status || isStatusExported { throw error }
    heldBack = heldBack ?? error
  }

  private static let status = ReviewColumn.status.ordinal
  private static let placeholders = ReviewColumn.placeholder1.ordinal...ReviewColumn.placeholder4.ordinal

  /// The most bytes of an action's word.
  private static let longestWord = 64

  // MARK: - Rows

  /// The base for a reviewer's text in a group of columns that has no base in this row, although another group has one.
  /// The export leaves such a gap if a text has more proposals in one locale than in another.
  ///
  /// - Parameter text: The text of the group that has no base.
  func base(of text: TextIdentity, currentValue: String, beside row: Row) -> RowBase? {
    for group in localeBases {
      guard let cell = row.cell(inColumn: group.base), let other = RowBase(utf8: row.utf8(of: cell)),
        other.identity == TextHash(chain: [text.section, text.key, group.locale])
      else { continue }
      return RowBase(
        scope: other.scope, identity: TextHash(chain: [text.section, text.key, text.locale]),
        currentValue: TextHash(currentValue), sourceValue: other.sourceValue, sourceLocale: other.sourceLocale,
        proposal: .empty, proposalID: nil, sheetID: other.sheetID)
    }
    return nil
  }

  /// The column of a base that is not in any group's base column. Then cells were inserted or deleted, and the cell
  /// under `Proposal` is not the proposal.
  func movedBase(in row: Row) -> Int? {
    if movedBase.row != row.index {
      let cell = row.filledCells.first { !baseColumns.contains($0.column) && RowBase.isIn($0, of: row) }
      movedBase = (row.index, cell?.column)
    }
    return movedBase.column
  }

  /// The column of a field that begins with a single quote that a later field closes. Single quotes do not quote in
  /// CSV, so a delimiter between them moved the cells.
  func openQuote(in row: Row) -> Int? {
    if openQuote.row != row.index { openQuote = (row.index, Self.openQuote(in: row)) }
    return openQuote.column
  }

  private static func openQuote(in row: Row) -> Int? {
    let quote = UInt8(ascii: "'")
    var opened: Int?
    for cell in row.filledCells {
      let utf8 = row.utf8(of: cell)
      let opens = utf8.first == quote
      let closes = utf8.last == quote && utf8.count > (opens ? 1 : 0)
      guard opens != closes else { continue }
      // A quote that has its partner in the same field, or that a CSV export put before a formula, neither opens nor
      // closes.
      guard utf8.count(where: { $0 == quote }) % 2 == 1, !FormulaGuard.hasApostrophe(utf8) else { continue }
      if closes, let opened { return opened }
      if opens { opened = opened ?? cell.column }
    }
    return nil
  }

  // MARK: - Errors

  private func lostAction(_ cell: Cell, _ row: Row) -> SpreadsheetError {
    SpreadsheetError(
      .sheetLostAction,
      "\(column(cell)) holds the word \"\(Visible.text(row.text(of: cell)))\", which counts only under \"Action\".",
      hint: "Write the word under Action, or delete the column. "
        + "A column that is only for reading may be named Description.", place: place(cell, row))
  }

  private func lostBase(_ cell: Cell, _ row: Row) -> SpreadsheetError {
    SpreadsheetError(
      .sheetMissingColumn, "the header lacks the column \"Base\", but \(column(cell)) holds its values.",
      hint: "Restore the header as it was exported.", place: place(cell, row))
  }

  private func column(_ cell: Cell) -> String {
    let name = headers[cell.column].flatMap { $0.isEmpty ? nil : " (\"\(Visible.text($0))\")" } ?? ""
    return "column \(CellName.letters(ofColumn: cell.column))\(name)"
  }

  private func place(_ cell: Cell, _ row: Row) -> SpreadsheetError.Place {
    SpreadsheetError.Place(table.place(ofRow: row.index))
  }
}
