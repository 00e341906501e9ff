/// Keeps texts from being run as formulas by programs that open a CSV file.
///
/// A text that a program would run gets one apostrophe in front, and so does a text that already looks guarded: k
/// apostrophes before a formula become k + 1. Removing one apostrophe restores the original text. Texts such as `'tis`
/// are never changed.
package enum FormulaGuard {
  /// Whether a text starts like a formula: with `=`, `+`, `-`, `@`, tab, carriage return, line feed, NUL, or a
  /// full-width form of the first four, after any spaces and no-break spaces.
  package static func startsLikeFormula(_ text: UnsafeBufferPointer<UInt8>) -> Bool { startsLikeFormula(text, from: 0) }

  /// Whether a text needs an apostrophe in front when it is written to a file that programs open.
  package static func needsApostrophe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, mayStart(first) else { return false }
    return startsLikeFormula(text, from: apostrophes(text))
  }

  /// Whether the first byte of a text is an apostrophe that ``needsApostrophe(_:)`` required.
  package static func hasApostrophe(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard text.first == apostrophe else { return false }
    return startsLikeFormula(text, from: apostrophes(text))
  }

  /// The text as it is written: with an apostrophe in front if it needs one.
  package static func escape(_ text: String) -> String {
    var text = text
    return text.withUTF8(needsApostrophe) ? "'" + text : text
  }

  /// The original text, before ``escape(_:)``.
  package static func unescape(_ text: String) -> String {
    var text = text
    return text.withUTF8(hasApostrophe) ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static let apostrophe = UInt8(ascii: "'")

  /// Whether a program could treat the text as more than text when the cell is entered again: it starts like a formula,
  /// or with an apostrophe, which means "a text follows".
  @inline(__always) package static func needsQuotePrefix(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first, mayStart(first) else { return false }
    return first == apostrophe || startsLikeFormula(text, from: 0)
      || text.dropFirst(endOfSpaces(text, from: 0)).first == apostrophe
  }

  @inline(__always) private static func mayStart(_ byte: UInt8) -> Bool {
    byte <= UInt8(ascii: "@") || byte == 0xC2 || byte == 0xEF
  }

  private static func apostrophes(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    text.firstIndex { $0 != apostrophe } ?? text.count
  }

  private static func startsLikeFormula(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let index = endOfSpaces(text, from: start)
    guard index < text.count else { return false }
    switch text[index] {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09, 0x0D, 0x0A, 0x00: return true
    case 0xEF:
      // U+FF0B, U+FF0D, U+FF1D and U+FF20 are EF BC 8B, 8D, 9D and A0.
      guard index + 2 < text.count, text[index + 1] == 0xBC else { return false }
      return [0x8B, 0x8D, 0x9D, 0xA0].contains(text[index + 2])
    default: return false
    }
  }

  private static func endOfSpaces(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < text.count {
      if text[index] == 0x20 {
        index += 1
      } else if text[index] == 0xC2, index + 1 < text.count, text[index + 1] == 0xA0 {
        index += 2
      } else {
        break
      }
    }
    return index
  }
}
