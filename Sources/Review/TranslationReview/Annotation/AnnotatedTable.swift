import Basics
import Spreadsheet

/// One table of an annotated copy: the exported columns in their order, the reviewers' own columns as texts, and a
/// column with the result of each row and locale.
struct AnnotatedTable {
  private let name: String
  private var columns: [SheetTable.Column] = []
  private var sources: [CopiedRows.Source] = []
  /// The column groups, with their positions in the copy.
  private var groups: [ColumnGroup]
  private var results: [Int] = []
  private var texts: [Int: [Int: String]] = [:]
  /// The index after the last row of the returned table.
  private let end: Int
  private var appendedCount = 0
  private var languages: [Int]
  private let table: ReturnedTable
  private let isEscaped: Bool

  init(_ table: ReturnedTable, _ found: SheetColumns, survey: TableSurvey, catalog: Catalog) {
    self.table = table
    name = table.name ?? "Review"
    end = survey.end
    isEscaped = table.isDelimited && found.groups.contains { $0[.base] >= 0 }
    groups = found.groups.map { ColumnGroup(locale: $0.locale) }
    let locales = Set(found.groups.compactMap(\.locale)).union(survey.locales)
    let known = Set(locales.compactMap(catalog.languageIndex))
    languages = known.count == locales.count ? known.sorted() : Array(catalog.languages.indices)
    var positions = addExported(found, catalog)
    let earlier = addOwn(found, survey, &positions)
    for (index, group) in found.groups.enumerated() {
      for column in ReviewColumn.allCases where group[column] >= 0 {
        groups[index][column] = positions[group[column]] ?? -1
      }
    }
    for (index, group) in groups.enumerated() {
      let language = group.locale.flatMap(catalog.languageIndex)
      results.append(add(.problem, earlier[index], nil, group: index, language: language))
    }
  }

  /// Adds the exported columns, and an `Action` column to each group that lacks it. Returns the position in the copy of
  /// each returned column.
  private mutating func addExported(_ found: SheetColumns, _ catalog: Catalog) -> [Int: Int] {
    var positions: [Int: Int] = [:]
    let owners = found.owners
    let all = ReviewColumn.allCases[...]
    let own = found.groups.indices.map { (Optional($0), all) }
    for (group, columns) in [(nil, ReviewColumn.leading)] + own + [(nil, all)] {
      for column in columns {
        let index = group ?? 0
        let source = found.groups[index][column]
        if source < 0, column == .action, group != nil {
          groups[index][column] = add(
            column, Self.header(column.header, groups[index].locale), nil, group: index,
            language: groups[index].locale.flatMap(catalog.languageIndex))
        }
        let isShared = owners[source] == nil || column.isOfText && groups[index].locale != nil
        guard source >= 0, positions[source] == nil, isShared == (group == nil) else { continue }
        // A `Status` column in any other position was added by a reviewer.
        if column == .status, source != found.groups[index][.deletable] + 1 { continue }
        let locale = isShared ? nil : groups[index].locale
        // The header of `Progress` has the counts that were computed last.
        let counting = column == .progress ? found.cells.first { $0.column == source }?.text : nil
        positions[source] = add(
          column, counting ?? Self.header(column.header, locale), source, group: group,
          language: locale.flatMap(catalog.languageIndex))
      }
    }
    return positions
  }

  /// Adds the reviewers' own columns, and returns the headers of the results. A column with the results of an earlier
  /// import is left out.
  private mutating func addOwn(_ found: SheetColumns, _ survey: TableSurvey, _ positions: inout [Int: Int]) -> [String]
  {
    let named = Dictionary(found.cells.map { ($0.column, $0.text) }) { first, _ in first }
    let own = survey.columns.union(named.filter { !$0.value.isEmpty }.keys).filter { positions[$0] == nil }.sorted()
    for column in own where !survey.results.contains(column) {
      positions[column] = add(.note, named[column] ?? "", column, group: nil, language: nil)
    }
    let taken = Set(columns.map { ReviewColumn.trimmed($0.header) })
    return groups.map { group in
      let names = SheetColumns.results.map { Self.header($0, group.locale) }
      return taken.contains(names[0]) ? names[1] : names[0]
    }
  }

  private static func header(_ name: String, _ locale: String?) -> String { locale.map { "\(name) [\($0)]" } ?? name }

  private mutating func add(_ column: ReviewColumn, _ header: String, _ source: Int?, group: Int?, language: Int?)
    -> Int
  {
    columns.append(SheetTable.Column(column: column, language: language, header: header))
    sources.append(CopiedRows.Source(column: source, group: group))
    return columns.count - 1
  }

  /// Adds the result of a row, and the new texts of its cells.
  mutating func set(_ text: String, at place: RowPlace, cells: [ReviewColumn: String]) {
    guard let index = groups.firstIndex(where: { $0.locale == place.locale }) else { return }
    var own = texts[place.row - 1] ?? [:]
    // In a sheet without notes, a text can be kept nowhere else.
    let note = groups[index][.note] < 0 ? cells[.note].map { "\n\($0)" } : nil
    own[results[index]] = written(CellText(text + (note ?? "")).text)
    for (column, text) in cells where groups[index][column] >= 0 { own[groups[index][column]] = written(text) }
    texts[place.row - 1] = own
  }

