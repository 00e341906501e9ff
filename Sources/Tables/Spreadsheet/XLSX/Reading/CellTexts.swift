import Basics

/// References to cells in A1 notation, as files write them (ECMA-376 Part 1, 18.18.7).
enum CellReferenceText {
  /// The row and column of a cell, counted from zero; nil unless the text is one to three letters, in either case, and
  /// a row number, both inside the grid.
  @inline(__always) static func place(_ text: UnsafeBufferPointer<UInt8>) -> (row: Int, column: Int)? {
    var index = 0
    var column = 0
    while index < text.count {
      let letter = (text[index] | 0x20) &- UInt8(ascii: "a")
      if letter > 25 { break }
      if index == 3 { return nil }
      column = column &* 26 &+ Int(letter) &+ 1
      index += 1
    }
    if index == 0 || column > SpreadsheetLimits.columns { return nil }
    guard let row = row(UnsafeBufferPointer(rebasing: text[index...])) else { return nil }
    return (row, column - 1)
  }

  /// The index of a row, counted from zero; nil unless the text is a row number inside the grid, in digits only.
  @inline(__always) static func row(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let row = Digits.integer(text), row >= 1, row <= SpreadsheetLimits.rows else { return nil }
    return row - 1
  }
}

/// Decodes characters that XML cannot represent, written `_xHHHH_` in UTF-16 code units (ECMA-376 Part 1, 22.9.2.19).
enum EscapedText {
  /// Decodes the escapes of a text in place, once each. Returns the length of the decoded text, which is never longer,
  /// and whether it contained a lone surrogate, which U+FFFD replaces.
  @inline(__always) static func decode(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> (
    count: Int, isDamaged: Bool
  ) {
    guard count >= 7, memchr(start, Int32(UInt8(ascii: "_")), count - 6) != nil else { return (count, false) }
    return decodeEscapes(start, count: count)
  }

  @inline(never) private static func decodeEscapes(_ start: UnsafeMutablePointer<UInt8>, count: Int) -> (
    count: Int, isDamaged: Bool
  ) {
    var isDamaged = false
    var read = 0
    var write = 0
    func put(_ scalar: Unicode.Scalar) { write = UTF8Encoding.write(scalar.value, to: start + write) - start }
    while read < count {
      guard let unit = unit(start + read, count: count - read) else {
        start[write] = start[read]
        read += 1
        write += 1
        continue
      }
      read += 7
      if let scalar = Unicode.Scalar(unit) {
        put(scalar)
      } else if let low = self.unit(start + read, count: count - read), let scalar = SurrogatePair.scalar(unit, low) {
        read += 7
        put(scalar)
      } else {
        isDamaged = true
        put("\u{FFFD}")
      }
    }
    return (write, isDamaged)
  }

  /// The code unit of an escape at the start of some bytes.
  @inline(__always) private static func unit(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt16? {
    guard count >= 7, bytes[0] == UInt8(ascii: "_"), bytes[1] == UInt8(ascii: "x"), bytes[6] == UInt8(ascii: "_") else {
      return nil
    }
    var unit: UInt16 = 0
    for index in 2..<6 {
      guard let digit = HexDigit.value(bytes[index]) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}

/// A number as SpreadsheetML spells it: decimal, in ASCII, without `nan`, `inf` or hexadecimal digits.
enum DecimalNumber {
  /// The double nearest to a number; nil if the text is not a number or is beyond the range of a double.
  @inline(__always) static func value(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
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
      // If there are more digits than the mantissa can hold, the exact conversion below is used.
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
    // Both operands are exact, so a single rounding gives the nearest double (Clinger's fast path).
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

  @inline(never) private static func exact(_ text: Slice<UnsafeBufferPointer<UInt8>>, isNegative: Bool) -> Double? {
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else { return nil }
    return isNegative ? -value : value
  }
}

/// The powers of ten that a double represents exactly.
private let powersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]
