/// Numbers as text.
package enum NumberText {
  /// Whether a text is a number as both JSON and SpreadsheetML write it: digits, at most one point inside them, and an
  /// exponent.
  package static func isPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
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
  package static func shortest(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
