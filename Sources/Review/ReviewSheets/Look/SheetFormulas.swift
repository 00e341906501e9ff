import Basics
import NStackAPI
import Spreadsheet
import TextChecks

/// The formulas of a worksheet, of functions that Excel, LibreOffice, Numbers and Google Sheets have, none of which
/// reads more than its row, but for the counts.
struct SheetFormulas {
  private let table: SheetTable
  private let checks: TypedChecks
  /// The locale of the source texts in the sheet; nil if there are none.
  private let sourceLocale: String?
  /// The language of the source texts, as an index in the catalog; nil if there are none.
  private let sourceLanguage: Int?
  /// The number of the row in references: 2 in formulas for the first row below the header.
  private var row = "2"

  init(_ table: SheetTable, of sheet: ReviewSheet) {
    self.table = table
    checks = (sheet.extras.checks ?? CheckSettings()).typed
    sourceLanguage = sheet.sourceLanguage ?? sheet.defaultLanguage
    sourceLocale = sourceLanguage.map { sheet.catalog.languages[$0].locale }
  }

  /// The formula of a column's cells, split where the row number goes; nil for a column of texts.
  func formula(at index: Int) -> [String]? {
    // No header, word or pattern has it: XML cannot contain it.
    let mark = "\u{FFFF}"
    var formulas = self
    formulas.row = mark
    let formula =
      switch table.columns[index].column {
      case .characterCount: formulas.count(near: index)
      case .progress: formulas.progress(near: index)
      default: nil as String?
      }
    return formula?.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
  }

  /// The cell of a column in the same group, or of a column that belongs to the text; nil if there is none.
  func cell(_ column: ReviewColumn, of index: Int) -> String? {
    position(column, of: index).map { "$\(CellName.letters(ofColumn: $0))\(row)" }
  }

  private func position(_ column: ReviewColumn, of index: Int) -> Int? {
    let language = column.isOfText ? nil : table.columns[index].language
    return table.columns.firstIndex { $0.column == column && (column.isOfText || $0.language == language) }
  }

  /// The range of cells that some columns have in a row; nil if the table has none of them, or not side by side.
  private func cells(_ columns: [ReviewColumn], of index: Int) -> String? {
    let found = columns.compactMap { position($0, of: index) }
    guard let first = found.first, let last = found.last, last - first + 1 == found.count else { return nil }
    return "$\(CellName.letters(ofColumn: first))\(row):$\(CellName.letters(ofColumn: last))\(row)"
  }

  // MARK: - One row

  /// True if the proposal is not the exported one.
  func isChanged(near index: Int) -> String? {
    guard let proposal = cell(.proposal, of: index), let exported = cell(.exportedProposal, of: index) else {
      return nil
    }
    return "NOT(EXACT(\(proposal),\(exported)))"
  }

  /// True if the proposal is longer than its row allows.
  func excess(near index: Int) -> String? {
    guard let proposal = cell(.proposal, of: index), let limit = cell(.maximumLength, of: index) else { return nil }
    return "IF(\(limit)=\"\",FALSE,LEN(\(proposal))>VALUE(\(limit)))"
  }

  /// The number of characters in the proposal, followed by the limit.
  private func count(near index: Int) -> String? {
    guard let proposal = cell(.proposal, of: index), let limit = cell(.maximumLength, of: index) else { return nil }
    return "LEN(\(proposal))&\"/\"&\(limit)"
  }

  /// What was done in the row, as ``RowProgress`` says it, or `red: ` and what is wrong with the proposal.
  private func progress(near index: Int) -> String? {
    guard let proposal = cell(.proposal, of: index), let isChanged = isChanged(near: index),
      let base = cell(.base, of: index), let current = cell(.currentValue, of: index),
      let action = cell(.action, of: index)
    else { return nil }
    let isApproved = Self.isOne(of: [.ok, .accept], action)
    let isDecided = Self.isOne(of: [.delete, .reject, .skip], action)
    let approved = { (other: String) in "IF(\(isApproved),\"\(RowProgress.approved)\",\(other))" }
    let fine = approved("\"\(RowProgress.changed)\"")
    let judged = faults(of: proposal, current: current, near: index).reversed().reduce(fine) { other, fault in
      "IF(\(fault.formula),\"\(RowProgress.red)\(fault.name)\",\(other))"
    }
    let untouched = approved("IF(\(current)&\(proposal)=\"\",\"\(RowProgress.missing)\",\"\")")
    return "IF(\(base)=\"\",\"\",IF(\(isDecided),\"\(RowProgress.decided)\","
      + "IF(AND(\(proposal)<>\"\",\(isChanged)),\(judged),\(untouched))))"
  }

