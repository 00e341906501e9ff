/// Finds bytes in words of eight, the first in the lowest bits. The highest bit of each found byte is set. The lowest such bit
/// is exact; higher ones may be false.
enum ByteWord {
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always) static func at(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  @inline(__always) static func copy(_ bytes: UnsafePointer<UInt8>, to out: UnsafeMutablePointer<UInt8>) -> UInt64 {
    let word = at(bytes)
    put(word, to: out)
    return word
  }

  @inline(__always) static func put(_ word: UInt64, to out: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, as: UInt64.self)
  }

  /// How many bytes come before the first byte that was found; eight if none was found.
  @inline(__always) static func first(_ found: UInt64) -> Int { found.trailingZeroBitCount / 8 }

  @inline(__always) static func zeros(_ word: UInt64) -> UInt64 { (word &- 0x0101_0101_0101_0101) & ~word }

  /// Finds the bytes below 16.
  @inline(__always) static func controls(_ word: UInt64) -> UInt64 { (word &- 0x1010_1010_1010_1010) & ~word }

  /// Finds the bytes that may be special in XML. Only the bits of ``highBits`` mean something.
  @inline(__always) static func markup(_ word: UInt64) -> UInt64 {
    let control = (word &- 0x2020_2020_2020_2020) & ~word
    let ampersand = zeros(word ^ 0x2626_2626_2626_2626)
    // `<` and `>` differ in one bit, so one comparison finds both.
    let angle = zeros((word | 0x0202_0202_0202_0202) ^ 0x3E3E_3E3E_3E3E_3E3E)
    // U+FFFE and U+FFFF start with EF.
    let high = zeros(word ^ 0xEFEF_EFEF_EFEF_EFEF)
    return control | ampersand | angle | high
  }
}
