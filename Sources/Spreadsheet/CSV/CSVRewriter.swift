/// Rewrites a CSV file with edits in some fields, and keeps its other records, delimiter, encoding and line ends.
public enum CSVRewriter {
  /// Rewrites a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - options: How it is read.
  ///   - edits: The fields to change. Texts are written exactly; looks, widths and rules are ignored.
  ///   - output: Where the new file is written. It is finished, or discarded if an error is thrown.
  ///   - limits: The limits for reading the file.
  /// - Throws: The codes of ``CSVDocument``, `csv.encoding` for a text that the encoding cannot represent, and the
  ///   errors of the output.
  public static func rewrite(
    path: String, options: CSVReadingOptions, edits: WorksheetEdits, to output: any ByteOutput,
    limits: SpreadsheetLimits = .init()
  ) throws {
    do {
      let document = try CSVDocument(path: path, options: options, limits: limits)
      var writer: CSVWriter?
      let edited = Row()
      try document.readRows { row in
        let out = try writer ?? CSVWriter(to: output, options: try form(of: document, at: path))
        writer = out
        guard let cells = edits.cells[row.index] else { return try out.append(row) }
        edited.removeAll(index: row.index)
        let columns = Set((0..<row.count).map { row[$0].column }).union(cells.keys).sorted()
        for column in columns {
          let text = cells[column]?.text ?? row.text(inColumn: column)
          if !text.isEmpty { edited.append(text, column: column) }
        }
        try out.append(edited)
      }
      if let writer { try writer.finish() } else { try output.finish() }
    } catch {
      output.discard()
      throw error
    }
  }

  /// How the file of a document was written, detected from its start.
  private static func form(of document: CSVDocument, at path: String) throws(SpreadsheetError) -> CSVWritingOptions {
    let file = try InputFile(path: path)
    let head = try file.bytes(min(file.size, 1 << 20), at: 0)
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    let mark = marks.first { head.starts(with: $0) }
    // Without its NUL bytes, UTF-16 looks like ASCII as far as quotes and line ends are concerned.
    let text = head.dropFirst(mark?.count ?? 0).filter { $0 != 0 }
    var options = CSVWritingOptions(
      delimiter: document.delimiter, encoding: document.encoding, hasByteOrderMark: mark != nil,
      quoting: text.first == UInt8(ascii: "\"") ? .all : .asNeeded, escapesFormulas: false)
    var isQuoted = false
    for (index, byte) in text.enumerated() {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard !isQuoted, byte == 0x0A || byte == 0x0D else { continue }
      let isPair = byte == 0x0D && index + 1 < text.count && text[index + 1] == 0x0A
      options.lineEnd = isPair ? .carriageReturnLineFeed : byte == 0x0A ? .lineFeed : .carriageReturn
      break
    }
    options.namesDelimiter = text.prefix(4).map { $0 | 0x20 }.elementsEqual("sep=".utf8.map { $0 | 0x20 })
    return options
  }
}
