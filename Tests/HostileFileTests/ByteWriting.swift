import ProgramRuns

/// Bytes put together number by number, little-endian.
extension [UInt8] {
  mutating func append16(_ value: Int) {
    append(UInt8(truncatingIfNeeded: value))
    append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func append32(_ value: UInt32) {
    for shift in [0, 8, 16, 24] { append(UInt8(truncatingIfNeeded: value >> UInt32(shift))) }
  }

  /// The same bytes many times over.
  func repeated(_ count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(self.count * count)
    for _ in 0..<count { all += self }
    return all
  }
}

/// Text as UTF-16.
enum UTF16Text {
  static func bytes(_ text: String, isBigEndian: Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    for unit in text.utf16 { bytes.append16(Int(isBigEndian ? unit.byteSwapped : unit)) }
    return bytes
  }
}

extension SeededNumbers {
  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}
