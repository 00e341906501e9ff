/// The texts that the cells of a workbook refer to by number: one run of bytes, and the place of each text in it.
///
/// Both are kept in bounded memory, and beyond it in files without a name, because cells refer to texts in any order,
/// though mostly in the part's order. The part's own claims about its size are ignored.
final class SharedStringTable {
  /// How many bytes a table may take whatever the size of the file, and how many more for each byte of the file.
  private static let freeSize = 128 << 20
  private static let sizePerFileByte = 64
  /// How much memory is used: 16 MiB for texts, and for the places of 262,144 of them.
  private static let textFrames = 4096
  private static let placeFrames = 512

  /// Flags of a text.
  struct Flags: OptionSet {
    /// It contained a lone surrogate.
    static let damaged = Flags(rawValue: 1)
    static let struck = Flags(rawValue: 2)

    let rawValue: UInt64
  }

  /// The location of a text, packed into one word so that one look-up gets it all.
  private struct Span {
    static let longest = (1 << 30) - 1
    let bits: UInt64

    init(start: Int, length: Int, flags: Flags) { bits = UInt64(start) | flags.rawValue << 32 | UInt64(length) << 34 }

    init(bits: UInt64) { self.bits = bits }

    var start: Int { Int(bits & 0xFFFF_FFFF) }
    var length: Int { Int(bits >> 34) }
    var flags: Flags { Flags(rawValue: bits >> 32 & 3) }
  }

  private(set) var count = 0
  private let texts: PagedBytes
  private let places: PagedBytes
  private let sizeLimit: Int
  private let countLimit: Int
  /// The most bytes to keep of a text: enough to detect that it is too long.
  private let textLimit: Int
  /// The text that is being collected, in raw memory, so that access to it needs no exclusivity checks.
  private let text: UnsafeMutablePointer<ByteBuffer>
  private var flags = Flags()
  /// How many bytes of all texts were not kept.
  private(set) var droppedCount = 0

  init(
    fileSize: Int, countLimit: Int = SpreadsheetLimits().cells, cellText: Int = SpreadsheetLimits.cellTextUnits,
    frames: Int = SharedStringTable.textFrames, folder: String = FilePlace.temporaryFolder
  ) {
    self.countLimit = countLimit
    sizeLimit = min(
      max(Self.freeSize, fileSize.multipliedReportingOverflow(by: Self.sizePerFileByte).partialValue), Int(UInt32.max))
    // An escape takes seven bytes for one code unit.
    textLimit = min(min(cellText, sizeLimit) * 7 + 64, Span.longest)
    texts = PagedBytes(frames: frames, folder: folder)
    places = PagedBytes(frames: min(frames, Self.placeFrames), folder: folder)
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
    collect(start, count: added)
    return isWithinLimits
  }

  @inline(__always) func collect(_ start: UnsafePointer<UInt8>, count added: Int) {
    let kept = min(added, max(0, textLimit - textCount))
    text.pointee.append(start, count: kept)
    droppedCount += added - kept
  }

  func decodeEscapes(since start: Int) {
    let (length, isDamaged) = EscapedText.decode(text.pointee.base + start, count: textCount - start)
    text.pointee.truncate(to: start + length)
    if isDamaged { flags.insert(.damaged) }
  }

  func setStruck() { flags.insert(.struck) }

  /// Adds the text to the table, and begins the next one. Returns false if the table has become too large or cannot be
  /// kept; ``error`` says why.
  func endText() -> Bool {
    let place = Span(start: texts.count, length: textCount, flags: flags)
    if !texts.append(text.pointee.base, count: textCount) { return false }
    count += 1
    if !places.append(place.bits) { return false }
    text.pointee.truncate(to: 0)
    flags = []
    return isWithinLimits
  }

  func withdrawText(droppedCount: Int) {
    text.pointee.truncate(to: 0)
    flags = []
    self.droppedCount = droppedCount
  }

  private var isWithinLimits: Bool {
    count <= countLimit && texts.count + textCount + droppedCount + count * 4 <= sizeLimit
  }

  /// Ends the table, after which texts can be read. Throws `io.temporary`.
  func seal() throws(SpreadsheetError) { if !texts.seal() || !places.seal() { throw error } }

  var error: SpreadsheetError {
    texts.failure ?? places.failure
      ?? SpreadsheetError(
        .limitSharedStrings,
        "the workbook has more than \(countLimit) shared texts, or they take more than \(sizeLimit) bytes.",
        hint: "Split the workbook.")
  }

  // MARK: - Reading

  /// Adds the bytes of a text to those of a row. Returns its length and flags; nil if it could not be read, and
  /// ``error`` says why.
  @inline(__always) func append(textAt index: Int, to storage: UnsafeMutablePointer<RowStorage>) -> (
    length: Int, flags: Flags
  )? {
    let size = MemoryLayout<UInt64>.size
    // No entry is split between two pages.
    guard
      let bits = places.kept(upTo: (index + 1) * size).map({ UnsafeRawPointer($0 + index * size) })
        ?? places.bytes(from: index * size).flatMap({ UnsafeRawPointer($0.baseAddress) })
    else { return nil }
    let place = Span(bits: bits.load(as: UInt64.self))
    var start = place.start
    let end = start + place.length
    if let bytes = texts.kept(upTo: end) {
      storage.pointee.appendPaddedBytes(bytes + start, count: place.length)
      return (place.length, place.flags)
    }
    while start < end {
      guard let bytes = texts.bytes(from: start), let first = bytes.baseAddress else { return nil }
      let size = min(bytes.count, end - start)
      storage.pointee.appendBytes(first, count: size)
      start += size
    }
    return (place.length, place.flags)
  }
}
