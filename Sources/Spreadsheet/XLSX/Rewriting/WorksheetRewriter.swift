import Basics

/// Copies a worksheet part with edits; all other bytes stay as they are (ECMA-376 Part 1, 18.3.1).
///
/// ```
/// head: everything up to <sheetData>   · dimension, widths
/// rows                                 · edited rows, cell by cell
/// tail: everything from </sheetData>   · filter, rules
/// ```
///
/// The head, the tail and one row are kept in memory.
final class WorksheetRewriter {
  private enum Stage {
    case head
    case rows
    case tail
  }

  /// Far more than the head or the tail of any worksheet.
  private static let sideLimit = 128 << 20

  private let part: String
  private let edits: WorksheetEdits
  private let styles: StylesRewriter?
  private let write: (UnsafeRawBufferPointer) throws(SpreadsheetError) -> Void

  private var stage = Stage.head
  private var pending: [UInt8] = []
  /// The prefix of the part's elements, with its colon.
  private var prefix = ""
  /// The row that was read last, counted from zero.
  private var row = -1
  private var editedRows: Set<Int> = []

  /// - Parameter write: Receives the bytes of the new part, in order.
  init(
    part: String, edits: WorksheetEdits, styles: StylesRewriter?,
    write: @escaping (UnsafeRawBufferPointer) throws(SpreadsheetError) -> Void
  ) {
    self.part = part
    self.edits = edits
    self.styles = styles
    self.write = write
  }

  /// Reads the next bytes of the part.
  func take(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    if stage == .head, pending.isEmpty { try check(bytes) }
    pending.append(contentsOf: bytes)
    if stage == .head { try takeHead() }
    if stage == .rows { try takeRows() }
    if stage != .rows, pending.count > Self.sideLimit {
      throw refusal("the markup before or after its rows is too long.")
    }
  }

  /// Ends the part.
  func finish() throws(SpreadsheetError) {
    guard stage == .tail else { throw refusal("its table of cells was not found.") }
    let tail = WorksheetTail(edits: edits, styles: styles, prefix: prefix)
    try put(pending.withUnsafeBufferPointer { tail.rewritten($0) })
    if let missing = edits.cells.keys.filter({ !editedRows.contains($0) }).min() {
      throw refusal("row \(missing + 1) was not found again.")
    }
  }

  private func check(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    guard let (encoding, _) = XMLEncoding.detect(bytes), encoding == .utf8 else {
      throw refusal("its worksheet is not in UTF-8.")
    }
    if let last = edits.addedColumns?.last, last >= SpreadsheetLimits.columns {
      throw refusal("its worksheet has no column left for the results.")
    }
  }

  private func refusal(_ reason: String) -> SpreadsheetError {
    .notRewritable(reason, part: part)
  }

  private func put(_ bytes: [UInt8]) throws(SpreadsheetError) {
    try bytes.withUnsafeBufferPointer { (bytes) throws(SpreadsheetError) in try write(UnsafeRawBufferPointer(bytes)) }
  }

  // MARK: - Head

  private func takeHead() throws(SpreadsheetError) {
    let found: (bytes: [UInt8], end: Int)? = pending.withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      var changes = ByteChanges()
      var columns = WorksheetColumns(widths: edits.widths)
      var isRoot = true
      while let tag = scanner.next() {
        let name = scanner.text(tag.name)
        if isRoot {
          prefix = name.lastIndex(of: ":").map { String(name[...$0]) } ?? ""
          isRoot = false
          continue
        }
        columns.prefix = prefix
        switch name {
        case prefix + "dimension": extendDimension(tag, scanner, &changes)
        case prefix + "cols": columns.take(list: tag, scanner)
        case prefix + "col": columns.take(column: tag, scanner, &changes)
        case prefix + "sheetData":
          columns.finish(before: tag, &changes)
          if tag.kind == .empty { return nil }
          let head = UnsafeBufferPointer(rebasing: bytes[..<tag.range.upperBound])
          return (changes.applied(to: head), tag.range.upperBound)
        default: break
        }
      }
      return nil
    }
    guard let found else { return }
    try put(found.bytes)
    pending.removeFirst(found.end)
    stage = .rows
  }

  private func extendDimension(_ tag: MarkupScanner.Tag, _ scanner: MarkupScanner, _ changes: inout ByteChanges) {
    guard let (_, value) = scanner.attribute("ref", of: tag), let added = edits.addedColumns else { return }
    let corners = scanner.text(value).split(separator: ":").compactMap { corner -> (row: Int, column: Int)? in
      var text = String(corner)
      return text.withUTF8 { CellReferenceText.place($0) }
    }
    guard let first = corners.first, let last = corners.last, last.column < added.upperBound else { return }
    changes.replace(
      value,
      with: "\(CellName.cell(row: first.row, column: first.column)):"
        + CellName.cell(row: last.row, column: added.upperBound))
  }

  // MARK: - Rows

  private func takeRows() throws(SpreadsheetError) {
    let rowName = Array((prefix + "row").utf8)
    let dataName = Array((prefix + "sheetData").utf8)
    var output: [UInt8] = []
    var done = 0
    var isAtEnd = false
    var failure: SpreadsheetError?
    pending.withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      while let tag = scanner.next() {
        if tag.kind == .end, scanner.isNamed(tag, dataName) {
          output.append(contentsOf: bytes[done..<tag.range.lowerBound])
          done = tag.range.lowerBound
          isAtEnd = true
          return
        }
        guard tag.kind != .end, scanner.isNamed(tag, rowName) else { continue }
        guard let end = tag.kind == .empty ? tag.range.upperBound : Self.end(of: rowName, &scanner) else { break }
        output.append(contentsOf: bytes[done..<tag.range.lowerBound])
        done = end
        do throws(SpreadsheetError) {
          try append(bytes[tag.range.lowerBound..<end], to: &output)
        } catch {
          failure = error
          return
        }
      }
    }
    if let failure { throw failure }
    try put(output)
    pending.removeFirst(done)
    if isAtEnd { stage = .tail }
  }

  /// The end of the row whose start tag was read; nil if it is not there yet.
  private static func end(of name: [UInt8], _ scanner: inout MarkupScanner) -> Int? {
    while let tag = scanner.next() {
      if tag.kind == .end, scanner.isNamed(tag, name) { return tag.range.upperBound }
    }
    return nil
  }

  private func append(
    _ bytes: Slice<UnsafeBufferPointer<UInt8>>, to output: inout [UInt8]
  ) throws(SpreadsheetError) {
    let rewriter = WorksheetRowRewriter(bytes: UnsafeBufferPointer(rebasing: bytes), prefix: prefix, after: row)
    row = rewriter.row
    guard let cells = edits.cells[row] else {
      output.append(contentsOf: bytes)
      return
    }
    guard editedRows.insert(row).inserted else { throw refusal("row \(row + 1) is in several pieces.") }
    do throws(WorksheetRowRewriter.Refusal) {
      output.append(contentsOf: try rewriter.rewritten(cells, styles: styles))
    } catch {
      throw refusal(error.reason)
    }
  }
}