  /// Adds a row after the last one, to a table without groups of columns.
  mutating func append(_ result: String, _ row: ReviewRow, inLanguageAt language: Int) {
    guard groups.count == 1, groups[0].locale == nil else { return }
    if !languages.contains(language) { languages = (languages + [language]).sorted() }
    var own: [Int: String] = [:]
    for column in ReviewColumn.allCases where groups[0][column] >= 0 {
      own[groups[0][column]] = written(row.cell(column))
    }
    own[results[0]] = written(CellText(result).text)
    texts[end + appendedCount] = own
    appendedCount += 1
  }

  /// Adds a comment to the note of its row.
  ///
  /// - Parameter other: The note that the row came back with.
  mutating func add(_ note: ReturnedSheet.Note, besides other: String) {
    guard let index = groups.firstIndex(where: { $0.locale == note.place.locale }) else { return }
    // In a sheet without notes, a text can be kept nowhere else.
    let hasNotes = groups[index][.note] >= 0
    let (row, column) = (note.place.row - 1, hasNotes ? groups[index][.note] : results[index])
    let lines = [texts[row]?[column] ?? (hasNotes ? other : ""), note.note].filter { !$0.isEmpty }
    texts[row, default: [:]][column] = CellText(lines.joined(separator: "\n")).text
  }

  private func written(_ text: String) -> String { isEscaped ? FormulaGuard.escape(text) : text }

  var sheetTable: SheetTable {
    SheetTable(
      name: name, columns: columns, languages: languages, isSideBySide: groups.contains { $0.locale != nil },
      copied: CopiedRows(sources: sources, groups: groups, highlights: highlights, texts: texts) {
        [table, end, appendedCount] body in
        _ = try table.read(header: { _ in }, row: body)
        let row = Row()
        for index in end..<end + appendedCount {
          row.removeAll(index: index)
          try body(row)
        }
      })
  }

  // MARK: - Marks

  /// Colours a row, or its group of columns, by the first words of its result, so that the colour stays with the result
  /// when rows are sorted or when the next import writes another result.
  private var highlights: [ConditionalFormat] {
    zip(groups, results).flatMap { group, result in
      let cell = "$\(CellName.letters(ofColumn: result))2"
      let positions = Set(
        ReviewColumn.allCases.filter { group.locale == nil || !$0.isOfText }.map { group[$0] }.filter { $0 >= 0 })
      let fills = [Palette.done, Palette.bad, Palette.open, Palette.planned, Palette.notSent]
      return fills.flatMap { fill -> [ConditionalFormat] in
        let terms = RowResult.Kind.allCases.filter { Self.fill(of: $0) == fill }.map {
          "LEFT(\(cell),\($0.rawValue.count))=\"\($0.rawValue)\""
        }
        let formula = terms.count == 1 ? terms[0] : "OR(\(terms.joined(separator: ",")))"
        let row = ConditionalFormat(formula: formula, columns: positions.sorted(), style: CellStyle(fillColor: fill))
        let own = ConditionalFormat(
          formula: formula, columns: [result], style: CellStyle(fontColor: Palette.text, fillColor: fill))
        return fill == Palette.notSent ? [own] : [row, own]
      }
    }
  }

  private static func fill(of kind: RowResult.Kind) -> UInt32 {
    switch kind {
    case .sent, .alreadyThere, .reviewed, .rejected: Palette.done
    case .refused, .failed: Palette.bad
    case .conflict, .disagreement, .notChosen, .unapproved, .unconfirmed, .notAttempted: Palette.open
    case .planned: Palette.planned
    case .nothingToDo: Palette.notSent
    }
  }
}

/// What the rows of a returned table contain: the columns with texts, the results of an earlier import, and the locales.
struct TableSurvey {
  private(set) var columns: Set<Int> = []
  private(set) var locales: Set<String> = []
  /// The index after the last row.
  private(set) var end = 0
  /// The hash of the locale of the source values; nil if no row shows it.
  private(set) var sourceLocale: TextHash?
  /// The columns that may contain the results of an earlier import.
  private(set) var results: Set<Int>
  private let group: ColumnGroup?

  init(columns: SheetColumns) {
    results = Set(columns.cells.filter { ReviewColumn.folded($0.text).contains("result") }.map(\.column))
    group = columns.groups.first
  }

  mutating func add(_ row: Row) {
    end = max(end, row.index + 1)
    for cell in row.filledCells where !columns.contains(cell.column) && cell.length > 0 { columns.insert(cell.column) }
    for column in results {
      let text = row.text(inColumn: column)
      if !text.isEmpty, !RowResult.Kind.allCases.contains(where: { text.hasPrefix($0.rawValue) }) {
        results.remove(column)
      }
    }
    guard let group else { return }
    let locale = group.locale == nil ? row.text(inColumn: group[.locale]) : ""
    if !locale.isEmpty { locales.insert(locale) }
    if sourceLocale == nil, group[.sourceValue] >= 0 {
      sourceLocale = RowBase(text: row.text(inColumn: group[.base]))?.sourceLocale
    }
  }
}
