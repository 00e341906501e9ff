/// Finds the bytes that have a meaning in CSV, eight bytes at a time, and copies the bytes before them.
struct CSVNeedles {
  private let delimiter: UInt64
  private let quote: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highs: UInt64 = 0x8080_8080_8080_8080

  /// - Parameter quote: The byte around fields; nil if there is none.
  init(delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\"")) {
    self.delimiter = UInt64(delimiter) &* Self.ones
    self.quote = UInt64(quote ?? delimiter) &* Self.ones
  }

  /// Copies the bytes of an unquoted field up to a delimiter, line end, quote or NUL, or to the end.
  ///
  /// Reads and writes up to eight bytes more than it copies.
  @inline(__always)
  func copyPlain(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(&next, end, &out) {
      Self.zeros($0 ^ delimiter) | Self.zeros($0 ^ 0x0A0A_0A0A_0A0A_0A0A) | Self.zeros($0 ^ 0x0D0D_0D0D_0D0D_0D0D)
        | Self.zeros($0 ^ quote) | Self.zeros($0)
    }
  }

  /// Copies the bytes of a quoted field up to a quote, line end or NUL, or to the end, in the same way.
  @inline(__always)
  func copyQuoted(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(&next, end, &out) {
      Self.zeros($0 ^ 0x0A0A_0A0A_0A0A_0A0A) | Self.zeros($0 ^ 0x0D0D_0D0D_0D0D_0D0D) | Self.zeros($0 ^ quote)
        | Self.zeros($0)
    }
  }

  /// Copies bytes up to a quote, or to the end, in the same way.
  @inline(__always)
  static func copyToQuote(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) { copy(&next, end, &out) { zeros($0 ^ 0x2222_2222_2222_2222) } }

  /// Copies bytes, word by word, up to the first that `found` marks, or to the end.
  @inline(__always)
  private static func copy(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>,
    _ found: (UInt64) -> UInt64
  ) {
    while true {
      let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
      if advance(&next, end, &out, found(word) & highs) { return }
    }
  }

  /// Advances by one word, or to the first byte found. Returns whether such a byte or the end was reached.
  @inline(__always)
  private static func advance(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>,
    _ found: UInt64
  ) -> Bool {
    // The lowest bit found is exact; higher bits may be carries.
    let step = found == 0 ? 8 : UInt64(littleEndian: found).trailingZeroBitCount / 8
    let left = end - next
    if step >= left {
      next = end
      out += left
      return true
    }
    next += step
    out += step
    return found != 0
  }

  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word
  }
}
