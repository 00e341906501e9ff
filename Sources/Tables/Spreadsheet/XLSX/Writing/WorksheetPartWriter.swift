import Basics

/// `xl/worksheets/sheetN.xml`, written row by row.
final class WorksheetPartWriter {
  let layout: WorksheetLayout
  /// The number of rows, including blank ones between them.
  private(set) var rowCount = 0
  private(set) var columnCount: Int

  private let stream: DeflateStream
  private let strings: SharedStringsWriter
  private let styles: StylesPartWriter
  private let columnNames: ColumnNames
  let links: WorksheetLinks
  /// Which columns have formulas or links; empty if none.
  private let roles: [ColumnRole]

  /// How many rows share a formula. Programs read a shared one once, so a sheet of long formulas opens quickly.
  static let rowsPerFormula = 1_000
  /// The formula that each column shares now, by its number, and the first row after those that share it.
  private var shared: [Int: (number: Int, end: Int)] = [:]
  private var formulaCount = 0

  private enum ColumnRole {
    case texts
    /// The markup of a formula, without the row numbers between its pieces.
    case results(of: [String], isAlsoBlank: Bool)
    case addresses
  }

  init(
    _ layout: WorksheetLayout, isActive: Bool, to stream: DeflateStream, strings: SharedStringsWriter,
    styles: StylesPartWriter, columnNames: ColumnNames, links: WorksheetLinks
  ) {
    (self.layout, self.stream, self.strings) = (layout, stream, strings)
    (self.styles, self.columnNames, self.links) = (styles, columnNames, links)
    let hasRoles = layout.columns.contains { $0.formula != nil || $0.linksAddresses }
    roles =
      !hasRoles
      ? []
      : layout.columns.map { column in
        column.formula.map { .results(of: $0.map { XMLText.escaped($0) }, isAlsoBlank: column.hasBlankResults) }
          ?? (column.linksAddresses ? .addresses : .texts)
      }
    columnCount = layout.columns.count
    stream.buffer.pointee.append(layout.markupBeforeRows(isActive: isActive))
  }

  func skip(_ count: Int) { rowCount += count }

  /// Writes one row. Its styles are registered, unless `styleMap` maps them to registered ones.
  ///
  /// - Parameter formulas: The formulas of cells, by column, whose texts are the stored results.
  func append(_ row: Row, styleMap: [Int]?, formulas: [Int: String] = [:]) throws(SpreadsheetError) {
    let storage = row.storage
    // The references of the cells in a row differ only in the column, so the digits of the row number are computed once.
    let digits = DecimalDigits.word(of: rowCount + 1)
    let buffer = stream.buffer
    var out = buffer.pointee.reserve(64)
    XMLTextWriter.put("<row r=\"", &out)
    ByteWord.put(digits.digits, to: out)
    out += digits.count
    if storage.pointee.height > 0 {
      XMLTextWriter.put("\" ht=\"", &out)
      out = DecimalDigits.write(min(storage.pointee.height, 409), to: out)
    }
    XMLTextWriter.put("\">", &out)
    buffer.pointee.advance(to: out)
    for cell in storage.pointee.filled {
      let text = row.utf8(of: cell)
      var style = cell.style
      if let styleMap { style = style < styleMap.count ? styleMap[style] : 0 }
      precondition(style < styles.count, "a style is registered before it is used")
      if cell.column >= SpreadsheetLimits.columns { throw tooManyColumns(cell) }
      if cell.column >= columnCount { columnCount = cell.column + 1 }
      let hasText = cell.kind == .text && cell.length > 0
      if hasText, cell.length > SpreadsheetLimits.cellTextUnits { try checkLength(text, cell) }
      if hasText, let formula = formulas[cell.column] {
        appendResult(cell, text, of: "<f>\(XMLText.escaped(formula))</f>", style: style)
        try stream.flushIfFull()
        continue
      }
      if cell.kind == .text, cell.column < roles.count, rowCount >= layout.headerRows {
        switch roles[cell.column] {
        case .results(let formula, let isAlsoBlank) where hasText || isAlsoBlank:
          appendResult(cell, text, of: shared(formula, in: cell.column), style: style)
          try stream.flushIfFull()
          continue
        case .addresses where hasText: try links.add(text, row: rowCount, column: cell.column)
        case .texts, .results, .addresses: break
        }
      }
      // The text's index is needed first, because writing a long text may flush a full block.
      var stringIndex = 0
      if hasText, let start = text.baseAddress {
        stringIndex =
          cell.comesOnce
          ? try strings.append(start, cell.length)
          : try strings.index(of: start, count: cell.length, column: cell.column)
        if FormulaGuard.needsQuotePrefix(text) { style = styles.index(of: .quoted, ofStyle: style) }
      } else if cell.kind == .date {
        style = styles.index(of: StylesPartWriter.Variant(ofDate: text), ofStyle: style)
      } else if cell.kind == .text && style == 0 {
        continue
      }
      out = buffer.pointee.reserve(128)
      XMLTextWriter.put("<c r=\"", &out)
      columnNames.write(cell.column, &out)
      ByteWord.put(digits.digits, to: out)
      out += digits.count
      if style > 0 {
        XMLTextWriter.put("\" s=\"", &out)
        out = DecimalDigits.write(style, to: out)
      }
      if hasText {
        XMLTextWriter.put("\" t=\"s\"><v>", &out)
        out = DecimalDigits.write(stringIndex, to: out)
        XMLTextWriter.put("</v></c>", &out)
      } else if cell.kind == .text {
        XMLTextWriter.put("\"/>", &out)
      }
      buffer.pointee.advance(to: out)
      if cell.kind != .text { try appendValue(cell, text) }
      try stream.flushIfFull()
    }
    buffer.pointee.append("</row>" as StaticString)
    try stream.flushIfFull()
    rowCount += 1
  }

