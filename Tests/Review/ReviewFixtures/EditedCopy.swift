import Spreadsheet

/// Writes a copy of a workbook with other texts in some of its cells, by table, row and column, all counted from zero.
package func writeCopy(of path: String, to copy: String, _ edits: [Int: [Int: [Int: String]]]) throws {
  let workbook = try XLSXWorkbook(path: path)
  let writer = try XLSXWriter(to: OutputFile(path: copy), properties: workbook.properties)
  let edited = Row()
  for (index, worksheet) in workbook.worksheets.enumerated() {
    try writer.beginWorksheet(WorksheetLayout(name: worksheet.name))
    try workbook.readRows(ofWorksheetAt: index) { row in
      edited.removeAll(index: row.index)
      let new = edits[index]?[row.index] ?? [:]
      for column in Set(row.filledCells.map { $0.column }).union(new.keys).sorted() {
        edited.append(new[column] ?? row.text(inColumn: column), column: column)
      }
      try writer.append(edited)
    }
  }
  try writer.finish()
}
