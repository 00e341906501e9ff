/// Reads the rows of a worksheet in pieces.
struct WorksheetPieces {
  /// How far a reading came.
  struct Outcome {
    /// Whether the worksheet was read to its end, and nothing in it was out of the ordinary.
    var isWhole = false
    /// How many rows were passed on.
    var rowCount = 0
    /// How many cells they have.
    var cellCount = 0
  }

  let worksheet: WorksheetSource
  let parts: PackageParts
  let layout: PieceLayout

  /// Passes the rows on, in order.
  ///
  /// - Parameters:
  ///   - outcome: Receives how far the reading came, after an error of `body` too.
  ///   - body: Receives the rows. An error that it throws ends the reading, and is passed on.
  func forEach(_ outcome: inout Outcome, _ body: (Row) throws -> Void) throws {
    let reader = try parts.archive.reader(of: worksheet.entry, partSize: worksheet.limits.partSize)
    defer { parts.archive.count(reader.count, of: worksheet.entry) }
    let tags = PartCutter.Tags(opening: "<sheetData", end: "</row>", closing: "</sheetData></worksheet>")
    let cutter = PartCutter(reader, tags, layout)
    guard let opening = try? cutter.opening() else { return }
    let reading = PieceReading(cutter, opening: opening, layout: layout) { [worksheet, layout] handOver in
      WorksheetPieceParser(worksheet, contentSize: layout.contentSize, handOver: handOver)
    }
    var joining = Joining(worksheet)
    defer { outcome = joining.outcome }
    let isWhole = try reading.forEach { try joining.take($0, body) }
    if isWhole { try joining.finish(body) }
    joining.outcome.isWhole = isWhole
  }

  /// Joins the rows of pieces.
  private struct Joining {
    var outcome = Outcome()
    private var rows = RowSequence()
    private var cellsLeft: Int
    private var textLeft: Int
    /// The row that was read last. The next piece may continue it, and is then read by another parser.
    private var held = Row()
    private var next = Row()

    init(_ worksheet: WorksheetSource) {
      cellsLeft = worksheet.cellsLeft
      textLeft = worksheet.limits.totalSize
    }

    /// Takes the rows of a piece; false unless they follow those before them, and all are within the limits.
    mutating func take(_ batch: RowBatch, _ body: (Row) throws -> Void) throws -> Bool {
      if batch.isStart { rows.begin() }
      cellsLeft -= batch.cellCount
      textLeft -= batch.textSize
      guard rows.take(batch.span), cellsLeft >= 0, textLeft >= 0 else { return false }
      try batch.forEach { index, fill in
        try finish(body)
        next.removeAll(index: rows.index(of: index))
        fill(next)
        swap(&held, &next)
      }
      return true
    }

    /// Passes on the last row.
    mutating func finish(_ body: (Row) throws -> Void) throws {
      if held.count == 0 { return }
      outcome.rowCount += 1
      outcome.cellCount += held.count
      try body(held)
      held.removeAll(index: 0)
    }
  }
}
