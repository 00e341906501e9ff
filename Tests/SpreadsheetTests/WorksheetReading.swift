@testable import Spreadsheet

/// What reading a worksheet gave.
struct WorksheetReading: Equatable {
  /// One line for each row, with all that a row says.
  var rows: [String] = []
  /// The error with its place, hint and cause, or the number of the row at which the body stopped.
  var end = "end"
  var warnings: [XLSXWarning] = []
  var cellCount = 0

  private struct Stop: Error {}

  /// Reads a worksheet.
  ///
  /// - Parameter stopsAfter: After how many rows the body throws.
  init(
    _ path: String, _ layout: PieceLayout?, limits: SpreadsheetLimits, isStrict: Bool, stopsAfter: Int = .max
  ) throws {
    let workbook = try XLSXWorkbook(path: path, limits: limits, isStrict: isStrict)
    // One parser.
    workbook.pieces.parsers = 0
    if let layout { workbook.pieces = layout }
    do {
      try workbook.readRows(ofWorksheetAt: 0) { row in
        if rows.count == stopsAfter { throw Stop() }
        var line = "\(row.index)"
        for position in 0..<row.count { line += " \(row[position]) \(row.text(of: row[position]))" }
        rows.append(line)
      }
    } catch let error as SpreadsheetError {
      end = "\(error.code.rawValue) \(error.message) \(error.place) \(error.hint ?? "") \(error.cause ?? "")"
    } catch {
      end = "stopped"
    }
    warnings = workbook.warnings
    cellCount = workbook.cellCounts[0]
  }
}

extension PieceLayout {
  /// A layout for parts of any size.
  init(parsers: Int, size: Int, contentSize: Int = 1 << 20, longest: Int = 1 << 20) {
    self.init()
    partSize = 0
    self.parsers = parsers
    pieceSize = size
    self.contentSize = contentSize
    longestPiece = longest
  }
}
