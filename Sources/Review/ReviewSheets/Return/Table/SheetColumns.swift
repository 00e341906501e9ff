import Basics
import NStackAPI
import Spreadsheet

/// The positions of a review sheet's columns in one worksheet or file, according to its header.
///
/// A sheet has one group of columns for all rows. In the layout with a group for each locale, it has one group per
/// locale, whose headers end with the locale in brackets: `Proposal [da-DK]`.
package struct SheetColumns: Sendable {
  /// The groups, in the order of their first column.
  package let groups: [ColumnGroup]
  let headerRow: Int
  /// All cells of the header row, including those of other columns.
  package var cells: [(column: Int, text: String)] = []

  /// For each column that only one group uses, the index of that group in ``groups``.
  package var owners: [Int: Int] {
    var owners: [Int: Int] = [:]
    var shared: Set<Int> = []
    for (index, group) in groups.enumerated() {
      for column in ReviewColumn.allCases where group[column] >= 0 {
        if owners.updateValue(index, forKey: group[column]) != nil { shared.insert(group[column]) }
      }
    }
    for column in shared { owners[column] = nil }
    return owners
  }

  /// For each column of the worksheet, the ordinal of its review column in any group; -1 for none. A column is the same
  /// in all groups that use it.
  var ordinals: [Int] {
    let last = groups.lazy.flatMap { group in ReviewColumn.allCases.lazy.map { group[$0] } }.max() ?? -1
    var ordinals = [Int](repeating: -1, count: last + 1)
    for group in groups {
      for column in ReviewColumn.allCases where group[column] >= 0 { ordinals[group[column]] = column.ordinal }
    }
    return ordinals
  }

  /// Whether a row above the header belongs to the table: it names a text, which a title does not.
  func isRow(_ row: Row) -> Bool {
    groups.contains { group in
      let names: [ReviewColumn] = group.locale == nil ? [.section, .key, .locale] : [.section, .key]
      return names.allSatisfy { group[$0] < 0 || row.cell(inColumn: group[$0]).map { $0.length > 0 } ?? false }
    }
  }

  /// Refuses an exported sheet whose column `Action` may have been renamed, because its requests would be ignored
  /// silently. A sheet that only lacks the column is accepted.
  func refuseLostAction(at place: RowPlace) throws(SpreadsheetError) {
    let unknown = cells.map(\.text).filter { !$0.isEmpty && ReviewColumn(header: ReviewColumn.split($0).name) == nil }
    guard !unknown.isEmpty, let group = groups.first(where: { $0[.base] >= 0 && $0[.action] < 0 }) else { return }
    let found = unknown.prefix(5).map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
    throw SpreadsheetError(
      .sheetMissingColumn,
      "the header lacks the column \"Action\(group.locale.map { " [\($0)]" } ?? "")\" and has unknown ones: \(found).",
      hint: "Restore the header as it was exported.", place: SpreadsheetError.Place(place))
  }

  /// The number of unknown headers that are compared with known ones.
  private static let comparedHeaders = 100
  /// The headers of the columns with results in copies of a sheet. They are not for the reviewer.
  package static let results = ["Result", "Import result"]

  /// The columns that an export computes from the others.
  var computed: Set<Int> {
    Set(
      cells.lazy.filter { ReviewColumn(header: ReviewColumn.split($0.text).name)?.traits.isComputed == true }.map(
        \.column))
  }

  /// The header of a column; empty if it has none.
  func header(of column: Int) -> String { cells.first { $0.column == column }?.text ?? "" }

  /// The name of a column in messages: its header, or else its letters.
  func name(of column: Int) -> String {
    let header = ReviewColumn.trimmed(header(of: column))
    return header.isEmpty ? "column \(CellName.letters(ofColumn: column))" : header
  }

  /// Whether a column has the results that a copy of a sheet shows.
  func isResult(_ column: Int) -> Bool {
    Self.results.contains(ReviewColumn.trimmed(ReviewColumn.split(header(of: column)).name))
  }

  /// Returns warnings about columns without texts whose headers resemble those of columns that are read.
  ///
  /// - Parameter told: The columns with texts, which have remarks of their own.
  func warnings(at place: RowPlace, told: Set<Int>) -> [Diagnostic] {
    let read = ordinals
    let unread = cells.lazy.filter { cell in
      !cell.text.isEmpty && !told.contains(cell.column) && !(cell.column < read.count && read[cell.column] >= 0)
    }
    return unread.prefix(Self.comparedHeaders).compactMap { cell in
      likeness(of: cell.text).map { likeness in
        Diagnostic(
          code: .sheetUnknownColumn, severity: .warning, place: place, column: cell.text,
          message: likeness.finding + " " + likeness.advice)
      }
    }
  }

  /// The remark about a column that people added, with its texts.
  ///
  /// - Parameter locales: The locales of the table if the column is for a language that it does not have.
  func remark(on column: Int, _ texts: UnreadTexts, locales: [String]?, place: (_ row: Int) -> RowPlace) -> Diagnostic?
  {
    let header = header(of: column)
    if locales == nil, let likeness = header.isEmpty ? nil : likeness(of: header) {
      return texts.diagnostic(
        .sheetUnknownColumn, in: "the column \"\(Visible.text(header))\"", likeness.finding + " " + likeness.advice,
        column: header, place: place)
    }
    return texts.diagnostic(
      in: header.isEmpty
        ? "column \(CellName.letters(ofColumn: column)), which has no header,"
        : "the column \"\(Visible.text(header))\"",
      locales.map { locales in
        let more = locales.count > Self.mostLocales ? ", …" : ""
        let named = locales.prefix(Self.mostLocales).map { "\"\(Visible.text($0))\"" }.joined(separator: ", ")
        return "This sheet is for \(named)\(more), and not for the language of that column. Ask for a sheet in that "
          + "language, and write the texts there, under Proposal."
      } ?? "Write texts under Proposal, and remarks under Note.", column: header, place: place)
  }

  /// The most locales that such a remark names.
  private static let mostLocales = 5

  /// The known header that an unknown one resembles, and advice; nil if there is none.
  private func likeness(of header: String) -> (finding: String, advice: String)? {
    let (name, locale) = ReviewColumn.split(header)
    let own = locale.map { locale in
      groups.first { $0.locale.map { LocaleName.normalized($0) == LocaleName.normalized(locale) } ?? false }
    }
    // A header for a locale that the sheet lacks resembles none of the sheet's columns.
    if let own, own == nil, groups[0].locale != nil { return nil }
    let group = own.flatMap(\.self) ?? groups[0]
    let meant =
      ReviewColumn(header: name)
      ?? ReviewColumn.allCases.first { column in
        (group[column] < 0 || column == .proposal || column == .action) && !column.traits.isOfExportAlone
          && column.resembles(name)
      }
    guard let meant, meant.isForReviewer || group[meant] < 0, !meant.traits.isOfExportAlone else {
      // The column for notes may have been renamed.
      guard group[.base] >= 0, group[.note] < 0, ReviewColumn(header: name) == nil else { return nil }
      return (
        "The header lacks the column \"Note\", and the column \"\(Visible.text(header))\" is not read.",
        "If it holds the notes, rename it to Note."
      )
    }
    return (
      "The column \"\(Visible.text(header))\" resembles \"\(meant.header)\" but is not read.",
      group[meant] < 0 ? "Rename it if it should be read." : "Move its contents if they should be read."
    )
  }

  /// What a possible header row turned out to be.
  enum Recognition {
    case header(SheetColumns)
    /// A header with some of the columns, but not all that are required.
    case incomplete(missing: [ReviewColumn], found: [String], unknown: [String])
    case repeated(header: String, columns: [Int])
    /// Any other row, with the number of known headers in it, and its other cells.
    case other(found: Int, unknown: [String])
  }

  static func recognition(of cells: [(column: Int, text: String)], row: Int) -> Recognition {
    var shared = ColumnGroup(locale: nil)
    var groups: [ColumnGroup] = []
    var groupIndex: [String: Int] = [:]
    var found: [String] = []
    var unknown: [String] = []
    var repeated: Recognition?
    let names = cells.map { cell -> (column: ReviewColumn?, locale: String?) in
      let (name, locale) = ReviewColumn.split(cell.text)
      if locale != nil, let column = ReviewColumn(header: name) { return (column, locale) }
      return (ReviewColumn(header: cell.text), nil)
    }
    let hasLocale = names.contains { $0.column == .locale && $0.locale == nil }
    for ((position, text), (column, locale)) in zip(cells, names) {
      guard let column else {
        unknown.append(text)
        continue
      }
      // In a table with a column for locales, a header with a locale in brackets is the reviewer's own.
      if locale != nil, hasLocale { continue }
      found.append(text)
      if let locale, !column.isOfText {
        let normalized = LocaleName.normalized(locale)
        let index = groupIndex[normalized, default: groups.count]
        if index == groups.count {
          groupIndex[normalized] = index
          groups.append(ColumnGroup(locale: locale))
        }
        if groups[index][column] < 0 {
          groups[index][column] = position
        } else if repeated == nil, !column.traits.isShownOnly {
          repeated = .repeated(header: text, columns: [groups[index][column], position])
        }
      } else if shared[column] < 0 {
        shared[column] = position
      } else if repeated == nil, !column.traits.isShownOnly {
        repeated = .repeated(header: text, columns: [shared[column], position])
      }
    }
    // Any table may have one of the known headers, but not two of the three that name a text.
    guard [.section, .key, .proposal].count(where: { shared[$0] >= 0 }) >= 2 || (shared[.key] >= 0 && !groups.isEmpty)
    else { return .other(found: found.count, unknown: unknown) }
    if let repeated { return repeated }
    if groups.isEmpty {
      var missing = ReviewColumn.allCases.filter { $0.isRequired && shared[$0] < 0 }
      // The bases prove the locales, so the column for them is not needed.
      if missing == [.locale], shared[.base] >= 0 { missing = [] }
      guard missing.isEmpty else {
        return isTableOfKeys(shared, unknown)
          ? .other(found: found.count, unknown: unknown) : .incomplete(missing: missing, found: found, unknown: unknown)
      }
      return .header(SheetColumns(groups: [shared], headerRow: row, cells: cells))
    }
    // A group of columns that a person added beside exported groups is the reviewer's own.
    if groups.contains(where: { $0[.base] >= 0 }) {
      groups.removeAll { group in ReviewColumn.allCases.allSatisfy { group[$0] < 0 || $0.isForReviewer } }
    }
    for index in groups.indices {
      for column in ReviewColumn.allCases where groups[index][column] < 0 { groups[index][column] = shared[column] }
      let missing = ReviewColumn.allCases.filter { $0.isRequired && $0 != .locale && groups[index][$0] < 0 }
      guard missing.isEmpty else { return .incomplete(missing: missing, found: found, unknown: unknown) }
    }
    return .header(SheetColumns(groups: groups, headerRow: row, cells: cells))
  }

  /// Whether a header belongs to an ordinary table of translations: a column for each language, names, notes and a
  /// status, but no column that only review sheets have.
  private static func isTableOfKeys(_ shared: ColumnGroup, _ unknown: [String]) -> Bool {
    let others: [ReviewColumn] = [.section, .key, .status, .note, .description]
    return ReviewColumn.allCases.allSatisfy { shared[$0] < 0 || others.contains($0) }
      && unknown.contains { LanguageTag($0) != nil }
  }

  /// The most bytes of a cell that are compared with headers; a longer cell is a text.
  private static let longestHeader = 256

  /// Whether a row has as many short cells as a header needs.
  static func mayBeHeader(_ row: Row) -> Bool {
    row.filledCells.lazy.filter { $0.length <= longestHeader }.prefix(3).count == 3
  }

  static func headerText(of cell: Cell, in row: Row) -> String {
    guard cell.length > longestHeader else { return row.text(of: cell) }
    let utf8 = row.utf8(of: cell)
    return String(String(decoding: utf8.prefix(longestHeader), as: UTF8.self).unicodeScalars.dropLast(2)) + "…"
  }
}
