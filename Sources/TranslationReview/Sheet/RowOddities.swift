import NStackAPI
import Spreadsheet

/// Oddities of a row as a whole, found once and shared by all groups of columns.
final class RowOddities {
  /// The columns for the bases of all groups.
  private let baseColumns: Set<Int>
  /// The columns for the bases of groups for a locale.
  private let groups: [(base: Int, locale: String)]
  private var basesOfRow = -1
  private var movedBase: Int?
  private var quotesOfRow = -1
  private var openQuote: Int?

  init(_ columns: SheetColumns) {
    baseColumns = Set(columns.groups.map { $0[.base] })
    groups = columns.groups.compactMap { group in
      group.locale.flatMap { group[.base] >= 0 ? (group[.base], $0) : nil }
    }
  }

  /// The base for what a reviewer wrote into a group of columns that has none, beside a group that has one. There the
  /// export showed no proposal, because a row of a text has a further proposal in one locale and none in another.
  ///
  /// - Parameter text: The text of the group that has no base.
  func base(of text: TextIdentity, currentValue: String, beside row: Row) -> RowBase? {
    for group in groups {
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
    if basesOfRow != row.index {
      basesOfRow = row.index
      movedBase = (0..<row.count).lazy.filter { [baseColumns] position in
        !baseColumns.contains(row[position].column) && RowBase.isIn(row[position], of: row)
      }.first.map { row[$0].column }
    }
    return movedBase
  }

  /// The column of a field that begins with a single quote which a later field closes. Single quotes do not quote in
  /// CSV, so a delimiter between them moved the cells.
  func openQuote(in row: Row) -> Int? {
    if quotesOfRow != row.index {
      quotesOfRow = row.index
      openQuote = Self.openQuote(in: row)
    }
    return openQuote
  }

  private static func openQuote(in row: Row) -> Int? {
    let quote = UInt8(ascii: "'")
    var opened: Int?
    for position in 0..<row.count {
      let utf8 = row.utf8(of: row[position])
      let opens = utf8.first == quote
      let closes = utf8.last == quote && utf8.count > (opens ? 1 : 0)
      guard opens != closes else { continue }
      // A quote that has its partner in the same field, or that a CSV export put before a formula, neither opens nor
      // closes.
      guard utf8.count(where: { $0 == quote }) % 2 == 1, !FormulaGuard.hasApostrophe(utf8) else { continue }
      if closes, let opened { return opened }
      if opens { opened = opened ?? row[position].column }
    }
    return nil
  }
}
