/// Measures texts in UTF-16 code units, in which the format's limits are given.
enum UTF16Length {
  /// The UTF-16 code units of a text in UTF-8.
  static func units(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var units = 0
    for byte in text where byte & 0xC0 != 0x80 {
      // A character of four bytes in UTF-8 has two units in UTF-16.
      units += byte >= 0xF0 ? 2 : 1
    }
    return units
  }
}

/// Numbers as text.
enum NumberText {
  /// Whether a text is a number as both JSON and SpreadsheetML write it: digits, at most one point inside them, and an
  /// exponent.
  static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    func digits() -> Int {
      let start = index
      while index < text.count, text[index] >= 0x30, text[index] <= 0x39 { index += 1 }
      return index - start
    }
    if index < text.count, text[index] == UInt8(ascii: "-") { index += 1 }
    let isZeroFirst = index < text.count && text[index] == 0x30
    let whole = digits()
    if whole == 0 || (isZeroFirst && whole > 1) { return false }
    if index < text.count, text[index] == UInt8(ascii: ".") {
      index += 1
      if digits() == 0 { return false }
    }
    if index < text.count, text[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") { index += 1 }
      if digits() == 0 { return false }
    }
    return index == text.count
  }

  /// The shortest text that reads back as the number; whole numbers have no point.
  static func shortest(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
