/// Reads the texts of a ``SharedStringTable`` on one thread.
final class SharedStringReader {
  /// How much one of several readers keeps in memory besides the table: 256 KiB of texts, and the ends of 8,192 of them.
  static let textFrames = 64
  static let endFrames = 16

  /// The number of texts.
  let count: Int
  private let table: SharedStringTable
  private let texts: PagedBytesReader
  private let ends: PagedBytesReader

  init(_ table: SharedStringTable, texts: PagedBytesReader, ends: PagedBytesReader) {
    self.table = table
    self.texts = texts
    self.ends = ends
    count = table.count
  }

  /// Adds the bytes of a text to those of a row.
  ///
  /// - Parameter index: The number of the text, below ``count``.
  /// - Returns: The length and marks of the text; nil if it could not be read, and ``error`` says why.
  @inline(__always)
  func append(
    textAt index: Int, to storage: UnsafeMutablePointer<RowStorage>
  ) -> (length: Int, marks: SharedStringTable.Marks)? {
    guard let start = index == 0 ? 0 : end(at: index - 1), let end = end(at: index) else { return nil }
    var place = Int(start >> SharedStringTable.Marks.bits)
    let stop = Int(end >> SharedStringTable.Marks.bits)
    let length = stop - place
    while place < stop {
      guard let bytes = texts.bytes(from: place), let first = bytes.baseAddress else { return nil }
      let size = min(bytes.count, stop - place)
      storage.pointee.appendBytes(first, count: size)
      place += size
    }
    return (length, SharedStringTable.Marks(rawValue: end & SharedStringTable.Marks.all))
  }

  /// Why a text could not be read.
  var error: SpreadsheetError { texts.failure ?? ends.failure ?? table.error }

  @inline(__always)
  private func end(at index: Int) -> UInt64? {
    // No end is split between two pages.
    ends.bytes(from: index * MemoryLayout<UInt64>.size).map {
      UnsafeRawBufferPointer($0).load(as: UInt64.self)
    }
  }
}
