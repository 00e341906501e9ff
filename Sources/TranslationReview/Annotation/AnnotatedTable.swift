import Basics
import Spreadsheet

/// One table of a returned file with the changes to make in it: a column with the result of each row and locale, the
/// colours, and the updated cells.
struct AnnotatedTable {
  /// The colours, by their place in ``marks``.
  enum Mark: Int, CaseIterable {
    case done
    case bad
    case open
    case planned
    case quiet

    init(_ kind: RowResult.Kind) {
      switch kind {
      case .applied, .alreadyThere, .reviewed: self = .done
      case .refused, .failed: self = .bad
      case .conflict, .inDoubt, .notAttempted: self = .open
      case .planned: self = .planned
      case .notSent: self = .quiet
      }
    }

    var fill: UInt32 {
      switch self {
      case .done: Palette.done
      case .bad: Palette.bad
      case .open: Palette.open
      case .planned: Palette.planned
      case .quiet: Palette.notSent
      }
    }
  }

  static let marks = Mark.allCases.map { CellMark(fill: $0.fill) }
  private static let width = 48.0

  let columns: SheetColumns
  /// The column of the results, for each group.
  private let resultColumns: [Int]
  /// The column `Action` of each group, which is an added one if the sheet has none; -1 for none.
  private let actionColumns: [Int]
  private let headers: [String]
  private let isEscaped: Bool
  private(set) var edits = WorksheetEdits()

  /// Chooses the columns for the results.
  ///
  /// - Parameters:
  ///   - columns: The columns that the header names.
  ///   - survey: The contents of the rows below the header.
  ///   - groupsToAct: The locales of the groups that get a word under `Action`; a group without that column gets one.
  init(columns: SheetColumns, survey: TableSurvey, isDelimited: Bool, groupsToAct: Set<String?> = []) {
    self.columns = columns
    isEscaped = isDelimited && columns.groups.contains { $0[.base] >= 0 }
    var next = max(columns.cells.map(\.column).max() ?? 0, survey.lastColumn) + 1
    let firstAdded = next
    var resultColumns: [Int] = []
    var actionColumns: [Int] = []
    var headers: [String] = []
    var addedActions: [(column: Int, header: String)] = []
    // A lookup and not a search, because a header may have thousands of groups.
    let named = Dictionary(grouping: columns.cells) { ReviewColumn.trimmed($0.text) }
    for group in columns.groups {
      actionColumns.append(group[.action])
      if group[.action] < 0, groupsToAct.contains(group.locale) {
        let header = ReviewColumn.action.header
        addedActions.append((next, group.locale.map { "\(header) [\($0)]" } ?? header))
        actionColumns[actionColumns.count - 1] = next
        next += 1
      }
      let names = ["Result", "Import result"].map { name in group.locale.map { "\(name) [\($0)]" } ?? name }
      let own = names.flatMap { named[$0] ?? [] }.filter { survey.isResultColumn($0.column) }
        .min { $0.column < $1.column }
      if let own {
        resultColumns.append(own.column)
        headers.append(own.text)
      } else {
        let isTaken = named[names[0]] != nil
        resultColumns.append(next)
        headers.append(isTaken ? names[1] : names[0])
        next += 1
      }
    }
    self.resultColumns = resultColumns
    self.actionColumns = actionColumns
    self.headers = headers
    if next > firstAdded { edits.addedColumns = firstAdded...(next - 1) }
    let header = columns.cells.map(\.column).max() ?? 0
    for (column, text) in zip(resultColumns, headers) {
      edits.set(text, row: columns.headerRow, column: column, look: column >= firstAdded ? .column(header) : .kept)
      edits.widths[column] = column >= firstAdded ? Self.width : nil
      for row in survey.rows(withResultIn: column) { edits.set("", row: row, column: column, look: .plain) }
    }
    for (column, text) in addedActions {
      edits.set(text, row: columns.headerRow, column: column, look: .column(header))
    }
    addRules(lastRow: survey.lastRow)
  }

  /// Adds the result of a row, and the new texts of its cells.
  mutating func set(_ text: String, _ kind: RowResult.Kind, at place: RowPlace, cells: [ReviewColumn: String]) {
    guard let index = columns.groups.firstIndex(where: { $0.locale == place.locale }) else { return }
    let row = place.row - 1
    edits.set(
      written(CellText(text).text), row: row, column: resultColumns[index], look: .mark(Mark(kind).rawValue))
    for (column, text) in cells {
      let place = column == .action ? actionColumns[index] : columns.groups[index][column]
      if place >= 0 { edits.set(written(text), row: row, column: place) }
    }
  }

  private func written(_ text: String) -> String {
    isEscaped ? FormulaGuard.escape(text) : text
  }

  /// Colours a row, or its group of columns, by the first words of its result, so that the colour stays with the result
  /// when rows are sorted or when the next import writes another result.
  private mutating func addRules(lastRow: Int) {
    guard lastRow > columns.headerRow else { return }
    let rows = (columns.headerRow + 1)...lastRow
    for (index, group) in columns.groups.enumerated() {
      let places = ReviewColumn.allCases.filter { group.locale == nil || !$0.isOfText }.map { group[$0] }
      let own = places.filter { $0 >= 0 }
      guard let first = own.min(), let last = own.max() else { continue }
      let cell = "$\(CellName.letters(ofColumn: resultColumns[index]))\(rows.lowerBound + 1)"
      for mark in [Mark.done, .bad, .open, .planned] {
        let words = RowResult.Kind.allCases.filter { Mark($0) == mark }.map(\.rawValue)
        let terms = words.map { "LEFT(\(cell),\($0.count))=\"\($0)\"" }
        edits.rules.append(
          WorksheetEdits.Rule(
            formula: terms.count == 1 ? terms[0] : "OR(\(terms.joined(separator: ",")))", columns: first...last,
            rows: rows, mark: mark.rawValue))
      }
    }
  }
}

/// The size of a table, and the columns of earlier results in it.
struct TableSurvey {
  private(set) var lastColumn = 0
  private(set) var lastRow = 0
  /// The rows with a text in each column that may contain the results of an earlier import.
  private var candidates: [Int: [Int]] = [:]
  private var others: Set<Int> = []

  init(columns: SheetColumns) {
    for cell in columns.cells where ReviewColumn.folded(cell.text).contains("result") { candidates[cell.column] = [] }
  }

  mutating func take(_ row: Row) {
    lastRow = max(lastRow, row.index)
    if row.count > 0 { lastColumn = max(lastColumn, row[row.count - 1].column) }
    for column in candidates.keys {
      let text = row.text(inColumn: column)
      guard !text.isEmpty else { continue }
      candidates[column]?.append(row.index)
      if !RowResult.Kind.allCases.contains(where: { text.hasPrefix($0.rawValue) }) { others.insert(column) }
    }
  }

  /// Whether a column contains only results.
  func isResultColumn(_ column: Int) -> Bool {
    candidates[column] != nil && !others.contains(column)
  }

  func rows(withResultIn column: Int) -> [Int] {
    candidates[column] ?? []
  }
}
