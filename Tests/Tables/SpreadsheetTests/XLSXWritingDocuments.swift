import ProgramRuns

@testable import Spreadsheet

/// The bytes of a document that `body` writes.
func xlsxBytes(
  _ properties: DocumentProperties = DocumentProperties(), threads: Int? = nil, _ body: (XLSXWriter) throws -> Void
) throws -> [UInt8] {
  let output = MemoryOutput()
  let writer = try XLSXWriter(to: output, properties: properties, threads: threads)
  try body(writer)
  try writer.finish()
  return output.bytes
}

/// Writes rows to a document of one worksheet, and reads them again.
func readBack(_ rows: some Sequence<Row>, _ body: (Row) throws -> Void) throws {
  let bytes = try xlsxBytes { writer in
    try writer.beginWorksheet(WorksheetLayout(name: "Sheet"))
    for row in rows { try writer.append(row) }
  }
  try XLSXWorkbook(bytes: bytes).readRows(ofWorksheetAt: 0, body)
}

/// The parts in a container, by their names.
func parts(of bytes: [UInt8]) throws -> [String: String] {
  let archive = try ZIPArchive(InputFile(bytes: bytes), limits: SpreadsheetLimits())
  var parts: [String: String] = [:]
  for name in archive.entries.map(\.displayName) {
    guard let entry = archive.entry(named: name) else { continue }
    let reader = try archive.reader(of: entry, partSize: 1 << 30)
    var content: [UInt8] = []
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { block.deallocate() }
    while case let count = try reader.read(into: block), count > 0 { content += block[..<count] }
    parts[name] = String(decoding: content, as: UTF8.self)
  }
  return parts
}

func parts(layout: WorksheetLayout = WorksheetLayout(name: "Sheet"), rows: [Row]) throws -> [String: String] {
  try parts(
    of: xlsxBytes { writer in
      try writer.beginWorksheet(layout)
      for row in rows { try writer.append(row) }
    })
}

extension String {
  /// What stands between two texts, the first time.
  func between(_ start: String, _ end: String) -> String? {
    guard let from = range(of: start)?.upperBound, let to = self[from...].range(of: end)?.lowerBound else { return nil }
    return String(self[from..<to])
  }

  private func range(of text: String) -> Range<Index>? { self[...].range(of: text) }
}

extension Substring { fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) } }
