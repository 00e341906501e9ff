/// Numbers as text.
package enum NumberText {
  /// Whether a text is a number in the form that JSON and SpreadsheetML share: digits with at most one point between
  /// them, and an optional exponent.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let (end, isNumber) = scan(text, from: 0)
    return isNumber && end == text.count
  }

  /// Finds the end of the number that begins at a place (RFC 8259, 6).
  ///
  /// - Returns: The first place after the number, and true; or the place where a digit is missing, and false.
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
