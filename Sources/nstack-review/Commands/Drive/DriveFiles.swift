import GoogleDrive
import Spreadsheet
import Synchronization

/// A file on this machine that a file of Drive is fetched into. It appears complete or not at all.
final class FetchedFile: FetchTarget {
  private let path: String
  private let output = Mutex<OutputFile?>(nil)

  init(path: String) {
    self.path = path
  }

  func restart() throws {
    try output.withLock { $0 = try OutputFile(path: path) }
  }

  func write(_ bytes: [UInt8]) throws {
    try output.withLock { output in try bytes.withUnsafeBytes { try output?.write($0) } }
  }

  /// Writes the whole of another file.
  func copy(_ source: InputFile) throws {
    try restart()
    let step = 1 << 20
    for start in stride(from: 0, to: source.size, by: step) {
      try write(try source.bytes(start..<min(start + step, source.size)))
    }
    try finish()
  }

  func finish() throws {
    try output.withLock { try $0?.finish() }
  }
}

extension InputFile: UploadSource {
  package func bytes(_ range: Range<Int>) throws -> [UInt8] { try bytes(range.count, at: range.lowerBound) }

  /// Refuses a file that only has the name of a workbook.
  ///
  /// - Throws: `SpreadsheetError` `file.unsupported-format`.
  func requireXLSX() throws {
    guard size >= 4, try bytes(0..<4) == [0x50, 0x4B, 0x03, 0x04] else {
      throw SpreadsheetError(
        .fileUnsupportedFormat, "the file is not an XLSX file.", hint: "Save it as .xlsx in a spreadsheet program.",
        place: SpreadsheetError.Place(file: path))
    }
  }
}

extension DriveClient {
  func fetch(_ file: DriveFile, intoFile path: String) async throws {
    let target = FetchedFile(path: path)
    try await fetch(file, into: target)
    try target.finish()
  }
}
