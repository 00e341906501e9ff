/// Reads a text file line by line, in any encoding, so that memory does not grow with its size.
package enum TextFile {
  /// Reads the lines of a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - encoding: The name of the character encoding, as iconv knows it; nil for UTF-8, or UTF-16 if a byte order mark
  ///     says so.
  ///   - longestLine: The most bytes of a line in UTF-8.
  ///   - body: Receives the bytes of each line in UTF-8 without its end, and its number, counted from one. An error that
  ///     it throws ends the reading.
  /// - Throws: The codes of ``InputFile``, `file.empty`, `file.changed`, `csv.binary`, `csv.encoding` and
  ///   `limit.record`, each with the file and the line.
  package static func readLines(
    _ path: String, encoding: String?, longestLine: Int, _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
  ) throws {
    let source = ByteSource(try InputFile(path: path))
    var number = 1
    do {
      let text = try CSVTextReader(source, encoding: encoding, isLenient: false, chunkSize: 256 << 10)
      var lines = LineScan()
      while let chunk = try text.next() {
        try lines.take(chunk.bytes, longestLine, &number, body)
        if let offset = chunk.brokenOffset {
          throw SpreadsheetError(
            .csvEncoding, "the byte at offset \(offset) is not valid \(text.encoding).",
            hint: "Save the file as UTF-8.", place: SpreadsheetError.Place(line: number))
        }
      }
      try lines.finish(number, body)
    } catch let error as SpreadsheetError {
      // The fault may come from another program that is still writing the file.
      try source.verify()
      throw error.inFile(path)
    }
  }

  /// Returns the first bytes of a file, as it has them.
  ///
  /// - Throws: The codes of ``InputFile`` and `file.empty`.
  package static func head(of path: String, count: Int) throws(SpreadsheetError) -> [UInt8] {
    let file = try InputFile(path: path)
    if file.size == 0 { throw .emptyFile.inFile(path) }
    return try file.bytes(min(count, file.size), at: 0)
  }
}

/// Divides text into lines. A line ends with a line feed, a carriage return, or both.
private struct LineScan {
  /// The start of a line that a chunk ended in.
  private var rest: [UInt8] = []
  private var endsInReturn = false

  mutating func take(
    _ bytes: UnsafeBufferPointer<UInt8>, _ longest: Int, _ number: inout Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
  ) throws {
    var start = 0
    if endsInReturn, let first = bytes.first {
      if first == 0x0A { start = 1 }
      endsInReturn = false
    }
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      guard byte == 0x0A || byte == 0x0D else {
        index += 1
        continue
      }
      try pass(UnsafeBufferPointer(rebasing: bytes[start..<index]), longest, number, body)
      number += 1
      index += 1
      if byte == 0x0D { if index == bytes.count { endsInReturn = true } else if bytes[index] == 0x0A { index += 1 } }
      start = index
    }
    rest.append(contentsOf: bytes[start...])
    try check(rest.count, longest, number)
  }

  func finish(_ number: Int, _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void) throws {
    guard !rest.isEmpty else { return }
    try rest.withUnsafeBufferPointer { try body($0, number) }
  }

  private mutating func pass(
    _ line: UnsafeBufferPointer<UInt8>, _ longest: Int, _ number: Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
  ) throws {
    try check(rest.count + line.count, longest, number)
    if rest.isEmpty { return try body(line, number) }
    rest.append(contentsOf: line)
    try rest.withUnsafeBufferPointer { try body($0, number) }
    rest.removeAll(keepingCapacity: true)
  }

  private func check(_ count: Int, _ longest: Int, _ number: Int) throws(SpreadsheetError) {
    guard count > longest else { return }
    throw SpreadsheetError(
      .limitRecord, "a line has more than \(longest) bytes.", hint: "If you trust the file, raise the limit `rowText`.",
      place: SpreadsheetError.Place(line: number))
  }
}
