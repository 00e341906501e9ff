/// The texts that were collected from a piece of the shared strings, one after the other in one run of memory.
final class SharedTextBatch: PieceContents {
  private(set) var texts = ByteBuffer(capacity: 64 << 10)
  /// For each text, four times its end plus its marks.
  private(set) var ends: [UInt64] = []
  /// How many bytes of the texts of this piece were not kept.
  var droppedCount = 0

  init() {}

  deinit {
    texts.deallocate()
  }

  func removeAll() {
    texts.truncate(to: 0)
    ends.removeAll(keepingCapacity: true)
    droppedCount = 0
  }

  /// Adds a text.
  func add(_ text: UnsafeBufferPointer<UInt8>, _ marks: SharedStringTable.Marks) {
    texts.append(text)
    ends.append(UInt64(texts.count) << SharedStringTable.Marks.bits | marks.rawValue)
  }
}
