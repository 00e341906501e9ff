/// Collects a shared text while it is parsed, and passes it on to a table or a batch.
final class SharedTextCollector {
  /// The table of the whole part; nil while a piece of it is read.
  private let table: SharedStringTable?
  /// The texts of the piece that is being read; nil for a whole part.
  var batch: SharedTextBatch?
  private let textLimit: Int
  /// In raw memory, so that access to it needs no exclusivity checks.
  private let text: UnsafeMutablePointer<ByteBuffer>
  private var marks = SharedStringTable.Marks()
  /// How many bytes of all texts were not kept.
  private(set) var droppedCount = 0

  /// - Parameters:
  ///   - table: Takes the texts; nil for pieces.
  ///   - textLimit: The most bytes to keep of a text.
  init(into table: SharedStringTable?, textLimit: Int) {
    self.table = table
    self.textLimit = textLimit
    text = .allocate(capacity: 1)
    text.initialize(to: ByteBuffer(capacity: 4 << 10))
  }

  deinit {
    text.pointee.deallocate()
    text.deallocate()
  }

  /// The number of complete texts.
  var count: Int { table?.count ?? 0 }

  /// The length of the text.
  var end: Int { text.pointee.count }

  /// Adds bytes to the text.
  ///
  /// - Returns: False if the table has become too large.
  func append(_ start: UnsafePointer<UInt8>, count added: Int) -> Bool {
    let kept = min(added, max(0, textLimit - text.pointee.count))
    text.pointee.append(start, count: kept)
    droppedCount += added - kept
    return isWithinLimits
  }

  /// Decodes the escapes of the bytes added since `start`.
  func decodeEscapes(since start: Int) {
    let (length, isDamaged) = EscapedText.decode(text.pointee.base + start, count: text.pointee.count - start)
    text.pointee.truncate(to: start + length)
    if isDamaged { marks.insert(.damaged) }
  }

  /// Marks the text as partly struck out.
  func markStruck() {
    marks.insert(.struck)
  }

  /// Passes the text on, and begins the next one.
  ///
  /// - Returns: False if the table has become too large or cannot be kept.
  func endText() -> Bool {
    let bytes = UnsafeBufferPointer(start: UnsafePointer(text.pointee.base), count: text.pointee.count)
    batch?.add(bytes, marks)
    if table?.add(bytes, marks) == false { return false }
    text.pointee.truncate(to: 0)
    marks = []
    return isWithinLimits
  }

  /// Why the table could not be kept; nil for pieces.
  var error: SpreadsheetError? { table?.error }

  private var isWithinLimits: Bool {
    table?.hasRoom(for: text.pointee.count + droppedCount) ?? true
  }
}