  private static func isOne(of actions: [ReviewAction], _ cell: String) -> String {
    let words = FormulaText.literal(",\(actions.flatMap(\.words).map(ReviewColumn.folded).joined(separator: ",")),")
    return "ISNUMBER(FIND(\",\"&LOWER(TRIM(\(cell)))&\",\",\(words)))"
  }

  // MARK: - Faults

  /// The most characters of a formula that Excel opens.
  private static let most = 8_192
  /// The most characters of the formulas of rules, of ``most`` for all that a cell has and 64 levels of functions.
  private static let mostOfRules = 2_500

  /// The formulas that are true for a fault that the current value does not have, as the import finds it.
  private func faults(of proposal: String, current: String, near index: Int) -> [(formula: String, name: String)] {
    let source = cell(.sourceValue, of: index) ?? cell(.checkedSource, of: index)
    let note = cell(.note, of: index)
    var faults: [(formula: String, name: String)] = []
    func add(_ id: String, _ name: String, _ terms: String?...) {
      guard checks.isOn(id), terms.allSatisfy({ $0 != nil }) else { return }
      // A line such as "ignore: html.tags" turns a check off for the row.
      let isHeeded = note.map { "ISERROR(FIND(\"\(id)\",\($0)))" }
      let all = (terms + [isHeeded]).compactMap(\.self)
      faults.append((all.count == 1 ? all[0] : "AND(\(all.joined(separator: ",")))", name))
    }
    if let lost = lostPlaceholder(in: proposal, current: current, near: index) {
      // The ids of these checks all begin with p: printf.missing, placeholder.name.
      let isHeeded = note.map { ",ISERROR(FIND(\"ignore: p\",\($0)))" } ?? ""
      faults.append(("AND(\(lost)\(isHeeded))", "placeholder"))
    }
    add(TypedChecks.Fault.tags.rawValue, "tag", source.map { Self.otherTags(proposal, source: $0, current: current) })
    add(
      TypedChecks.Fault.edge.rawValue, "space at the edge",
      source.flatMap { otherEdge(proposal, source: $0, current: current, near: index) })
    add(
      TypedChecks.Fault.forbiddenWord.rawValue, "forbidden word",
      cells(ReviewColumn.forbidden, of: index).map {
        "SUMPRODUCT((\($0)<>\"\")*ISNUMBER(FIND(\($0),\(FormulaText.words(of: "LOWER(\(proposal))")))))>0"
      })
    add(TypedChecks.Fault.length.rawValue, "too long", excess(near: index))
    var room = Self.mostOfRules
    for rule in checks.rules {
      let breaks = rule.formula(of: proposal)
      room -= breaks.utf16.count + 3 * rule.id.utf16.count + 80
      if room < 0 { break }
      add(rule.id, rule.id, cell(.rules, of: index).map { "ISNUMBER(FIND(\";\(rule.id);\",\($0)))" }, breaks)
    }
    return faults
  }

  /// True if a placeholder of the row is lost. `%1$@` may replace `%@`, so a placeholder that begins with `%` is also
  /// searched for after a `$`.
  private func lostPlaceholder(in proposal: String, current: String, near index: Int) -> String? {
    cells(ReviewColumn.placeholders, of: index).map { all in
      let numbered = "SUBSTITUTE(\(all),\"%\",\"$\",1)"
      return "SUMPRODUCT((\(all)<>\"\")*ISERROR(FIND(\(all),\(proposal)))*ISERROR(FIND(\(numbered),\(proposal)))"
        + "*((\(current)=\"\")+ISNUMBER(FIND(\(all),\(current)))+ISNUMBER(FIND(\(numbered),\(current)))>0))>0"
    }
  }

