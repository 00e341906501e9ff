package enum UTF8Validation {
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
    // The last character before this index may be incomplete.
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

  /// Checks byte by byte, from the start of a character.
  private static func checkEach(_ bytes: UnsafePointer<UInt8>, from start: Int, count: Int) -> Outcome {
    var index = start
    var validCount = start
    var state = UTF8Machine.accepting
    while index < count {
      if state != UTF8Machine.accepting || bytes[index] >= 0x80 {
        state = UTF8Machine.state(state, after: bytes + index, count: 1)
        if state == UTF8Machine.refusing { return Outcome(validCount: validCount, isCutOff: false) }
      }
      index += 1
      if state == UTF8Machine.accepting { validCount = index }
    }
    return Outcome(validCount: validCount, isCutOff: validCount < count)
  }

  @inline(__always) private static func isASCII(_ block: UnsafePointer<UInt8>) -> Bool {
    let raw = UnsafeRawPointer(block)
    let first = raw.loadUnaligned(as: UInt64.self) | raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
    let second =
      raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self) | raw.loadUnaligned(fromByteOffset: 24, as: UInt64.self)
    return (first | second) & 0x8080_8080_8080_8080 == 0
  }
}

/// The state machine of valid UTF-8 (RFC 3629), one table look-up and one shift for each byte.
///
/// A state is the position of its six bits in the words of the table. The word of a byte holds, at the position of each
/// state, the state after that byte.
private enum UTF8Machine {
  /// The state after every byte that is not allowed: no valid text begins with the bytes so far.
  static let refusing: UInt64 = 0
  static let accepting: UInt64 = 6
  // How many more bytes the character has, after a first byte without a special rule for the second.
  private static let one: UInt64 = 12
  private static let two: UInt64 = 18
  private static let three: UInt64 = 24
  // After the first bytes that allow fewer values for the second byte.
  private static let afterE0: UInt64 = 30
  private static let afterED: UInt64 = 36
  private static let afterF0: UInt64 = 42
  private static let afterF4: UInt64 = 48

  @inline(__always) static func state(_ state: UInt64, after bytes: UnsafePointer<UInt8>, count: Int) -> UInt64 {
    var state = state
    for index in 0..<count { state = table[Int(bytes[index])] &>> state }
    // The higher bits belong to other states, and each shift ignores them.
    return state & 63
  }

  // Safe for all threads: it is written before the first one gets it, and never changed or freed. An array would check
  // its bounds for each byte.
  private nonisolated(unsafe) static let table: UnsafePointer<UInt64> = {
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: 256)
    for byte in 0..<256 { (words + byte).initialize(to: word(of: UInt8(byte))) }
    return UnsafePointer(words)
  }()

  private static func word(of byte: UInt8) -> UInt64 { transitions(of: byte).reduce(0) { $0 | $1.to << $1.from } }

  private static func transitions(of byte: UInt8) -> [(from: UInt64, to: UInt64)] {
    let inside = [(one, accepting), (two, one), (three, two)]
    return switch byte {
    case 0x00...0x7F: [(accepting, accepting)]
    case 0x80...0x8F: inside + [(afterED, one), (afterF4, two)]
    case 0x90...0x9F: inside + [(afterED, one), (afterF0, two)]
    case 0xA0...0xBF: inside + [(afterE0, one), (afterF0, two)]
    case 0xC2...0xDF: [(accepting, one)]
    case 0xE0: [(accepting, afterE0)]
    case 0xED: [(accepting, afterED)]
    case 0xE1...0xEF: [(accepting, two)]
    case 0xF0: [(accepting, afterF0)]
    case 0xF1...0xF3: [(accepting, three)]
    case 0xF4: [(accepting, afterF4)]
    default: []
    }
  }
}
