/// Reads whole numbers from outside: ASCII digits and nothing else, unlike `Int(_:)`.
enum ASCIIDigits {
  /// The number; nil unless the bytes are 1 to 18 digits.
  @inline(__always)
  static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    if bytes.isEmpty || bytes.count > 18 { return nil }
    var number = 0
    for byte in bytes {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }
}
