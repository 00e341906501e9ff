#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The number of lines that a wrapped text needs, as spreadsheet programs break them: after spaces and hyphens, between
/// East Asian characters, and within a word that is wider than a line.
enum TextLines {
  /// - Parameter width: The width of a line, in tenths of a digit of the default font.
  static func count(in utf8: UnsafeBufferPointer<UInt8>, width: Int) -> Int {
    guard let start = utf8.baseAddress else { return 1 }
    return letterWidths.withUnsafeBufferPointer { widths in
      let end = start + utf8.count
      var lines = 0
      var paragraph = start
      while true {
        let rest = end - paragraph
        let lineEnd = memchr(paragraph, 0x0A, rest).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
        lines += linesOfParagraph(UnsafeBufferPointer(start: paragraph, count: lineEnd - paragraph), width, widths)
        if lineEnd == end { return lines }
        paragraph = lineEnd + 1
      }
    }
  }

  /// The width of a text on one line, in tenths of a digit of the default font.
  static func width(of utf8: UnsafeBufferPointer<UInt8>) -> Int {
    letterWidths.withUnsafeBufferPointer { widths in
      utf8.indices.reduce(0) { $0 + characterWidth(at: $1, in: utf8, widths) }
    }
  }

  private static func linesOfParagraph(
    _ utf8: UnsafeBufferPointer<UInt8>, _ room: Int, _ widths: UnsafeBufferPointer<UInt8>
  ) -> Int {
    // Most texts are so short that they always fit.
    guard utf8.count * widest > room else { return 1 }
    var lines = 1
    // The widths of the line and of its last word.
    var line = 0
    var word = 0
    for index in utf8.indices {
      let byte = utf8[index]
      if byte & 0xC0 == 0x80 { continue }
      let own = characterWidth(at: index, in: utf8, widths)
      // Spaces at the end of a line take no room.
      if byte == space, line + own > room {
        word = 0
        continue
      }
      // An East Asian character counts as a word.
      if own == wide { word = 0 }
      if line + own > room {
        lines += 1
        // A word as wide as the line is broken.
        if word == line { word = 0 }
        line = word
      }
      line += own
      word = byte == space || byte == hyphen || own == wide ? 0 : word + own
    }
    return lines
  }

  private static let space = UInt8(ascii: " ")
  private static let hyphen = UInt8(ascii: "-")

  /// The widths in tenths of the ASCII characters from U+0020 on. Each is the larger of the widths in Calibri and Noto
  /// Sans, relative to the digits of the font, as column widths are.
  private static let letterWidths: [UInt8] = [
    5, 7, 8, 12, 10, 15, 14, 5, 6, 6, 10, 10, 5, 6, 5, 8, 10, 10, 10, 10, 10, 10, 10, 10, 10, 10, 6, 6, 10, 10, 10, 9,
    18, 12, 12, 11, 13, 10, 9, 13, 13, 6, 7, 11, 10, 17, 14, 14, 11, 14, 11, 10, 10, 13, 12, 18, 11, 10, 10, 6, 8, 6,
    10, 10, 6, 10, 11, 9, 11, 10, 6, 11, 11, 5, 5, 10, 5, 17, 11, 11, 11, 11, 8, 9, 7, 11, 9, 14, 10, 9, 9, 7, 10, 7,
    10,
  ]

  /// The width in tenths of the widest ASCII character. All other characters have fewer tenths per byte.
  private static let widest = 18

  /// The width in tenths of the character that begins at a byte; 0 at its other bytes.
  @inline(__always) private static func characterWidth(
    at index: Int, in utf8: UnsafeBufferPointer<UInt8>, _ widths: UnsafeBufferPointer<UInt8>
  ) -> Int {
    let byte = utf8[index]
    if byte < 0x80 { return byte >= 0x20 && byte < 0x7F ? Int(widths[Int(byte) - 0x20]) : ordinary }
    if byte & 0xC0 == 0x80 { return 0 }
    return characterWidth(
      of: byte, index + 1 < utf8.count ? utf8[index + 1] : 0, index + 2 < utf8.count ? utf8[index + 2] : 0)
  }

  /// The width in tenths of the character with these first bytes.
  private static func characterWidth(of first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    switch first {
    // Points and vowel signs of Hebrew and Arabic.
    case 0xD6: second >= 0x91 ? 0 : ordinary
    case 0xD9: second >= 0x8B && second <= 0x9F ? 0 : ordinary
    // Vowel signs of Thai and of the scripts of India.
    case 0xE0: isMark(second, third) ? 0 : ordinary
    // East Asian scripts and emoji.
    case 0xE1: second < 0x86 ? wide : ordinary
    case 0xE2: second >= 0xBA ? wide : ordinary
    case 0xE3...0xED, 0xF0...: wide
    case 0xEF: second >= 0xBC && second < 0xBE ? wide : ordinary
    default: ordinary
    }
  }

  private static let ordinary = 10
  /// An East Asian character is as wide as its font is high.
  private static let wide = 21

  private static func isMark(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    // Thai, from U+0E31 on.
    case 0xB8: third == 0xB1 || third >= 0xB4 && third <= 0xBA
    case 0xB9: third >= 0x87 && third <= 0x8E
    // Devanagari.
    case 0xA4: third <= 0x82 || third >= 0xBC
    case 0xA5: third <= 0x8F
    default: false
    }
  }
}
