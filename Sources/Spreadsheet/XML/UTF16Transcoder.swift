/// Converts UTF-16 to UTF-8, in pieces of any size.
struct UTF16Transcoder {
  private let isBigEndian: Bool
  private var halfUnit: UInt8?
  private var highSurrogate: UInt32?

  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
  }

  /// Whether the bytes so far are whole characters.
  var isComplete: Bool { halfUnit == nil && highSurrogate == nil }

  /// Appends the characters of some bytes.
  ///
  /// - Returns: False if a surrogate is not part of a pair.
  mutating func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) -> Bool {
    for byte in bytes {
      guard let first = halfUnit else {
        halfUnit = byte
        continue
      }
      halfUnit = nil
      let unit = isBigEndian ? UInt32(first) << 8 | UInt32(byte) : UInt32(byte) << 8 | UInt32(first)
      if !append(unit: unit, to: &output) { return false }
    }
    return true
  }

  private mutating func append(unit: UInt32, to output: inout [UInt8]) -> Bool {
    var value = unit
    if let high = highSurrogate {
      guard (0xDC00...0xDFFF).contains(unit) else { return false }
      highSurrogate = nil
      value = 0x10000 + (high - 0xD800) << 10 + (unit - 0xDC00)
    } else if (0xD800...0xDBFF).contains(unit) {
      highSurrogate = unit
      return true
    }
    guard let scalar = Unicode.Scalar(value) else { return false }
    if let encoded = UTF8.encode(scalar) { output.append(contentsOf: encoded) }
    return true
  }
}