  func finish() throws(SpreadsheetError) {
    stream.buffer.pointee.append(
      layout.markupAfterRows(styles: styles, links: links.markup, rowCount: rowCount, columnCount: columnCount))
    try stream.flushIfFull()
  }

  /// The markup of a column's formula in the current row (18.3.1.40).
  private func shared(_ formula: [String], in column: Int) -> String {
    if let (number, end) = shared[column], rowCount < end { return "<f t=\"shared\" si=\"\(number)\"/>" }
    let end = min(rowCount + Self.rowsPerFormula, SpreadsheetLimits.rows)
    shared[column] = (formulaCount, end)
    defer { formulaCount += 1 }
    let last = CellName.cell(row: end - 1, column: column)
    return "<f t=\"shared\" ref=\"\(CellName.cell(row: rowCount, column: column)):\(last)\" si=\"\(formulaCount)\">"
      + "\(formula.joined(separator: String(rowCount + 1)))</f>"
  }

  /// Writes a formula with its last result: a number if it is one.
  private func appendResult(_ cell: Cell, _ text: UnsafeBufferPointer<UInt8>, of formula: String, style: Int) {
    let buffer = stream.buffer
    buffer.pointee.append("<c r=\"\(CellName.cell(row: rowCount, column: cell.column))\"")
    if style > 0 { buffer.pointee.append(" s=\"\(style)\"") }
    buffer.pointee.append("\(NumberText.isPlain(text) ? "" : " t=\"str\"")>\(formula)<v>")
    append(valueText: text)
  }

  private func append(valueText text: UnsafeBufferPointer<UInt8>) {
    var out = stream.buffer.pointee.reserve(text.count * XMLTextWriter.growth + 8)
    if let start = text.baseAddress { out = XMLTextWriter.write(start, count: text.count, to: out) }
    stream.buffer.pointee.advance(to: out)
    stream.buffer.pointee.append("</v></c>")
  }

  private func appendValue(_ cell: Cell, _ text: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    let buffer = stream.buffer
    switch cell.kind {
    case .boolean: buffer.pointee.append(cell.number == 0 ? "\" t=\"b\"><v>0</v></c>" : "\" t=\"b\"><v>1</v></c>")
    case .error:
      buffer.pointee.append("\" t=\"e\"><v>")
      append(valueText: text)
    case .number where NumberText.isPlain(text):
      buffer.pointee.append("\"><v>")
      buffer.pointee.append(text)
      buffer.pointee.append("</v></c>")
    case .number, .date, .text:
      let number = cell.kind == .date ? ISODate.serial(text, stored: cell.number) : cell.number
      guard number.isFinite else {
        throw SpreadsheetError(.xlsxNumber, "the number \(number) can't be written in XLSX.", place: place(of: cell))
      }
      buffer.pointee.append("\"><v>")
      buffer.pointee.append(NumberText.shortest(number))
      buffer.pointee.append("</v></c>")
    }
  }

  private func place(of cell: Cell) -> SpreadsheetError.Place {
    .init(worksheet: layout.name, cell: CellName.cell(row: rowCount, column: cell.column))
  }

  private func tooManyColumns(_ cell: Cell) -> SpreadsheetError {
    SpreadsheetError(
      .limitColumns, "there is a column \(cell.column + 1), but a worksheet has at most \(SpreadsheetLimits.columns).",
      place: .init(worksheet: layout.name))
  }

  private func checkLength(_ text: UnsafeBufferPointer<UInt8>, _ cell: Cell) throws(SpreadsheetError) {
    let units = UTF16Length.units(text)
    if units > SpreadsheetLimits.cellTextUnits {
      throw SpreadsheetError(
        .limitCellText,
        "the text is \(units) UTF-16 units long; the limit of a cell is \(SpreadsheetLimits.cellTextUnits).",
        hint: "Shorten it, or write CSV.", place: place(of: cell))
    }
  }
}

/// The letters of all columns, ready to copy.
final class ColumnNames {
  /// Three letters and their number for each column, filled in when they are needed.
  private let names: UnsafeMutablePointer<UInt32>

  init() {
    names = .allocate(capacity: SpreadsheetLimits.columns)
    names.initialize(repeating: 0, count: SpreadsheetLimits.columns)
  }

  deinit { names.deallocate() }

  /// Writes the letters of a column, counted from zero. Always writes four bytes; the next write replaces those after
  /// the letters.
  @inline(__always) func write(_ column: Int, _ out: inout UnsafeMutablePointer<UInt8>) {
    var name = names[column]
    if name == 0 { name = add(column) }
    UnsafeMutableRawPointer(out).storeBytes(of: name, as: UInt32.self)
    out += Int(name >> 24)
  }

  @inline(never) private func add(_ column: Int) -> UInt32 {
    var name: UInt32 = 0
    var length: UInt32 = 0
    for letter in CellName.letters(ofColumn: column).utf8 {
      name |= UInt32(letter) << (8 * length)
      length += 1
    }
    name |= length << 24
    names[column] = name.littleEndian
    return names[column]
  }
}
