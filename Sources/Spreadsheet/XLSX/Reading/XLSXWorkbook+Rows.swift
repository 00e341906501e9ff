extension XLSXWorkbook {
  /// Reads the rows of a worksheet in the order of the file; rows without any content are left out.
  ///
  /// The rows count only after this returns: damage to the file may be noticed only at its end, and then all rows
  /// before it must be discarded.
  ///
  /// - Parameters:
  ///   - index: The index of the worksheet in ``worksheets``.
  ///   - body: Receives each row, whose ``Row/index`` is its index in the worksheet, and which is reused for the next
  ///     one. An error that it throws ends the reading and is passed on.
  /// - Throws: The codes of ``XLSXWorkbook/init(path:limits:isStrict:)``, and `xlsx.bad-part`, `xlsx.cell-reference`,
  ///   `xlsx.cell-type`, `xlsx.cell-value`, `xlsx.shared-string-index`, `limit.cells`, `limit.cell-text`,
  ///   `limit.row-text`, `limit.shared-strings`; `io.temporary` if there is no room for a large table of shared strings.
  public func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    try read(worksheetAt: index, isAhead: false, body)
  }

  /// Does the same as ``readRows(ofWorksheetAt:_:)``, but parses a large worksheet on a separate thread.
  ///
  /// No other rows of the workbook may be read until this returns.
  package func readRowsAhead(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws {
    try read(worksheetAt: index, isAhead: true, body)
  }

  private func read(worksheetAt index: Int, isAhead: Bool, _ body: (Row) throws -> Void) throws {
    precondition(worksheets.indices.contains(index), "no worksheet at \(index)")
    do {
      let source = try source(ofWorksheetAt: index)
      var outcome = WorksheetPieces.Outcome()
      // They come after the rows, so a reading that ended early has none of them.
      defer { if !source.merged.ranges.isEmpty { mergedRanges[index] = source.merged.ranges } }
      defer { cellCounts[index] = max(cellCounts[index], outcome.cellCount) }
      if pieces.applies(to: source.entry) {
        readingsInPieces += 1
        defer { readingsInPieces -= 1 }
        try WorksheetPieces(worksheet: source, parts: parts, layout: pieces).forEach(&outcome, body)
      }
      if !outcome.isWhole {
        // One parser decides about anything out of the ordinary. It finds the same rows again.
        source.merged.removeAll()
        var known = outcome.rowCount
        try parse(source, isAhead: isAhead) { row in
          if known == 0 { return try body(row) }
          known -= 1
        }
      }
    } catch var error as SpreadsheetError where error.place.part != nil && error.place.file == nil {
      error.place.file = parts.archive.file.path
      if let part = error.place.part, ZIPEntry.partKey(part.utf8) == ZIPEntry.partKey(partNames[index].utf8) {
        error.place.worksheet = worksheets[index].name
      }
      throw parts.archive.file.hasChanged ? parts.archive.file.changedError : error
    }
    if parts.archive.file.hasChanged { throw parts.archive.file.changedError }
  }

  func source(ofWorksheetAt index: Int) throws -> WorksheetSource {
    guard let entry = parts.archive.entry(named: partNames[index]) else {
      throw SpreadsheetError.badRelationship("the part of the worksheet is missing.", part: partNames[index])
    }
    let others = cellCounts.indices.reduce(0) { $1 == index ? $0 : $0 + cellCounts[$1] }
    return WorksheetSource(
      index: index, entry: entry, name: worksheets[index].name, formats: formats, table: try sharedStringTable(),
      usesDates1904: usesDates1904, limits: parts.limits, cellsLeft: max(0, parts.limits.cells - others))
  }

  /// Reads the rows of a worksheet with one parser.
  ///
  /// - Parameter isAhead: Whether to parse a large worksheet on a separate thread.
  private func parse(_ source: WorksheetSource, isAhead: Bool, _ body: (Row) throws -> Void) throws {
    if isAhead, source.entry.size > PackageParts.aheadSize, RowsAhead.isWorthwhile {
      try RowsAhead { [self] in try parse(source, $0) }.forEach(body)
    } else {
      try parse(source, body)
    }
  }

  private func parse(_ source: WorksheetSource, _ body: (Row) throws -> Void) throws {
    try withoutActuallyEscaping(body) { body in
      // The body of a reading in pieces may read another worksheet, while threads of that reading use the table.
      let texts = source.table?.reader(isOnly: readingsInPieces == 0)
      let context = UnsafeMutablePointer<WorksheetScan>.allocate(capacity: 1)
      context.initialize(
        to: source.scan(limits: parts.limits, faults: parts.faults, places: RowPlaces(), texts: texts, body))
      defer {
        let count = source.cellsLeft - context.pointee.cellsLeft
        cellCounts[source.index] = max(cellCounts[source.index], count)
        context.pointee.places.deallocate()
        context.deinitialize(count: 1)
        context.deallocate()
      }
      try withExtendedLifetime(texts) {
        try parts.parse(source.entry, WorksheetScan.callbacks, context: context, scan: \.xml, limits: parts.limits)
      }
    }
  }

  private func sharedStringTable() throws -> SharedStringTable? {
    if let sharedStrings { return sharedStrings }
    guard let name = sharedStringsName, let entry = parts.archive.entry(named: name) else { return nil }
    let table = try SharedStringsScan.table(entry, in: parts, pieces)
    sharedStrings = table
    return table
  }
}
