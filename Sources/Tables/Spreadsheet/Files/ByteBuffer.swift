/// A growing buffer of bytes in raw memory.
///
/// The headroom before the bytes belongs to the caller; a block to be compressed keeps the bytes that came before it
/// there. The buffer is freed by hand, because the hot loops that fill it access it without reference counting.
package struct ByteBuffer {
  package private(set) var base: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0
  private var capacity: Int
  private let headroom: Int

  package init(capacity: Int, headroom: Int = 0) {
    (self.capacity, self.headroom) = (capacity, headroom)
    base = UnsafeMutablePointer<UInt8>.allocate(capacity: headroom + capacity) + headroom
  }

  package func deallocate() { (base - headroom).deallocate() }

  /// Makes room for `count` more bytes, and returns its address; ``advance(by:)`` then says how many were written.
  @inline(__always) package mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    if self.count + count > capacity { grow(by: count) }
    return base + self.count
  }

  @inline(__always) package mutating func advance(by count: Int) { self.count += count }

  /// Counts the bytes up to `end`, which must be in the room that ``reserve(_:)`` made.
  @inline(__always) package mutating func advance(to end: UnsafeMutablePointer<UInt8>) { count = end - base }

  @inline(__always) package mutating func append(_ byte: UInt8) {
    reserve(1).pointee = byte
    count += 1
  }

  @inline(__always) package mutating func append(_ start: UnsafePointer<UInt8>, count: Int) {
    reserve(count).update(from: start, count: count)
    self.count += count
  }

  @inline(__always) package mutating func append(_ text: StaticString) {
    append(text.utf8Start, count: text.utf8CodeUnitCount)
  }

  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    if let start = bytes.baseAddress { append(start, count: bytes.count) }
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  package mutating func append(decimal number: Int) {
    let end = DecimalDigits.write(number, to: reserve(20))
    advance(to: end)
  }

  package mutating func truncate(to count: Int) { self.count = count }

  @inline(never) private mutating func grow(by count: Int) {
    capacity = max(capacity * 2, self.count + count)
    let grown = UnsafeMutablePointer<UInt8>.allocate(capacity: headroom + capacity)
    grown.update(from: base - headroom, count: headroom + self.count)
    deallocate()
    base = grown + headroom
  }
}

package enum DecimalDigits {
  /// Writes a number in at most 20 bytes, and returns the address after it. The first eight bytes are always
  /// overwritten.
  @inline(__always) package static func write(_ number: Int, to start: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    if number < 0 || number >= wordLimit { return writeLong(number, to: start) }
    let (digits, count) = word(of: number)
    ByteWord.put(digits, to: start)
    return start + count
  }

  /// The first number whose digits do not fit into a word.
  private static let wordLimit = 100_000_000

  @inline(never) private static func writeLong(_ number: Int, to start: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    for (index, digit) in String(number).utf8.enumerated() { start[index] = digit }
    return start + String(number).utf8.count
  }

  /// A number of at most eight digits as a word that begins with the digits. The bytes after them have no meaning.
  @inline(__always) static func word(of number: Int) -> (digits: UInt64, count: Int) {
    let number = UInt64(truncatingIfNeeded: number)
    // Splits into two numbers of four digits, then four of two, then eight of one; the first is in the lowest bits.
    let fours = number << 32 &- number / 10000 &* (10000 << 32 - 1)
    let hundreds = (fours &* 10486) >> 20 & 0x7F_0000_007F
    let twos = fours << 16 &- hundreds &* (100 << 16 - 1)
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    let ones = twos << 8 &- tens &* (10 << 8 - 1)
    let zeros = (ones | 1 << 56).trailingZeroBitCount & 56
    return ((ones | 0x3030_3030_3030_3030) >> UInt64(zeros), 8 - zeros / 8)
  }
}
