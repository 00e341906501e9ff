/// Reads a text file line by line, in any encoding, so that memory does not grow with its size.
package enum TextFile {
  /// Reads the lines of a file.
  /// - Parameters:
  ///   - kind: What the file should be, as errors call it, such as `a PO file`.
  ///   - encoding: Its name as iconv knows it; nil for UTF-8, or UTF-16 with a byte order mark.
  ///   - body: Receives the bytes of each line in UTF-8 without its end, and its number, counted from one.
  /// - Throws: The codes of ``InputFile``, `file.changed`, `csv.binary`, `csv.encoding` and `limit.record`, each with
  ///   the file and the line.
  package static func readLines(
    _ path: String, as kind: String, encoding: String?, longestLine: Int,
    _ body: (UnsafeBufferPointer<UInt8>, Int) throws -> Void
  ) throws {
    let source = ByteSource(try InputFile(path: path))
    var options = CSVReadingOptions(encoding: encoding)
    options.kind = kind
    var number = 1
    do {
      let text = try CSVTextReader(source, options, chunkSize: 256 << 10)
      var line: [UInt8] = []
      var last: UInt8 = 0
      while let chunk = try text.next() {
        // A line ends with a line feed, a carriage return, or both.
        for byte in chunk.bytes {
          defer { last = byte }
          guard byte == 0x0A || byte == 0x0D else {
            line.append(byte)
            guard line.count > longestLine else { continue }
            throw SpreadsheetError(
              .limitRecord, "a line has more than \(longestLine) bytes.",
              hint: "If you trust the file, raise the limit `rowText`.", place: SpreadsheetError.Place(line: number))
          }
          if byte == 0x0A, last == 0x0D { continue }
          try line.withUnsafeBufferPointer { try body($0, number) }
          number += 1
          line.removeAll(keepingCapacity: true)
        }
        if let offset = chunk.brokenOffset {
          throw SpreadsheetError(
            .csvEncoding, "the byte at offset \(offset) is not valid \(text.encoding).",
            hint: "Save the file as UTF-8.", place: SpreadsheetError.Place(line: number))
        }
      }
      if !line.isEmpty { try line.withUnsafeBufferPointer { try body($0, number) } }
    } catch let error as SpreadsheetError {
      // Another program may still be writing the file and cause this fault.
      try source.verify()
      throw error.inFile(path)
    }
  }

  /// Returns the first bytes of a file, unchanged. Throws the codes of ``InputFile`` and `file.empty`.
  package static func head(of path: String, count: Int) throws(SpreadsheetError) -> [UInt8] {
    let file = try InputFile(path: path)
    if file.size == 0 { throw .emptyFile.inFile(path) }
    return try file.bytes(min(count, file.size), at: 0)
  }
}
