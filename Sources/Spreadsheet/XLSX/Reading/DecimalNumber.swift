import Basics

/// A number as SpreadsheetML spells it: decimal, in ASCII, without `nan`, `inf` or hexadecimal digits.
enum DecimalNumber {
  /// The double nearest to a number; nil if the text is not a number or is beyond the range of a double.
  @inline(__always)
  static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var index = 0
    let count = text.count
    var mantissa: UInt64 = 0
    var digits = 0
    var exponent = 0
    let isNegative = count > 0 && text[0] == UInt8(ascii: "-")
    if isNegative || (count > 0 && text[0] == UInt8(ascii: "+")) { index = 1 }
    let start = index
    var seen = 0
    while index < count {
      let digit = text[index] &- UInt8(ascii: "0")
      if digit > 9 { break }
      // More digits than the mantissa can hold are left to the exact conversion below.
      if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
      if mantissa != 0 { digits += 1 }
      seen += 1
      index += 1
    }
    if index < count, text[index] == UInt8(ascii: ".") {
      index += 1
      while index < count {
        let digit = text[index] &- UInt8(ascii: "0")
        if digit > 9 { break }
        if digits < 19 { mantissa = mantissa &* 10 &+ UInt64(digit) }
        if mantissa != 0 { digits += 1 }
        exponent -= 1
        seen += 1
        index += 1
      }
    }
    if seen == 0 { return nil }
    if index < count {
      guard text[index] | 0x20 == UInt8(ascii: "e"), let written = writtenExponent(text[(index + 1)...]) else {
        return nil
      }
      exponent += written
    }
    // Both are exact, so a single rounding gives the nearest double (Clinger's fast path).
    if digits <= 15, exponent >= -22, exponent <= 22 {
      let power = powersOfTen[abs(exponent)]
      let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
      return isNegative ? -value : value
    }
    return exact(text[start...], isNegative: isNegative)
  }

  private static func writtenExponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    // An exponent of more digits is beyond a double too.
    guard digits.count <= 6, let number = Digits.integer(UnsafeBufferPointer(rebasing: digits)) else { return nil }
    return isNegative ? -number : number
  }

  @inline(never)
  private static func exact(_ text: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Double? {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return isNegative ? -value : value
  }
}

/// The powers of ten that a double represents exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
