@testable import Spreadsheet

/// The parts of a workbook, to be changed as other programs would and written again.
struct WorkbookParts {
  private var parts: [(name: String, text: String)] = []

  init(path: String) throws {
    let archive = try ZIPArchive(InputFile(path: path), limits: SpreadsheetLimits())
    for entry in archive.entries {
      let reader = try archive.reader(of: entry, partSize: 1 << 26)
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 64)
      defer { buffer.deallocate() }
      var bytes: [UInt8] = []
      while !reader.isAtEnd { bytes += buffer[..<(try reader.read(into: buffer))] }
      parts.append((entry.displayName, String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// The text of a part; empty where there is none.
  subscript(name: String) -> String {
    get { parts.first { $0.name == name }?.text ?? "" }
    set {
      if let index = parts.firstIndex(where: { $0.name == name }) {
        parts[index].text = newValue
      } else {
        parts.append((name, newValue))
      }
    }
  }

  func write(to path: String) throws {
    let output = try OutputFile(path: path)
    let writer = ZIPWriter(to: output, threads: 1)
    for part in parts { try writer.addPart(named: part.name, part.text) }
    try writer.finish()
    try output.finish()
  }
}
