import Basics
import Spreadsheet

/// What tells a phrasebook from other tables.
struct PhrasebookSurvey {
  /// The rows, in the encoding in which they can be read.
  let rows: TableRows
  /// The texts of the first two columns, each with whether it is the name of a language.
  private(set) var names: [String: Bool] = [:]
  private var rowCount = 0
  private var fullRowCount = 0
  private var namedRowCount = 0
  /// The rows with the name of one language or two.
  private var partlyNamedRowCount = 0

  /// The most different names of languages that a phrasebook has. More are texts.
  private static let mostNames = 1_000

  /// Counts the rows of a file.
  ///
  /// - Throws: The codes of `SpreadsheetDocument`.
  init(of rows: TableRows) throws {
    self.rows = rows
    try rows.read { row, _ in
      rowCount += 1
      guard (0..<4).allSatisfy({ row.cell(inColumn: $0) != nil }) else { return }
      fullRowCount += 1
      let found = [row.text(inColumn: 0), row.text(inColumn: 1)]
      for name in found where names[name] == nil && names.count < Self.mostNames {
        names[name] = Self.allNames.tag(of: name) != nil
      }
      if found.allSatisfy({ names[$0] == true }) { namedRowCount += 1 }
      if found.contains(where: { names[$0] == true }) { partlyNamedRowCount += 1 }
    }
  }

  private static let allNames = LanguageNames(among: [])

  /// Whether at least 90 % of the rows have four columns.
  var hasColumns: Bool { rowCount > 0 && fullRowCount * 10 >= rowCount * 9 }

  /// Whether the file is a phrasebook: in at least 90 % of the rows, four columns begin with two languages.
  var isPhrasebook: Bool { rowCount > 0 && namedRowCount * 10 >= rowCount * 9 }

  /// Whether the file is a phrasebook of which some names may be unknown: half of the rows have the name of a language
  /// before two texts.
  var looksLikePhrasebook: Bool { isPhrasebook || (hasColumns && partlyNamedRowCount * 2 >= rowCount) }

  /// The names that are not known, in order.
  private var unknownNames: [String] { names.filter { !$0.value }.keys.sorted() }

  /// The error for another table.
  var refusal: SpreadsheetError {
    let found =
      hasColumns
      ? "only \(namedRowCount) of \(rowCount) rows begin with the names of two languages (unknown: "
        + unknownNames.prefix(5).map { "\"\(Visible.text($0))\"" }.joined(separator: ", ") + ")"
      : "only \(fullRowCount) of \(rowCount) rows have four columns"
    return SpreadsheetError(
      .exchangeFormat, "this is not a phrasebook of Google Translate: \(found).",
      hint: "If the columns are right, name both languages with the options for languages.",
      place: SpreadsheetError.Place(file: rows.path))
  }
}