  /// True if there are more or fewer tags than in a source text with tags: of the signs that begin them, the one of a
  /// closing tag counts twice.
  private static func otherTags(_ proposal: String, source: String, current: String) -> String {
    let count = { (cell: String) in "LEN(\(cell))-LEN(SUBSTITUTE(SUBSTITUTE(\(cell),\"</\",\"\"),\"<\",\"\"))" }
    let hasTags = ["</", "/>", "<br"].map { "ISNUMBER(FIND(\"\($0)\",\(source)))" }.joined(separator: ",")
    return "AND(OR(\(hasTags)),\(count(proposal))<>\(count(source)),"
      + "OR(\(current)=\"\",\(count(proposal))<>\(count(current))))"
  }

  /// True if a space is at an edge of only one of the texts.
  private func otherEdge(_ proposal: String, source: String, current: String, near index: Int) -> String? {
    var terms = ["\(source)<>\"\""]
    if let language = table.columns[index].language {
      guard language != sourceLanguage else { return nil }
    } else if let sourceLocale, let locale = cell(.locale, of: index) {
      terms.append("\(locale)<>\(FormulaText.literal(sourceLocale))")
    }
    let edges = ["LEFT", "RIGHT"].map { edge in
      let isSpace = { (cell: String) in "ISNUMBER(FIND(\(edge)(\(cell)),\"\(SpaceEdges.all)\"))" }
      return "AND(\(isSpace(proposal))<>\(isSpace(source)),"
        + "OR(\(current)=\"\",\(isSpace(proposal))<>\(isSpace(current))))"
    }
    return "AND(\(terms.joined(separator: ",")),OR(\(edges.joined(separator: ","))))"
  }

  // MARK: - Counts

  /// The formulas of the counts of rows, in the order of ``ProgressCounts/Name``; nil without a column for them, or if
  /// there are too many columns for a formula.
  ///
  /// - Parameters:
  ///   - tables: The tables, each with the number of rows below its header.
  ///   - index: Only the group of this column; nil for all.
  static func counts(of tables: [(table: SheetTable, rows: Int)], at index: Int? = nil) -> [String]? {
    let ranges = tables.flatMap { table, rows in
      let range = { (column: Int) in
        let letters = CellName.letters(ofColumn: column)
        return "'\(table.name.replacing("'", with: "''"))'!$\(letters)$2:$\(letters)$\(max(rows + 1, 2))"
      }
      return table.progressColumns.filter { $0.progress == index ?? $0.progress }.map { (range($0), range($1)) }
    }
    guard !ranges.isEmpty else { return nil }
    let number = { (text: String) in ranges.map { "COUNTIF(\($0.0),\"\(text)\")" }.joined(separator: "+") }
    let formulas = ProgressCounts.Name.allCases.map { name in
      switch name {
      case .changed: number(RowProgress.changed.rawValue)
      case .approved: number(RowProgress.approved.rawValue)
      case .missing: number(RowProgress.missing.rawValue)
      case .red: number(RowProgress.red + "*")
      case .left:
        ranges.map { "COUNTA(\($0.1))-COUNTIF(\($0.0),\"?*\")" }.joined(separator: "+")
          + "+\(number(RowProgress.missing.rawValue))"
      }
    }
    return formulas.allSatisfy { $0.utf16.count <= most } ? formulas : nil
  }

  /// The formula of a header with the counts of its column, as ``ProgressCounts/line`` writes them.
  static func header(_ column: Int, of table: SheetTable, rows: Int) -> String? {
    counts(of: [(table, rows)], at: column).map { counts in
      let locale = ReviewColumn.split(table.columns[column].header).locale.map { " [\($0)]" } ?? ""
      let parts = zip(ProgressCounts.Name.allCases, counts).map { name, count in
        "\(count)&\(FormulaText.literal(" \(name.rawValue.lowercased())"))"
      }
      return "\(FormulaText.literal("\(ReviewColumn.progress.header): "))&\(parts.joined(separator: "&\", \"&"))"
        + (locale.isEmpty ? "" : "&\(FormulaText.literal(locale))")
    }
  }
}
