#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The texts that the cells of a workbook refer to by number: one run of bytes, and where each text ends in it.
///
/// Kept in memory as a whole, because cells refer to it in any order. What the part claims about its size is ignored.
final class SharedStringTable {
  /// How much a table may take whatever the size of the file, and how much more for every byte of the file.
  private static let freeSize = 128 << 20
  private static let sizePerFileByte = 64

  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var ends: UnsafeMutablePointer<UInt32>
  private(set) var count = 0
  /// The numbers of the texts that held a lone surrogate, rising.
  private(set) var damaged: [UInt32] = []
  private var byteCount = 0
  private var byteCapacity = 64 << 10
  private var endCapacity = 4 << 10
  private let sizeLimit: Int
  private let countLimit: Int

  /// - Parameters:
  ///   - fileSize: The bytes of the file that the table comes from.
  ///   - countLimit: How many texts it may have: as many as there may be cells.
  init(fileSize: Int, countLimit: Int = SpreadsheetLimits().cells) {
    self.countLimit = countLimit
    sizeLimit = min(
      max(Self.freeSize, fileSize.multipliedReportingOverflow(by: Self.sizePerFileByte).partialValue), Int(UInt32.max))
    bytes = Self.reallocate(nil, byteCapacity)
    ends = Self.reallocate(nil, endCapacity)
  }

  deinit {
    free(bytes)
    free(ends)
  }

  /// Adds bytes to the text being collected.
  ///
  /// - Returns: False where the table has become too large.
  func append(_ start: UnsafePointer<UInt8>, count: Int) -> Bool {
    if byteCount + count > byteCapacity {
      byteCapacity = max(byteCapacity * 2, byteCount + count)
      bytes = Self.reallocate(bytes, byteCapacity)
    }
    (bytes + byteCount).update(from: start, count: count)
    byteCount += count
    return isWithinLimits
  }

  /// Decodes the escapes of the bytes added since `start`.
  func decodeEscapes(since start: Int) {
    let (length, isDamaged) = EscapedText.decode(bytes + start, count: byteCount - start)
    byteCount = start + length
    if isDamaged, damaged.last != UInt32(count) { damaged.append(UInt32(count)) }
  }

  /// Where the next byte goes.
  var end: Int { byteCount }

  /// Ends the text being collected.
  ///
  /// - Returns: False where the table has become too large.
  func endText() -> Bool {
    if count == endCapacity {
      endCapacity *= 2
      ends = Self.reallocate(ends, endCapacity)
    }
    ends[count] = UInt32(byteCount)
    count += 1
    return isWithinLimits
  }

  private var isWithinLimits: Bool {
    // The list of damaged texts takes up to twice its size while it grows.
    count <= countLimit && byteCount + count * 4 + damaged.count * 8 <= sizeLimit
  }

  /// The bytes of a text, valid as long as the table.
  @inline(__always)
  func text(at index: Int) -> UnsafeBufferPointer<UInt8> {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return UnsafeBufferPointer(start: bytes + start, count: Int(ends[index]) - start)
  }

  /// Whether a text held a lone surrogate.
  func isDamaged(at index: Int) -> Bool {
    var low = 0
    var high = damaged.count
    while low < high {
      let middle = (low + high) / 2
      if damaged[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < damaged.count && damaged[low] == index
  }

  var tooLarge: SpreadsheetError {
    SpreadsheetError(
      .init(rawValue: "limit.shared-strings"),
      "the workbook has more than \(countLimit) shared texts, or they take more than \(sizeLimit) bytes.",
      hint: "Split the workbook.")
  }

  // Grows large runs in place, where copying would take both at once.
  private static func reallocate<Element>(
    _ old: UnsafeMutablePointer<Element>?, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    guard let new = realloc(old, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("out of memory")
    }
    return new.assumingMemoryBound(to: Element.self)
  }
}
