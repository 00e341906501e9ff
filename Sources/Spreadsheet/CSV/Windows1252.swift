/// Windows-1252, which programs write without declaring it.
enum Windows1252 {
  /// The characters of the bytes 80 to 9F. The five unassigned bytes become the control characters of the same number,
  /// as in the WHATWG Encoding Standard.
  private static let special: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
    0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
    0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// Decodes bytes to UTF-8.
  static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count * 2)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = byte < 0xA0 ? special[Int(byte) - 0x80] : UInt32(byte)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
          guard let start = buffer.baseAddress else { return }
          let end = UTF8Encoding.write(scalar, to: start)
          text.append(contentsOf: buffer[..<(end - start)])
        }
      }
    }
    return text
  }
}
