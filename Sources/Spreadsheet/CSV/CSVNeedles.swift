/// Finds the bytes that have a meaning in CSV, eight bytes at a time, and copies the bytes before them.
struct CSVNeedles {
  private let delimiter: UInt64
  private let quote: UInt64

  init(delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\"")) {
    self.delimiter = UInt64(delimiter) &* 0x0101_0101_0101_0101
    self.quote = UInt64(quote ?? delimiter) &* 0x0101_0101_0101_0101
  }

  /// Copies the bytes of an unquoted field up to a delimiter, quote or control character, or to the end.
  ///
  /// Reads and writes up to eight bytes more than it copies.
  @inline(__always)
  func copyPlain(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) {
    Self.copy(&next, end, &out) {
      ByteWord.zeros($0 ^ delimiter) | ByteWord.zeros($0 ^ quote) | ByteWord.controls($0)
    }
  }

  /// Copies the bytes of a quoted field up to a quote or control character, or to the end, in the same way.
  @inline(__always)
  func copyQuoted(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) { Self.copy(&next, end, &out) { ByteWord.zeros($0 ^ quote) | ByteWord.controls($0) } }

  /// Copies bytes up to a quote, or to the end, in the same way.
  @inline(__always)
  static func copyToQuote(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>
  ) { copy(&next, end, &out) { ByteWord.zeros($0 ^ 0x2222_2222_2222_2222) } }

  /// Copies a text in the same way, and returns whether no byte of it has a meaning.
  @inline(__always)
  func copyWhole(_ text: UnsafePointer<UInt8>, count: Int, to out: UnsafeMutablePointer<UInt8>) -> Bool {
    var (meanings, controls): (UInt64, UInt64) = (0, 0)
    func look(_ index: Int, _ shift: Int) {
      let word = Self.copyWord(text + index, out + index)
      meanings |= UInt64(littleEndian: ByteWord.zeros(word ^ delimiter) | ByteWord.zeros(word ^ quote)) << shift
      controls |= UInt64(littleEndian: ByteWord.controls(word)) << shift
    }
    var index = 0
    while count &- index > 8 {
      look(index, 0)
      index &+= 8
    }
    // The bytes after the text are shifted out.
    look(index, 64 &- 8 &* (count &- index))
    if meanings & ByteWord.marks != 0 { return false }
    return controls & ByteWord.marks == 0
      || !UnsafeBufferPointer(start: text, count: count).contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }

  @inline(__always)
  private static func copyWord(_ start: UnsafePointer<UInt8>, _ out: UnsafeMutablePointer<UInt8>) -> UInt64 {
    let word = UnsafeRawPointer(start).loadUnaligned(as: UInt64.self)
    UnsafeMutableRawPointer(out).storeBytes(of: word, as: UInt64.self)
    return word
  }

  @inline(__always)
  private static func copy(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>,
    _ found: (UInt64) -> UInt64
  ) {
    var marks = found(copyWord(next, out)) & ByteWord.marks
    // Whole words by a branch: the next word does not wait for the search in this one.
    while marks == 0, end - next > 8 {
      next += 8
      out += 8
      marks = found(copyWord(next, out)) & ByteWord.marks
    }
    let step = min(marks == 0 ? 8 : UInt64(littleEndian: marks).trailingZeroBitCount / 8, end - next)
    next += step
    out += step
  }
}
