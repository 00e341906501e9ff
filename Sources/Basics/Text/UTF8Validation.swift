/// Checks whether bytes are UTF-8.
package enum UTF8Validation {
  /// The result of a check.
  package struct Outcome {
    /// The number of bytes at the start that are complete, valid characters.
    package let validCount: Int
    /// Whether the next bytes are the start of a character whose end is missing.
    package let isCutOff: Bool
  }

  package static func check(_ bytes: UnsafePointer<UInt8>, count: Int) -> Outcome {
    var index = 0
    var state = UTF8Machine.accepting
    while index + blockSize <= count {
      if state != UTF8Machine.accepting || !isASCII(bytes + index) {
        let next = UTF8Machine.state(state, after: bytes + index, count: blockSize)
        if next == UTF8Machine.refusing { break }
        state = next
      }
      index += blockSize
    }
    // The last character before this place may be incomplete.
    while state != UTF8Machine.accepting {
      index -= 1
      if bytes[index] & 0xC0 != 0x80 { break }
    }
    return checkEach(bytes, from: index, count: count)
  }

  package static func isValid(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    check(bytes, count: count).validCount == count
  }

  private static let blockSize = 32

  /// Checks one character after the other.
  private static func checkEach(_ bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Outcome {
    var index = start
    while index < count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      let length = sequenceLength(bytes + index, left: count - index)
      if length <= 0 { return Outcome(validCount: index, isCutOff: length == 0) }
      index += length
    }
    return Outcome(validCount: index, isCutOff: false)
  }

  /// Whether the bytes of a block are ASCII.
  @inline(__always)
  private static func isASCII(_ block: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(block)
    let first = raw.loadUnaligned(as: UInt64.self) | raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let second =
      raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) | raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    return (first | second) & 0x8080_8080_8080_8080 == 0
  }

  /// The length of the character that starts here (RFC 3629); 0 if it is cut off, -1 if it is invalid.
  @inline(__always)
  private static func sequenceLength(_ bytes: UnsafePointer<UInt8>, left: Int) -> Int {
    let first = bytes[0]
    let length: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0:
      length = 3
      low = 0xA0
    case 0xED:
      length = 3
      high = 0x9F
    case 0xE1...0xEF: length = 3
    case 0xF0:
      length = 4
      low = 0x90
    case 0xF4:
      length = 4
      high = 0x8F
    case 0xF1...0xF3: length = 4
    default: return -1
    }
    if left < 2 { return 0 }
    if bytes[1] < low || bytes[1] > high { return -1 }
    if length == 2 { return 2 }
    if left < 3 { return 0 }
    if bytes[2] & 0xC0 != 0x80 { return -1 }
    if length == 3 { return 3 }
    if left < 4 { return 0 }
    return bytes[3] & 0xC0 == 0x80 ? 4 : -1
  }
}
