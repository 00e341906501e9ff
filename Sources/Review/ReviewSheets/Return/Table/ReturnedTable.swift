import Basics
package import Spreadsheet

/// One worksheet of a returned file, a whole CSV file, or the table in a page: its rows and their places.
package struct ReturnedTable {
  /// The format of the file.
  package let format: SheetFormat
  /// The worksheet's name; nil in a file without worksheets.
  package let name: String?
  /// The id of the sheet from the file's properties; nil if they do not contain it.
  package let sheetID: String?
  /// When the workbook was last saved, as it says itself, in seconds since 1970; nil if it does not say.
  let savedAt: Double?
  /// Who last saved the workbook; nil if it does not say.
  let author: String?
  /// The number of rows that the export wrote to each worksheet, from the file's properties.
  package let exportedRowCounts: ExportedRowCounts
  /// The delimiter of delimited text; nil in another format.
  package let delimiter: UInt8?
  package var isDelimited: Bool { delimiter != nil }
  /// The number format of a style, as a spreadsheet program shows it.
  let numberFormat: (_ style: Int) -> String

  /// Whether a style strikes out the text of its cells.
  let isStruckOut: (_ style: Int) -> Bool
  /// Whether a spreadsheet program shows the worksheet.
  let visibility: Worksheet.Visibility
  package let comments: () throws(SpreadsheetError) -> [CellComment]
  /// The texts of the text boxes on the worksheet.
  let boxes: () throws(SpreadsheetError) -> [String]
  /// The merged cells, which are known only after the rows were read.
  let mergedRanges: () -> [MergedRange]

  /// Whether an apostrophe belongs to its text if no row proves the opposite. That holds for a workbook that an export
  /// wrote, for a page, and for CSV, whose apostrophes are already removed.
  var keepsApostrophes: Bool { sheetID != nil || format != .xlsx }

  private let file: String
  private let fileIndex: Int
  private let readRows: (_ body: (Row) throws -> Void) throws -> Void

  /// - Parameter name: The name that places show instead of the path.
  package static func tables(
    ofFileAt path: String, named name: String? = nil, index: Int, csv: CSVReadingOptions, limits: SpreadsheetLimits
  ) throws(SpreadsheetError) -> [ReturnedTable] {
    let file = name ?? path
    if let page = try PageTable.open(path, limits: limits) {
      return [
        ReturnedTable(page.properties, .html, table: page.worksheet, file: file, index: index, readRows: page.readRows)
      ]
    }
    switch try SpreadsheetDocument.open(path: path, csv: csv, limits: limits, isStrict: true) {
    case .workbook(let workbook):
      return workbook.worksheets.enumerated().map { position, worksheet in
        ReturnedTable(
          workbook.properties, .xlsx, name: worksheet.name, numberFormat: workbook.numberFormat(ofStyle:),
          isStruckOut: workbook.isStruckOut(style:), visibility: worksheet.visibility,
          comments: { () throws(SpreadsheetError) in try workbook.comments(ofWorksheetAt: position) },
          boxes: { () throws(SpreadsheetError) in try workbook.textBoxes(ofWorksheetAt: position) },
          mergedRanges: { workbook.mergedRanges[position] ?? [] }, file: file, index: index,
          readRows: { try workbook.readRows(ofWorksheetAt: position, $0) })
      }
    case .delimited(let document):
      return [
        ReturnedTable(
          DocumentProperties(), .csv, delimiter: document.delimiter, file: file, index: index,
          readRows: document.readRows)
      ]
    }
  }

  private init(
    _ properties: DocumentProperties, _ format: SheetFormat, name: String? = nil, table: String? = nil,
    delimiter: UInt8? = nil, numberFormat: @escaping (_ style: Int) -> String = { _ in "General" },
    isStruckOut: @escaping (_ style: Int) -> Bool = { _ in false }, visibility: Worksheet.Visibility = .visible,
    comments: @escaping () throws(SpreadsheetError) -> [CellComment] = { [] },
    boxes: @escaping () throws(SpreadsheetError) -> [String] = { [] },
    mergedRanges: @escaping () -> [MergedRange] = { [] }, file: String, index: Int,
    readRows: @escaping (_ body: (Row) throws -> Void) throws -> Void
  ) {
    (self.format, self.name, self.delimiter, self.visibility) = (format, name, delimiter, visibility)
    sheetID = properties.customValue(named: SheetProperty.sheetID.rawValue)
    let counts = ExportedRowCounts(text: properties.customValue(named: SheetProperty.rows.rawValue) ?? "")
    // A page may have been made of one of several worksheets.
    exportedRowCounts = table.flatMap { name in counts[name].map { ExportedRowCounts([(name, $0)]) } } ?? counts
    savedAt = properties.modified.flatMap(UTCTime.seconds(of:)).map(Double.init)
    author = AuthorName.of(properties.lastModifiedBy)
    (self.numberFormat, self.isStruckOut, self.mergedRanges) = (numberFormat, isStruckOut, mergedRanges)
    (self.comments, self.boxes) = (comments, boxes)
    (self.file, fileIndex, self.readRows) = (file, index, readRows)
  }

  package func place(ofRow row: Int, locale: String? = nil) -> RowPlace {
    RowPlace(fileIndex: fileIndex, file: file, worksheet: name, row: row + 1, locale: locale, author: author)
  }

  /// Thrown to stop reading a table early.
  private struct Done: Error {}

  /// Finds the header, and reads the rows of the table.
  ///
  /// The header is expected in the first rows. If a row with a `Base` comes before any header, as after a sort that
  /// included the header, the whole table is searched for the header, and the rows above it are read too. Rows above
  /// the header that have no `Base` are read if they name a text.
  ///
  /// - Parameters:
  ///   - header: Called with the columns of the header, before the first row.
  package func read(header: (SheetColumns) -> Void, row body: (Row) throws -> Void) throws -> HeaderSearch {
    var search = HeaderSearch()
    var hasRows = false
    do {
      try readRows { row in
        hasRows = true
        if search.columns != nil { return try body(row) }
        if search.noteBase(in: row, place: place(ofRow: row.index)) { throw Done() }
        if row.index < HeaderSearch.rows { try search.look(at: row, place: place(ofRow: row.index)) }
        if let columns = search.columns { header(columns) } else { search.unread.add(row) }
      }
      if search.unread.texts.count > 0, let columns = search.columns {
        search.unread = AboutTexts()
        try readRows(above: columns, body) { search.unread.add($0) }
      }
    } catch is Done {
      try searchEverywhere(&search)
      search.unread = AboutTexts()
      if let columns = search.columns {
        header(columns)
        try readRows { row in if row.index != columns.headerRow { try body(row) } }
      }
    } catch let error as SpreadsheetError where hasRows { throw search.error(for: error) }
    return search
  }

  /// Whether the first rows have the header of a review sheet, or a `Base`.
  func mayBeReviewSheet() throws -> Bool {
    var search = HeaderSearch()
    var isFound = false
    do {
      try readRows { row in
        guard row.index < HeaderSearch.rows else { throw Done() }
        isFound = search.noteBase(in: row, place: place(ofRow: row.index))
        if !isFound { try search.look(at: row, place: place(ofRow: row.index)) }
        isFound = isFound || search.columns != nil
        if isFound { throw Done() }
      }
    } catch is Done {}
    return isFound
  }

  /// Whether the header in the first rows has columns for each locale.
  func isInColumns() throws -> Bool {
    var search = HeaderSearch()
    do {
      try readRows { row in
        guard row.index < HeaderSearch.rows, search.columns == nil else { throw Done() }
        try search.look(at: row, place: place(ofRow: row.index))
      }
    } catch is Done {}
    return search.columns?.groups.contains { $0.locale != nil } == true
  }

  /// Reads the rows above the header, or all rows if there is no header. Rows that name a text go to `body`.
  private func readRows(above columns: SheetColumns?, _ body: (Row) throws -> Void, others: (Row) throws -> Void) throws
  {
    do {
      try readRows { row in
        if let columns, row.index >= columns.headerRow { throw Done() }
        if columns?.isRow(row) == true { try body(row) } else { try others(row) }
      }
    } catch is Done {}
  }

  /// Calls `body` with each text outside the rows that the remarks count.
  ///
  /// - Parameter comments: The comments that belong to no row.
  package func readOthers(
    than search: HeaderSearch, _ comments: [CellComment], _ body: (_ place: String, _ text: String) throws -> Void
  ) throws {
    guard isForPeople(search) else { return }
    func place(_ column: Int, _ row: Int) -> String { named(CellName.letters(ofColumn: column) + String(row + 1)) }
    func named(_ place: String) -> String { name.map { "\($0): \(place)" } ?? place }
    if search.unread.texts.count > 0 {
      var unread = AboutTexts()
      try readRows(above: search.columns, { _ in }) { row in
        try unread.add(row) { try body($1 ?? place($0.column, row.index), row.text(of: $0)) }
      }
    }
    for text in boxTexts { try body(named("text box"), text) }
    for comment in comments { try body(place(comment.column, comment.row), RowComments.note(comment)) }
  }

  /// The texts of text boxes, for remarks.
  var boxTexts: [String] { (try? boxes()) ?? ["a drawing that cannot be read"] }

  /// Whether a person may have written texts outside the rows.
  func isForPeople(_ search: HeaderSearch) -> Bool {
    // Programs do not let people open a very hidden worksheet. Numbers adds "Export Summary" to each workbook.
    visibility != .veryHidden && !(search.columns == nil && name == "Export Summary")
  }

  private func searchEverywhere(_ search: inout HeaderSearch) throws {
    do {
      try readRows { row in
        try search.look(at: row, place: place(ofRow: row.index))
        if search.columns != nil { throw Done() }
      }
    } catch is Done {}
  }
}
