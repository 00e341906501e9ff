/// Encodes characters as UTF-8.
enum UTF8Encoding {
  /// Writes one character in at most four bytes, and returns the address after it.
  @inline(__always)
  static func write(_ scalar: UInt32, to start: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
    func tail(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
    if scalar < 0x80 {
      start[0] = UInt8(truncatingIfNeeded: scalar)
      return start + 1
    }
    if scalar < 0x800 {
      start[0] = UInt8(truncatingIfNeeded: scalar >> 6) | 0xC0
      start[1] = tail(0)
      return start + 2
    }
    if scalar < 0x10000 {
      start[0] = UInt8(truncatingIfNeeded: scalar >> 12) | 0xE0
      start[1] = tail(6)
      start[2] = tail(0)
      return start + 3
    }
    start[0] = UInt8(truncatingIfNeeded: scalar >> 18) | 0xF0
    start[1] = tail(12)
    start[2] = tail(6)
    start[3] = tail(0)
    return start + 4
  }
}
