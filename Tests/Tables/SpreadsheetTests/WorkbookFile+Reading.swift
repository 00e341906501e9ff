import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

/// A file that is there as long as this is.
final class TemporaryFile {
  private let directory: Folder
  let path: String

  init(_ bytes: [UInt8], name: String = "test.xlsx") throws {
    directory = try Folder()
    path = try directory.write(bytes, to: name)
  }
}

extension WorkbookFile {
  /// The workbook, whose file is gone already: what is open stays readable.
  func workbook(limits: SpreadsheetLimits = .init()) throws -> XLSXWorkbook {
    let file = try TemporaryFile(archive.bytes)
    return try XLSXWorkbook(path: file.path, limits: limits)
  }

  /// All cells as ``cells(of:limits:)`` lists them.
  func cells(limits: SpreadsheetLimits = .init()) throws -> [String] {
    try Self.cells(of: archive.bytes, limits: limits)
  }

  /// The error that opening the workbook and reading its worksheets ends with.
  func failure(limits: SpreadsheetLimits = .init()) -> SpreadsheetError? {
    Self.failure(of: archive.bytes, limits: limits)
  }

  /// All cells of the first worksheet in the order of the file, as `A1 text hello`; formulas as `A1 text= 3`, those
  /// without a result as `A1 text=? `, damaged texts as `A1 text! …`.
  static func cells(of bytes: [UInt8], limits: SpreadsheetLimits = .init()) throws -> [String] {
    let file = try TemporaryFile(bytes)
    let workbook = try XLSXWorkbook(path: file.path, limits: limits)
    var cells: [String] = []
    try workbook.readRows(ofWorksheetAt: 0) { row in
      for cell in row.filledCells {
        let name = CellName.cell(row: row.index, column: cell.column)
        let flags = (cell.isFormula ? "=" : "") + (cell.lacksResult ? "?" : "") + (cell.isDamaged ? "!" : "")
        cells.append("\(name) \(cell.kind)\(flags) \(row.text(of: cell))")
      }
    }
    return cells
  }

  static func failure(of bytes: [UInt8], limits: SpreadsheetLimits = .init()) -> SpreadsheetError? {
    spreadsheetError {
      let file = try TemporaryFile(bytes)
      let workbook = try XLSXWorkbook(path: file.path, limits: limits)
      for index in workbook.worksheets.indices { try workbook.readRows(ofWorksheetAt: index) { _ in } }
    }
  }
}

/// A limit that is lowered, and what the error then says.
struct LimitCase: Sendable, CustomTestStringConvertible {
  let code: String
  let number: String
  let name: String
  let limits: SpreadsheetLimits

  init(_ code: String, _ number: String, _ name: String, _ lower: (inout SpreadsheetLimits) -> Void) {
    var limits = SpreadsheetLimits()
    lower(&limits)
    self.code = code
    self.number = number
    self.name = name
    self.limits = limits
  }

  var testDescription: String { code }

  /// Expects that an error has the code and states the limit and the option that raises it.
  func expect(in failure: SpreadsheetError?) {
    #expect(failure?.code.rawValue == code)
    #expect(failure?.message.contains(number) == true, "\(failure?.message ?? "")")
    #expect(failure?.hint?.contains("`\(name)`") == true, "\(failure?.hint ?? "")")
  }
}

/// Bytes that are written as hexadecimal digits, with spaces where they help.
func hex(_ text: String) -> [UInt8] {
  let digits = text.utf8.compactMap(HexDigit.value)
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}
