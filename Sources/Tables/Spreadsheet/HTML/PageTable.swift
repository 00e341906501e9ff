import Basics

/// A table in a web page, read from the page's data. No script of the page runs.
///
/// Memory grows with the size of the file, which `SpreadsheetLimits` limits.
package final class PageTable {
  /// The columns and rows of the data, as places in their JSON.
  private struct Shape {
    var columns: [String]?
    var rows: [Range<Int>]?
    var format: String?
    var version: String?
    var worksheet = "Review"
    var properties = DocumentProperties()
    /// The first row with another number of cells than the first one, and the fewest cells.
    var fewest = (row: 0, cells: Int.max)
    var members: Set<String> = []
    /// An error that is not one of the JSON.
    var failure: SpreadsheetError?
  }

  package let properties: DocumentProperties
  /// The name that the table's worksheet has or would have in a workbook.
  package let worksheet: String

  private let path: String
  private let data: PageData
  private let columns: [String]
  private let rows: [Range<Int>]

  /// Opens a file; nil if it is not a page with a table. Its contents decide that; its name does not matter.
  ///
  /// - Throws: The codes of `InputFile`, and `html.no-data`, `html.broken-data`, `html.two-reviews`, `limit.page`,
  ///   `limit.columns`, `limit.cells`, `limit.row-text`.
  package static func open(_ path: String, limits: SpreadsheetLimits) throws(SpreadsheetError) -> PageTable? {
    let file = try InputFile(path: path)
    do throws(SpreadsheetError) {
      guard let data = try PageData(in: file, limits: limits) else { return nil }
      return try PageTable(path, data, limits)
    } catch { throw error.inFile(path) }
  }

  /// Whether a file is a page with a table, be it whole or not.
  package static func isFound(in path: String) -> Bool {
    do { return try open(path, limits: SpreadsheetLimits()) != nil } catch {
      return [.htmlNoData, .htmlBrokenData, .htmlTwoReviews].contains(error.code)
    }
  }

  private init(_ path: String, _ data: PageData, _ limits: SpreadsheetLimits) throws(SpreadsheetError) {
    var shape = Shape()
    do throws(JSONReader.SyntaxError) {
      try data.json.withUnsafeBufferPointer { (json) throws(JSONReader.SyntaxError) in
        try Self.read(json, &shape, limits)
      }
    } catch { throw shape.failure ?? .brokenData(error.finding, line: data.line(at: error.offset)) }
    guard shape.format == PageData.mark else { throw .brokenData("they are not those of a review") }
    guard shape.version == "1" else {
      throw SpreadsheetError(
        .htmlBrokenData, "the page was written by another version of this program.",
        hint: "Use the version that wrote it, or export the review again.")
    }
    guard let columns = shape.columns, let rows = shape.rows else {
      throw .brokenData("they lack their \(shape.columns == nil ? "columns" : "rows")")
    }
    if shape.fewest.cells < columns.count {
      throw .brokenData(
        "row \(shape.fewest.row + 2) has \(Counted.text(shape.fewest.cells, "cell")) for \(columns.count) columns",
        line: data.line(at: rows[shape.fewest.row].lowerBound))
    }
    (self.path, self.data, self.columns, self.rows) = (path, data, columns, rows)
    properties = shape.properties
    worksheet = shape.worksheet
  }

  // MARK: - The shape

  private static func read(_ json: UnsafeBufferPointer<UInt8>, _ shape: inout Shape, _ limits: SpreadsheetLimits)
    throws(JSONReader.SyntaxError)
  {
    // Some programs put a comment around what is in a script.
    let start = json.firstIndex { !isWrapping($0) } ?? json.count
    var reader = try JSONReader(UnsafeBufferPointer(rebasing: json[start...]))
    try reader.readObject { (reader, name) throws(JSONReader.SyntaxError) in
      let isRead = ["format", "version", "worksheet", "properties", "columns", "rows", "saved"].contains(name)
      guard !isRead || shape.members.insert(name).inserted else { throw reader.failure("\"\(name)\" twice") }
      switch name {
      case "format": shape.format = try reader.readString()
      case "version":
        let range = try reader.skipValue()
        shape.version = String(decoding: UnsafeBufferPointer(rebasing: reader.source[range]), as: UTF8.self)
      case "worksheet": shape.worksheet = try reader.readString()
      case "properties":
        try reader.readObject { (reader, name) throws(JSONReader.SyntaxError) in
          guard shape.properties.customValue(named: name) == nil else { throw reader.failure("\"\(name)\" twice") }
          shape.properties.custom.append((name, try reader.readString()))
          // An export writes some twenty.
          guard shape.properties.custom.count < 1_000 else { throw reader.failure("1,000 properties") }
        }
      case "columns":
        var columns: [String] = []
        var size = 0
        try reader.readArray { (reader) throws(JSONReader.SyntaxError) in
          columns.append(try reader.readString())
          size += columns.last?.utf8.count ?? 0
          guard columns.count > SpreadsheetLimits.columns || size > limits.rowText else { return }
          shape.failure = limitError(row: 1, count: columns.count, cells: columns.count, limits)
          throw reader.failure("too much")
        }
        shape.columns = columns
      case "rows": try readRows(&reader, &shape, limits)
      case "saved":
        guard try reader.peek() == .object else {
          try reader.skipValue()
          return
        }
        try reader.readObject { (reader, name) throws(JSONReader.SyntaxError) in
          let kind = try reader.peek()
          guard name == "at", kind == .string else {
            try reader.skipValue()
            return
          }
          // Browsers write milliseconds.
          shape.properties.modified = "\(try reader.readString().prefix(19))Z"
        }
      default: try reader.skipValue()
      }
    }
    let rest = reader.source[reader.offset...]
    guard rest.allSatisfy(isWrapping) else { throw reader.failure("more after their end") }
    shape.rows = shape.rows?.map { $0.lowerBound + start..<$0.upperBound + start }
  }

  private static func isWrapping(_ byte: UInt8) -> Bool {
    byte.isASCIISpace || byte >= 0x80 || "<!-/*[]>CDATA".utf8.contains(byte)
  }

  /// Notes the place of each row, and checks its cells.
  private static func readRows(_ reader: inout JSONReader, _ shape: inout Shape, _ limits: SpreadsheetLimits)
    throws(JSONReader.SyntaxError)
  {
    var rows: [Range<Int>] = []
    var cells = 0
    var text: [UInt8] = []
    try reader.readArray { (reader) throws(JSONReader.SyntaxError) in
      _ = try reader.peek()
      let start = reader.offset
      var (count, size) = (0, 0)
      try reader.readArray { (reader) throws(JSONReader.SyntaxError) in
        text.removeAll(keepingCapacity: true)
        size += try reader.readString(inPlaceOrAppendingTo: &text)?.count ?? text.count
        count += 1
      }
      cells += count
      if count < shape.fewest.cells { shape.fewest = (rows.count, count) }
      rows.append(start..<reader.offset)
      if count > SpreadsheetLimits.columns || rows.count >= SpreadsheetLimits.rows || cells > limits.cells
        || size > limits.rowText
      {
        shape.failure = Self.limitError(row: rows.count + 1, count: count, cells: cells, limits)
        throw reader.failure("too much")
      }
    }
    shape.rows = rows
  }

  private static func limitError(row: Int, count: Int, cells: Int, _ limits: SpreadsheetLimits) -> SpreadsheetError {
    if count > SpreadsheetLimits.columns {
      return SpreadsheetError(.limitColumns, "row \(row) has more than \(SpreadsheetLimits.columns) cells.")
    }
    if row > SpreadsheetLimits.rows || cells > limits.cells {
      return .limit(.limitCells, "the page has more than \(row - 1) rows or \(limits.cells) cells.", raise: "cells")
    }
    return .limit(.limitRowText, "the texts of row \(row) have more than \(limits.rowText) bytes.", raise: "rowText")
  }

  // MARK: - Rows

  /// Reads the headers as the first row, and then the rows.
  package func readRows(_ body: (Row) throws -> Void) throws {
    let row = Row()
    for (column, header) in columns.enumerated() where !header.isEmpty { row.append(header, column: column) }
    try body(row)
    var text: [UInt8] = []
    for (index, range) in rows.enumerated() {
      row.removeAll(index: index + 1)
      do throws(JSONReader.SyntaxError) {
        try data.json.withUnsafeBufferPointer { (json) throws(JSONReader.SyntaxError) in
          try Self.fill(row, from: UnsafeBufferPointer(rebasing: json[range]), &text)
        }
      } catch { throw SpreadsheetError.brokenData(error.finding).inFile(path) }
      try body(row)
    }
  }

  private static func fill(_ row: Row, from json: UnsafeBufferPointer<UInt8>, _ text: inout [UInt8]) throws(JSONReader
    .SyntaxError)
  {
    var reader = try JSONReader(json)
    var column = 0
    try reader.readArray { (reader) throws(JSONReader.SyntaxError) in
      text.removeAll(keepingCapacity: true)
      let start = row.byteCount
      if let place = try reader.readString(inPlaceOrAppendingTo: &text) {
        row.appendBytes(UnsafeBufferPointer(rebasing: reader.source[place]))
      } else {
        text.withUnsafeBufferPointer { row.appendBytes($0) }
      }
      if row.byteCount > start { row.appendCell(from: start, column: column) }
      column += 1
    }
  }
}

extension PageData {
  /// The line of the file in which a byte of the JSON is; nil if the file has no such line.
  fileprivate func line(at offset: Int) -> Int? { line.map { $0 + json.prefix(offset).count { $0 == 0x0A } } }
}
