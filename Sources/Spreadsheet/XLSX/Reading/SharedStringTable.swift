/// The texts that the cells of a workbook refer to by number: one run of bytes, and the end of each text in it.
///
/// Both are kept in bounded memory, and beyond it in files without a name, because cells refer to texts in any order,
/// though mostly in that of the part. The part's own claims about its size are ignored.
///
/// Once it is sealed, several threads may read it, each with a reader of its own.
final class SharedStringTable: @unchecked Sendable {
  /// How many bytes a table may take whatever the size of the file, and how many more for each byte of the file.
  private static let freeSize = 128 << 20
  private static let sizePerFileByte = 64
  /// How much stays in memory: 8 MiB of texts, and the ends of 131,072 of them.
  private static let textFrames = 2048
  private static let endFrames = 256

  /// What a reader must know about a text besides its bytes.
  struct Marks: OptionSet {
    static let bits = UInt64(2)
    static let all = UInt64(3)

    /// It contained a lone surrogate.
    static let damaged = Marks(rawValue: 1)
    /// Part of it is struck out.
    static let struck = Marks(rawValue: 2)

    let rawValue: UInt64
  }

  private(set) var count = 0
  /// The most bytes to keep of a text: enough to detect that it is too long.
  let textLimit: Int
  private let texts: PagedBytes
  /// For each text, four times its end plus its ``Marks``.
  private let ends: PagedBytes
  private let sizeLimit: Int
  private let countLimit: Int

  /// - Parameters:
  ///   - fileSize: The size in bytes of the file that the table comes from.
  ///   - countLimit: The most texts that are allowed: as many as there may be cells.
  ///   - cellText: The most UTF-16 units of a cell.
  ///   - frames: How many pages of texts stay in memory.
  ///   - folder: The folder for the other pages.
  init(
    fileSize: Int, countLimit: Int = SpreadsheetLimits().cells, cellText: Int = SpreadsheetLimits.cellTextUnits,
    frames: Int = SharedStringTable.textFrames, folder: String = TemporaryFolder.path
  ) {
    self.countLimit = countLimit
    sizeLimit = min(
      max(Self.freeSize, fileSize.multipliedReportingOverflow(by: Self.sizePerFileByte).partialValue), Int(UInt32.max))
    // An escape takes seven bytes for one unit.
    textLimit = min(cellText, sizeLimit) * 7 + 64
    texts = PagedBytes(frames: frames, folder: folder)
    ends = PagedBytes(frames: min(frames, Self.endFrames), folder: folder)
  }

  /// Whether the table is within its limits, with `size` more bytes.
  func hasRoom(for size: Int) -> Bool {
    count <= countLimit && texts.count + size + count * 4 <= sizeLimit
  }

  /// Adds a text.
  ///
  /// - Returns: False if the table cannot be kept; ``error`` says why.
  func add(_ text: UnsafeBufferPointer<UInt8>, _ marks: Marks) -> Bool {
    if let start = text.baseAddress, !texts.append(start, count: text.count) { return false }
    count += 1
    return add(end: UInt64(texts.count) << Marks.bits | marks.rawValue)
  }

  /// Adds the texts of a piece of the part.
  ///
  /// - Parameter droppedCount: How many bytes of all texts so far were not kept.
  /// - Returns: False if the table cannot be kept, or may be too large.
  func add(_ batch: SharedTextBatch, droppedCount: Int) -> Bool {
    let start = UInt64(texts.count) << Marks.bits
    if !texts.append(batch.texts.base, count: batch.texts.count) { return false }
    count += batch.ends.count
    for end in batch.ends where !add(end: start + end) { return false }
    // While a text is collected, it takes more bytes than in the end.
    return hasRoom(for: droppedCount + textLimit)
  }

  private func add(end: UInt64) -> Bool {
    withUnsafeBytes(of: end) { bytes in
      bytes.assumingMemoryBound(to: UInt8.self).baseAddress.map { ends.append($0, count: bytes.count) } ?? false
    }
  }

  /// Ends the table, after which texts can be read.
  ///
  /// - Throws: `io.temporary`.
  func seal() throws(SpreadsheetError) {
    if !texts.seal() || !ends.seal() { throw error }
  }

  /// Why the table could not be kept.
  var error: SpreadsheetError {
    texts.failure ?? ends.failure
      ?? SpreadsheetError(
        .limitSharedStrings,
        "the workbook has more than \(countLimit) shared texts, or they take more than \(sizeLimit) bytes.",
        hint: "Split the workbook.")
  }

  /// A reader for one thread.
  ///
  /// - Parameter isOnly: Whether no other thread reads meanwhile.
  func reader(isOnly: Bool) -> SharedStringReader {
    SharedStringReader(
      self, texts: PagedBytesReader(texts, frames: isOnly ? nil : SharedStringReader.textFrames),
      ends: PagedBytesReader(ends, frames: isOnly ? nil : SharedStringReader.endFrames))
  }
}
