package import Basics

/// The page that is written around a table: what shows the table and edits it.
package struct TablePage: Sendable {
  /// The page up to the element with the data.
  package var start: [UInt8]
  /// The page after that element.
  package var end: [UInt8]
  /// The members of the data that only the page uses.
  package var members: [(String, JSONValue)]

  package init(start: [UInt8], end: [UInt8], members: [(String, JSONValue)]) {
    (self.start, self.end, self.members) = (start, end, members)
  }

  /// A page that shows nothing of its table.
  package static let plain = TablePage(
    start: Array(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="generator" content="\(PageData.mark)">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'">
      <title>Review</title>
      </head>
      <body>
      <p>This is a review. Open it in a browser.</p>

      """.utf8), end: Array("\n</body>\n</html>\n".utf8), members: [])
}

/// Writes a table as a web page that contains it as JSON:
///
/// ```json
/// {"format":"nstack-review review","version":1,"properties":{"Rows":"Review: 46"},"worksheet":"Review",
/// "columns":["Section","Key"],"rows":[
/// ["login","title"]
/// ],"saved":null}
/// ```
///
/// The first row is the columns. Every character that could end the element, or that another encoding of the page would
/// change, is written as an escape. Memory does not grow with the rows.
package final class PageTableWriter {
  private let output: any ByteOutput
  private let page: TablePage
  // Safe, because nothing called during an access can reach them. They are used for each cell, so checks would be slow.
  @exclusivity(unchecked) private var buffer = ByteBuffer(capacity: blockSize + (16 << 10))
  @exclusivity(unchecked) private var quoted = ByteBuffer(capacity: 1 << 10)
  private var width = 0
  private var rowCount = 0

  private static let blockSize = 256 << 10

  /// Creates a writer, and begins the page.
  package init(to output: any ByteOutput, page: TablePage, properties: DocumentProperties) throws(SpreadsheetError) {
    (self.output, self.page) = (output, page)
    page.start.withUnsafeBufferPointer { buffer.append($0) }
    buffer.append(
      "<script type=\"application/json\" id=\"\(PageData.elementID)\">{\"format\":\"\(PageData.mark)\",\"version\":1")
    for (name, value) in page.members { append(member: name, value) }
    append(member: "properties", .object(properties.custom.map { ($0.name, .string($0.value)) }))
    try flush(from: Self.blockSize)
  }

  deinit {
    buffer.deallocate()
    quoted.deallocate()
  }

  /// Names the worksheet that the table was or would be in a workbook.
  package func beginWorksheet(_ worksheet: Worksheet) { append(member: "worksheet", .string(worksheet.name)) }

  /// Writes the columns, or a row.
  package func append(_ row: Row) throws(SpreadsheetError) {
    if rowCount == 0 {
      buffer.append(",\"columns\":")
    } else {
      buffer.append(rowCount == 1 ? ",\"rows\":[\n" as StaticString : ",\n")
    }
    var column = 0
    func separate() {
      buffer.append(UInt8(ascii: column == 0 ? "[" : ","))
      column += 1
    }
    for cell in row.filledCells {
      while column < cell.column {
        separate()
        buffer.append("\"\"" as StaticString)
      }
      separate()
      append(quoting: row.utf8(of: cell))
    }
    while column < width {
      separate()
      buffer.append("\"\"" as StaticString)
    }
    if column == 0 { buffer.append(UInt8(ascii: "[")) }
    buffer.append(UInt8(ascii: "]"))
    if rowCount == 0 { width = column }
    rowCount += 1
    try flush(from: Self.blockSize)
  }

  /// Writes the end of the page, and finishes the output.
  package func finish() throws(SpreadsheetError) {
    switch rowCount {
    case 0: buffer.append(",\"columns\":[],\"rows\":[" as StaticString)
    case 1: buffer.append(",\"rows\":[" as StaticString)
    default: buffer.append(UInt8(ascii: "\n"))
    }
    buffer.append("],\"saved\":null}</script>" as StaticString)
    page.end.withUnsafeBufferPointer { buffer.append($0) }
    try flush(from: 0)
    try output.finish()
  }

  private func append(member name: String, _ value: JSONValue) {
    buffer.append(UInt8(ascii: ","))
    var name = name
    name.withUTF8 { append(quoting: $0) }
    buffer.append(UInt8(ascii: ":"))
    value.compactUTF8.withUnsafeBufferPointer { append(json: $0) }
  }

  private func append(quoting text: UnsafeBufferPointer<UInt8>) {
    quoted.truncate(to: 0)
    let start = quoted.reserve(JSONString.room(for: text.count))
    quoted.advance(to: JSONString.write(text, to: start))
    append(json: UnsafeBufferPointer(start: quoted.base, count: quoted.count))
  }

  /// Appends JSON in ASCII, without `<`, `>` and `&`. In valid JSON all of them are within strings.
  private func append(json: UnsafeBufferPointer<UInt8>) {
    var rest = json[...]
    while let stop = rest.firstIndex(where: { $0 >= 0x80 || $0 == 0x3C || $0 == 0x3E || $0 == 0x26 || $0 == 0x7F }) {
      buffer.append(UnsafeBufferPointer(rebasing: rest[..<stop]))
      let end = json[stop] < 0x80 ? stop + 1 : rest[stop...].firstIndex { $0 < 0x80 } ?? rest.endIndex
      for unit in String(decoding: rest[stop..<end], as: UTF8.self).utf16 {
        buffer.append("\\u" as StaticString)
        for shift in [12, 8, 4, 0] {
          buffer.append(HexDigit.digit(UInt8(truncatingIfNeeded: unit >> UInt16(shift)) & 15))
        }
      }
      rest = rest[end...]
    }
    buffer.append(UnsafeBufferPointer(rebasing: rest))
  }

  private func flush(from size: Int) throws(SpreadsheetError) {
    if buffer.count < size { return }
    try output.write(buffer)
    buffer.truncate(to: 0)
  }
}
