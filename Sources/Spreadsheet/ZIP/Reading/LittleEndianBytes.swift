/// A record of little-endian numbers, read with bounds checks.
struct LittleEndianBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The number at an offset, or nil if the record ends before it.
  func integer<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type, at offset: Int) -> Number? {
    let size = Number.bitWidth / 8
    guard offset >= 0, offset <= bytes.count - size else { return nil }
    var number: Number = 0
    for index in (0..<size).reversed() { number = number << 8 | Number(bytes[offset + index]) }
    return number
  }

  /// The bytes of a range, or nil if the record ends before it.
  func slice(at offset: Int, count: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, count >= 0, offset <= bytes.count - count else { return nil }
    return bytes[offset..<offset + count]
  }

  /// The last place of a signature of four bytes, at or before an offset.
  func lastIndex(of signature: UInt32, atOrBefore offset: Int) -> Int? {
    var index = min(offset, bytes.count - 4)
    while index >= 0 {
      if bytes[index] == UInt8(truncatingIfNeeded: signature), integer(UInt32.self, at: index) == signature {
        return index
      }
      index -= 1
    }
    return nil
  }
}
