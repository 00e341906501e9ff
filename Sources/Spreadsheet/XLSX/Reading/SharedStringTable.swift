/// The texts that the cells of a workbook refer to by number: one run of bytes, and the end of each text in it.
///
/// Both are kept in bounded memory, and beyond it in files without a name, because cells refer to texts in any order,
/// though mostly in that of the part. The part's own claims about its size are ignored.
final class SharedStringTable {
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
    static let struck = Marks(rawValue: 2)

    let rawValue: UInt64
  }

  private(set) var count = 0
  private let texts: PagedBytes
  /// For each text, four times its end plus its ``Marks``.
  private let ends: PagedBytes
  private let sizeLimit: Int
  private let countLimit: Int
  /// The most bytes to keep of a text: enough to detect that it is too long.
  private let textLimit: Int
  /// The text that is being collected, in raw memory, so that access to it needs no exclusivity checks.
  private let text: UnsafeMutablePointer<ByteBuffer>
  private var marks = Marks()
  /// How many bytes of all texts were not kept.
  private(set) var droppedCount = 0

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
    text = .allocate(capacity: 1)
    text.initialize(to: ByteBuffer(capacity: 4 << 10))
  }

  deinit {
    text.pointee.deallocate()
    text.deallocate()
  }

  // MARK: - Filling

  var textCount: Int { text.pointee.count }

  /// Adds bytes to the text. Returns false if the table has become too large; ``error`` says so.
  func append(_ start: UnsafePointer<UInt8>, count added: Int) -> Bool {
    let kept = min(added, max(0, textLimit - textCount))
    text.pointee.append(start, count: kept)
    droppedCount += added - kept
    return isWithinLimits
  }

  func decodeEscapes(since start: Int) {
    let (length, isDamaged) = EscapedText.decode(text.pointee.base + start, count: textCount - start)
    text.pointee.truncate(to: start + length)
    if isDamaged { marks.insert(.damaged) }
  }

  func markStruck() { marks.insert(.struck) }

  /// Adds the text to the table, and begins the next one. Returns false if the table has become too large or cannot be
  /// kept; ``error`` says why.
  func endText() -> Bool {
    if !texts.append(text.pointee.base, count: textCount) { return false }
    count += 1
    let isKept = withUnsafeBytes(of: UInt64(texts.count) << Marks.bits | marks.rawValue) { end in
      end.assumingMemoryBound(to: UInt8.self).baseAddress.map { ends.append($0, count: end.count) } ?? false
    }
    if !isKept { return false }
    text.pointee.truncate(to: 0)
    marks = []
    return isWithinLimits
  }

  func withdrawText(droppedCount: Int) {
    text.pointee.truncate(to: 0)
    marks = []
    self.droppedCount = droppedCount
  }

  private var isWithinLimits: Bool {
    count <= countLimit && texts.count + textCount + droppedCount + count * 4 <= sizeLimit
  }

  /// Ends the table, after which texts can be read. Throws `io.temporary`.
  func seal() throws(SpreadsheetError) { if !texts.seal() || !ends.seal() { throw error } }

  var error: SpreadsheetError {
    texts.failure ?? ends.failure
      ?? SpreadsheetError(
        .limitSharedStrings,
        "the workbook has more than \(countLimit) shared texts, or they take more than \(sizeLimit) bytes.",
        hint: "Split the workbook.")
  }

  // MARK: - Reading

  /// Adds the bytes of a text to those of a row. Returns its length and marks; nil if it could not be read, and
  /// ``error`` says why.
  @inline(__always)
  func append(textAt index: Int, to storage: UnsafeMutablePointer<RowStorage>) -> (length: Int, marks: Marks)? {
    guard let start = index == 0 ? 0 : end(at: index - 1), let end = end(at: index) else { return nil }
    var place = Int(start >> Marks.bits)
    let stop = Int(end >> Marks.bits)
    let length = stop - place
    while place < stop {
      guard let bytes = texts.bytes(from: place), let first = bytes.baseAddress else { return nil }
      let size = min(bytes.count, stop - place)
      storage.pointee.appendBytes(first, count: size)
      place += size
    }
    return (length, Marks(rawValue: end & Marks.all))
  }

  @inline(__always)
  private func end(at index: Int) -> UInt64? {
    // No end is split between two pages.
    ends.bytes(from: index * MemoryLayout<UInt64>.size).map { UnsafeRawBufferPointer($0).load(as: UInt64.self) }
  }
}
