/// Writes a ZIP container from front to back in one pass.
///
/// ```
/// local header, part, (sizes) … central directory, (ZIP64 end), end
/// ```
///
/// A part that is written as it comes has its sizes after it (APPNOTE 4.3.9, with signature); other parts have them in the
/// local header. A part may have up to 4 GiB, because programs disagree about larger parts with the sizes after them. The
/// container may be larger. Times are 1980-01-01 00:00, so the same parts give the same bytes.
package final class ZIPWriter {
  private let output: any ByteOutput
  private let pool: DeflatePool
  private var offset = 0
  private var entries: [ZIPWriterEntry] = []
  private var open: DeflateStream?

  package init(to output: any ByteOutput, threads: Int) {
    self.output = output
    pool = DeflatePool(threads: threads)
  }

  deinit { pool.close() }

  package func addPart(named name: String, _ text: String) throws(SpreadsheetError) {
    let spool = SpooledBytes(folder: output.scratchFolder, memoryLimit: .max)
    let stream = DeflateStream(pool: pool, size: text.utf8.count) { (compressed) throws(SpreadsheetError) in
      try spool.append(compressed)
    }
    stream.buffer.pointee.append(text)
    try addPart(named: name, stream, spool)
  }

  /// Begins a part whose bytes are written to the container as they come. No other part can be written until it ends.
  func beginPart(named name: String) throws(SpreadsheetError) -> DeflateStream {
    precondition(open == nil, "one part after the other")
    try begin(ZIPWriterEntry(name: name, offset: offset, sizesFollow: true))
    let stream = DeflateStream(pool: pool) { [unowned self] (compressed) throws(SpreadsheetError) in
      try write(compressed)
    }
    open = stream
    return stream
  }

  func endPart() throws(SpreadsheetError) {
    guard let stream = open else { preconditionFailure("no part was begun") }
    open = nil
    try stream.finish()
    let last = entries.count - 1
    try entries[last].take(stream)
    try write(entries[last].sizesBehind)
  }

  /// Begins a part that is kept elsewhere until ``addPart(named:_:_:)`` writes it.
  func makeWaitingPart() -> (stream: DeflateStream, spool: SpooledBytes) {
    let spool = SpooledBytes(folder: output.scratchFolder)
    let stream = DeflateStream(pool: pool, isText: true) { (compressed) throws(SpreadsheetError) in
      try spool.append(compressed)
    }
    return (stream, spool)
  }

  /// Ends a part that was kept elsewhere, and writes it.
  func addPart(named name: String, _ stream: DeflateStream, _ spool: SpooledBytes) throws(SpreadsheetError) {
    precondition(open == nil, "one part after the other")
    try stream.finish()
    var entry = ZIPWriterEntry(name: name, offset: offset, sizesFollow: false)
    try entry.take(stream)
    try begin(entry)
    try spool.write(to: output)
    offset += stream.compressedSize
  }

  /// Writes the central directory. The output is not finished.
  package func finish() throws(SpreadsheetError) {
    precondition(open == nil, "one part after the other")
    let start = offset
    for entry in entries { try write(entry.directoryRecord) }
    try write(ZIPWriterEntry.end(count: entries.count, directoryOffset: start, directorySize: offset - start))
    pool.close()
  }

  private func begin(_ entry: ZIPWriterEntry) throws(SpreadsheetError) {
    entries.append(entry)
    try write(entry.localHeader)
  }

  private func write(_ bytes: [UInt8]) throws(SpreadsheetError) {
    try output.write(bytes)
    offset += bytes.count
  }

  private func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    try output.write(bytes)
    offset += bytes.count
  }
}
