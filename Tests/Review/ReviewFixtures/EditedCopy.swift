import Spreadsheet

/// Writes a copy of a sheet with other texts in some of its cells, by table, row and column, all counted from zero.
package func writeCopy(of path: String, to copy: String, _ edits: [Int: [Int: [Int: String]]]) throws {
  let edited = Row()
  func changed(_ row: Row, _ edits: [Int: [Int: String]]?) -> Row {
    edited.removeAll(index: row.index)
    let new = edits?[row.index] ?? [:]
    for column in Set(row.filledCells.map { $0.column }).union(new.keys).sorted() {
      edited.append(new[column] ?? row.text(inColumn: column), column: column)
    }
    return edited
  }
  let output = try OutputFile(path: copy)
  switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
  case .workbook(let workbook):
    let writer = try XLSXWriter(to: output, properties: workbook.properties)
    for (index, worksheet) in workbook.worksheets.enumerated() {
      try writer.beginWorksheet(WorksheetLayout(name: worksheet.name))
      try workbook.readRows(ofWorksheetAt: index) { try writer.append(changed($0, edits[index])) }
    }
    try writer.finish()
  case .delimited(let document):
    let writer = try CSVWriter(to: output, options: CSVWritingOptions(escapesFormulas: false))
    try document.readRows { try writer.append(changed($0, edits[0])) }
    try writer.finish()
  }
}
