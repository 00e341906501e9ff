/// Reads a table from JSON, in the format of `JSONTableWriter` or as a bare array of rows.
///
/// Reads the document once to find its worksheets, and once for the rows of each, so that memory does not grow with
/// them.
final class JSONTableReader {
  /// The worksheets, in the document's order. Worksheets without a name are `Sheet1`, `Sheet2` and so on.
  private(set) var worksheets: [Worksheet] = []

  private let file: InputFile
  private let limits: SpreadsheetLimits

  /// Finds the worksheets of a file.
  ///
  /// - Throws: `io.read`, `json.syntax`, `json.shape`, `limit.worksheets`.
  init(_ file: InputFile, limits: SpreadsheetLimits = SpreadsheetLimits()) throws(SpreadsheetError) {
    (self.file, self.limits) = (file, limits)
    try findWorksheets()
  }

  /// Reads the rows of one worksheet in order; blank ones are rows without cells.
  ///
  /// - Parameters:
  ///   - index: The index of the worksheet in ``worksheets``.
  ///   - body: Receives each row, which is reused for the next. An error that it throws ends the reading.
  /// - Throws: `json.syntax`, `json.shape`, `limit.columns`, `io.read`.
  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    precondition(worksheets.indices.contains(index), "no worksheet at \(index)")
    do {
      try readWorksheets { scanner, position in
        if position == index { try readRows(scanner, body) } else { try scanner.skipValue() }
      }
    } catch let error as SpreadsheetError { throw error.inFile(file.path) }
  }

  private func findWorksheets() throws(SpreadsheetError) {
    var found: [Worksheet] = []
    do {
      try readWorksheets { scanner, _ in
        try scanner.skipValue()
      } ended: { name, isHidden in
        found.append(Worksheet(name: name ?? "Sheet\(found.count + 1)", visibility: isHidden ? .hidden : .visible))
        if found.count > limits.worksheets {
          throw SpreadsheetError(.limitWorksheets, "there are more than \(limits.worksheets) worksheets.")
        }
      }
    } catch let error as SpreadsheetError { throw error.inFile(file.path) } catch {
      // Nothing else is thrown today; if it ever is, a file from outside must not crash the program.
      throw SpreadsheetError(.jsonSyntax, "the document cannot be read: \(error).").inFile(file.path)
    }
    worksheets = found
  }

  /// Reads the document; `rows` reads the value of each worksheet's rows.
  private func readWorksheets(
    rows: (JSONScanner, Int) throws -> Void, ended: (String?, Bool) throws -> Void = { _, _ in }
  ) throws {
    let scanner = JSONScanner(ByteSource(file), longestText: limits.csvField)
    try scanner.skipByteOrderMark()
    var count = 0
    switch try scanner.peek() {
    case UInt8(ascii: "["):
      try rows(scanner, 0)
      try ended(nil, false)
    case UInt8(ascii: "{"):
      var hasWorksheets = false
      try scanner.readObject { name in
        guard name == "worksheets" else { return try scanner.skipValue() }
        if hasWorksheets { throw scanner.shapeError("\"worksheets\" occurs twice") }
        hasWorksheets = true
        try scanner.readArray {
          try readWorksheet(scanner, count, rows: rows, ended: ended)
          count += 1
        }
      }
      if !hasWorksheets { throw scanner.shapeError("there are no worksheets") }
    case nil: throw scanner.syntaxError("the document is empty")
    default: throw scanner.shapeError("the document is neither an object nor an array")
    }
    if try scanner.peek() != nil { throw scanner.syntaxError("there is more text after the document") }
  }

  private func readWorksheet(
    _ scanner: JSONScanner, _ index: Int, rows: (JSONScanner, Int) throws -> Void, ended: (String?, Bool) throws -> Void
  ) throws {
    var name: String?
    var isHidden = false
    var hasRows = false
    guard try scanner.peek() == UInt8(ascii: "{") else { throw scanner.shapeError("a worksheet is not an object") }
    var members: Set<String> = []
    try scanner.readObject { member in
      if ["name", "hidden", "rows"].contains(member), !members.insert(member).inserted {
        throw scanner.shapeError("a worksheet has \"\(member)\" twice")
      }
      switch member {
      case "name":
        guard try scanner.peek() == UInt8(ascii: "\"") else { throw scanner.shapeError("a name is not a text") }
        try scanner.readText()
        name = String(decoding: scanner.text, as: UTF8.self)
      case "hidden":
        isHidden = try scanner.peek() == UInt8(ascii: "t")
        try scanner.skipValue()
      case "rows":
        hasRows = true
        guard try scanner.peek() == UInt8(ascii: "[") else { throw scanner.shapeError("rows are not an array") }
        try rows(scanner, index)
      default: try scanner.skipValue()
      }
    }
    if !hasRows { throw scanner.shapeError("a worksheet has no rows") }
    try ended(name, isHidden)
  }

  private func readRows(_ scanner: JSONScanner, _ body: (Row) throws -> Void) throws {
    let row = Row()
    var index = 0
    try scanner.readArray {
      row.removeAll(index: index)
      index += 1
      var column = 0
      guard try scanner.peek() == UInt8(ascii: "[") else { throw scanner.shapeError("a row is not an array") }
      try scanner.readArray {
        if column >= SpreadsheetLimits.columns {
          throw SpreadsheetError(.limitColumns, "row \(index) has more than \(SpreadsheetLimits.columns) cells.")
        }
        try readCell(scanner, into: row, column: column)
        column += 1
      }
      try body(row)
    }
  }

  private func readCell(_ scanner: JSONScanner, into row: Row, column: Int) throws {
    switch try scanner.peek() {
    case UInt8(ascii: "\""):
      try scanner.readText()
      if !scanner.text.isEmpty { row.append(scanner.text, column: column, kind: .text) }
    case UInt8(ascii: "n"): try scanner.readWord("null")
    case UInt8(ascii: "t"):
      try scanner.readWord("true")
      row.append(true, column: column)
    case UInt8(ascii: "f"):
      try scanner.readWord("false")
      row.append(false, column: column)
    case UInt8(ascii: "{"): try readMarkedCell(scanner, into: row, column: column)
    case UInt8(ascii: "["): throw scanner.shapeError("a cell is an array")
    default:
      let number = try scanner.readNumber()
      row.append(scanner.text, column: column, kind: .number, number: number)
    }
  }

  /// `{"date": …}` or `{"error": …}`.
  private func readMarkedCell(_ scanner: JSONScanner, into row: Row, column: Int) throws {
    var memberCount = 0
    try scanner.readObject { name in
      memberCount += 1
      guard memberCount == 1, try scanner.peek() == UInt8(ascii: "\"") else {
        throw scanner.shapeError("a cell is an object other than a date or an error")
      }
      try scanner.readText()
      switch name {
      case "error":
        // The longest known name has twenty characters.
        guard scanner.text.count <= 255 else { throw scanner.shapeError("the name of an error is too long") }
        row.append(scanner.text, column: column, kind: .error)
      case "date":
        guard let serial = scanner.text.withUnsafeBufferPointer({ ISODate.serial($0, usesDates1904: false) }) else {
          throw scanner.shapeError("\"\(String(decoding: scanner.text, as: UTF8.self))\" is not a date")
        }
        row.append(scanner.text, column: column, kind: .date, number: serial)
      default: throw scanner.shapeError("a cell is an object other than a date or an error")
      }
    }
    if memberCount == 0 { throw scanner.shapeError("a cell is an empty object") }
  }
}

extension Row {
  fileprivate func append(_ text: [UInt8], column: Int, kind: Cell.Kind, number: Double = 0) {
    let offset = byteCount
    text.withUnsafeBufferPointer(appendBytes)
    append(Cell(column: column, kind: kind, number: number, offset: offset, length: text.count))
  }
}
