import Spreadsheet

/// A small workbook to try an upload with.
enum DoctorSheet {
  /// A workbook with one row.
  ///
  /// - Parameter number: What its second cell has.
  static func bytes(_ number: Int) throws -> [UInt8] {
    let output = MemoryOutput()
    let writer = try XLSXWriter(to: output)
    try writer.beginWorksheet(WorksheetLayout(name: "Doctor"))
    let row = Row()
    row.append("nstack-review drive doctor", column: 0)
    row.append(Double(number), column: 1)
    try writer.append(row)
    try writer.finish()
    return output.bytes
  }

  /// The number in the workbook at a path; nil if it has none.
  static func number(inFileAt path: String) throws -> Int? {
    guard case .workbook(let workbook) = try SpreadsheetDocument.open(path: path) else { return nil }
    var number: Int?
    try workbook.readRows(ofWorksheetAt: 0) { row in
      if number == nil { number = Double(row.text(inColumn: 1)).map { Int($0) } }
    }
    return number
  }
}
