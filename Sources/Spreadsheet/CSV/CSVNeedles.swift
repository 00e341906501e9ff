/// Finds the bytes that have a meaning in CSV, eight bytes at a time, and copies the bytes before them.
struct CSVNeedles {
  private let delimiter: UInt64
  private let quote: UInt64

  init(delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\"")) {
    self.delimiter = UInt64(delimiter) &* 0x0101_0101_0101_0101
    self.quote = UInt64(quote ?? delimiter) &* 0x0101_0101_0101_0101
  }

  /// Copies the bytes of an unquoted field up to a delimiter, line end, quote or NUL, or to the end.
  ///
  /// Reads and writes up to eight bytes more than it copies.
  @inline(__always)
  func copyPlain(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(&next, end, &out) {
      ByteWord.zeros($0 ^ delimiter) | ByteWord.zeros($0 ^ 0x0A0A_0A0A_0A0A_0A0A)
        | ByteWord.zeros($0 ^ 0x0D0D_0D0D_0D0D_0D0D)
        | ByteWord.zeros($0 ^ quote) | ByteWord.zeros($0)
    }
  }

  /// Copies the bytes of a quoted field up to a quote, line end or NUL, or to the end, in the same way.
  @inline(__always)
  func copyQuoted(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(&next, end, &out) {
      ByteWord.zeros($0 ^ 0x0A0A_0A0A_0A0A_0A0A) | ByteWord.zeros($0 ^ 0x0D0D_0D0D_0D0D_0D0D)
        | ByteWord.zeros($0 ^ quote)
        | ByteWord.zeros($0)
    }
  }

  /// Copies bytes up to a quote, or to the end, in the same way.
  @inline(__always)
  static func copyToQuote(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) { copy(&next, end, &out) { ByteWord.zeros($0 ^ 0x2222_2222_2222_2222) } }

  @inline(__always)
  private static func copy(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>,
    _ found: (UInt64) -> UInt64
  ) {
    while true {
      let word = UnsafeRawPointer(next).loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
      let marks = found(word) & ByteWord.marks
      let step = min(marks == 0 ? 8 : UInt64(littleEndian: marks).trailingZeroBitCount / 8, end - next)
      next += step
      out += step
      if marks != 0 || next == end { return }
    }
  }
}
