/// Finds the bytes that have a special meaning in CSV, eight bytes at a time, and copies the bytes before them.
struct CSVNeedles {
  private let delimiter: UInt64
  private let quote: UInt64

  init(delimiter: UInt8, quote: UInt8? = UInt8(ascii: "\"")) {
    self.delimiter = UInt64(delimiter) &* 0x0101_0101_0101_0101
    self.quote = UInt64(quote ?? delimiter) &* 0x0101_0101_0101_0101
  }

  /// Copies the bytes of a field up to a quote or control character, or to the end; an unquoted field also ends at a
  /// delimiter. Reads and writes up to eight bytes more than it copies.
  @inline(__always) func copy(
    _ next: inout UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, _ out: inout UnsafeMutablePointer<UInt8>,
    isQuoted: Bool
  ) {
    func copyWord() -> UInt64 {
      let word = ByteWord.copy(next, to: out)
      let found = ByteWord.zeros(word ^ quote) | ByteWord.controls(word)
      return (isQuoted ? found : found | ByteWord.zeros(word ^ delimiter)) & ByteWord.highBits
    }
    var found = copyWord()
    // Branching on whole words lets the processor go on without waiting for the search.
    while found == 0, end - next > 8 {
      next += 8
      out += 8
      found = copyWord()
    }
    let step = min(ByteWord.first(found), end - next)
    next += step
    out += step
  }

  /// Copies a text in the same way, and returns whether no byte of it has a special meaning.
  @inline(__always) func copyWhole(_ text: UnsafePointer<UInt8>, count: Int, to out: UnsafeMutablePointer<UInt8>)
    -> Bool
  {
    var (meanings, controls): (UInt64, UInt64) = (0, 0)
    func look(_ index: Int, _ shift: Int) {
      let word = ByteWord.copy(text + index, to: out + index)
      meanings |= (ByteWord.zeros(word ^ delimiter) | ByteWord.zeros(word ^ quote)) << shift
      controls |= ByteWord.controls(word) << shift
    }
    var index = 0
    while count &- index > 8 {
      look(index, 0)
      index &+= 8
    }
    // The bytes after the text are shifted out.
    look(index, 64 &- 8 &* (count &- index))
    if meanings & ByteWord.highBits != 0 { return false }
    return controls & ByteWord.highBits == 0
      || !UnsafeBufferPointer(start: text, count: count).contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }
}
