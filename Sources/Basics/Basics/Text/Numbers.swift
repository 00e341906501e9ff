/// Reads whole numbers from outside. It accepts only ASCII digits; `Int.init` also accepts signs.
///
/// It runs for every cell of a sheet. The compiler inlines only `public` functions across targets, so this type is
/// `public`, in a target that is not a product.
package enum Digits {
  /// The number in some bytes; nil if they contain anything but digits, or the number is too large.
  @inlinable @inline(__always) package static func integer(_ digits: some Collection<UInt8>) -> Int? {
    let count = digits.count
    if count == 0 { return nil }
    // No number of 18 digits is too large, and nearly every number is shorter.
    if count > 18 { return longInteger(digits) }
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      number = number &* 10 &+ Int(digit)
    }
    return number
  }

  @inlinable @inline(never) static func longInteger(_ digits: some Collection<UInt8>) -> Int? {
    var number = 0
    for byte in digits {
      let digit = byte &- UInt8(ascii: "0")
      if digit > 9 { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) = tens.addingReportingOverflow(Int(digit))
      if isTooLarge || isTooLargeNow { return nil }
      number = sum
    }
    return number
  }
}

extension BinaryInteger {
  /// The digits of the number, with zeros before them if it has fewer than `count`.
  package func padded(to count: Int, radix: Int = 10, uppercase: Bool = false) -> String {
    let digits = String(self, radix: radix, uppercase: uppercase)
    return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
  }
}

package enum NumberText {
  /// Whether a text is a number in the form that JSON and SpreadsheetML share: digits with at most one point between
  /// them, and an optional exponent.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (end, isNumber) = scan(text, from: 0)
    return isNumber && end == text.count
  }

  /// Finds the end of the number that begins at an index (RFC 8259, 6). Returns the index after the number, and true;
  /// or the index where a digit is missing, and false.
  package static func scan(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, isNumber: Bool) {
    var index = start
    func isNext(_ byte: UInt8) -> Bool { index < text.count && text[index] == byte }
    func skipDigits() -> Bool {
      let start = index
      while index < text.count, text[index] >= 0x30, text[index] <= 0x39 { index += 1 }
      return index > start
    }
    if isNext(UInt8(ascii: "-")) { index += 1 }
    // After a zero at the start, only a point or an exponent may follow.
    if isNext(UInt8(ascii: "0")) { index += 1 } else if !skipDigits() { return (index, false) }
    if isNext(UInt8(ascii: ".")) {
      index += 1
      if !skipDigits() { return (index, false) }
    }
    if isNext(UInt8(ascii: "e")) || isNext(UInt8(ascii: "E")) {
      index += 1
      if isNext(UInt8(ascii: "+")) || isNext(UInt8(ascii: "-")) { index += 1 }
      if !skipDigits() { return (index, false) }
    }
    return (index, true)
  }

  /// The shortest text that reads back as the number; whole numbers have no point.
  package static func shortest(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
