import Basics

/// Converts UTF-16 to UTF-8, in pieces of any size.
struct UTF16Transcoder {
  private let isBigEndian: Bool
  private var halfUnit: UInt8?
  private var highSurrogate: UInt16?

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
      let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
      if !append(unit: unit, to: &output) { return false }
    }
    return true
  }

  private mutating func append(unit: UInt16, to output: inout [UInt8]) -> Bool {
    let high = highSurrogate
    if high == nil, UTF16.isLeadSurrogate(unit) {
      highSurrogate = unit
      return true
    }
    highSurrogate = nil
    guard let scalar = high.map({ SurrogatePair.scalar($0, unit) }) ?? Unicode.Scalar(unit) else { return false }
    if let encoded = UTF8.encode(scalar) { output.append(contentsOf: encoded) }
    return true
  }
}
