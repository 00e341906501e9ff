import GoogleDrive
import Spreadsheet
import Synchronization

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
}

/// A target that only counts what comes.
final class CountedBytes: FetchTarget {
  private let bytes = Mutex(0)

  /// The number of bytes.
  var count: Int { bytes.withLock { $0 } }

  func restart() {
    bytes.withLock { $0 = 0 }
  }

  func write(_ bytes: [UInt8]) {
    self.bytes.withLock { $0 += bytes.count }
  }
}
