/// What the parsers of a worksheet need to know.
struct WorksheetSource {
  /// The index of the worksheet in its workbook.
  let index: Int
  /// The part.
  let entry: ZIPEntry
  /// The name of the worksheet.
  let name: String
  let formats: CellFormats
  let table: SharedStringTable?
  let usesDates1904: Bool
  let limits: SpreadsheetLimits
  /// How many cells may have a value.
  let cellsLeft: Int
  /// Collects the merged cells.
  let merged = MergedRanges()

  /// The memory for the callbacks of one parser.
  ///
  /// - Parameters:
  ///   - limits: The limits of this parser.
  ///   - faults: Counts misplaced contents.
  ///   - places: Tracks the positions of the rows.
  ///   - texts: Reads the shared strings; it must outlive the parser.
  ///   - body: Receives the rows.
  func scan(
    limits: SpreadsheetLimits, faults: XLSXFaults, places: RowPlaces, texts: SharedStringReader?,
    _ body: @escaping (Row) throws -> Void
  ) -> WorksheetScan {
    WorksheetScan(
      xml: XMLScan(part: entry.displayName, limits: limits), worksheet: name, formats: formats, table: texts,
      usesDates1904: usesDates1904, limits: limits, faults: faults, places: places, cellsLeft: cellsLeft,
      merged: merged, body: body)
  }
}
