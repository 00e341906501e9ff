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
  /// - Parameter width: The width of a line, in characters of the default font.
  static func count(in utf8: UnsafeBufferPointer<UInt8>, width: Int) -> Int {
    guard let start = utf8.baseAddress else { return 1 }
    let end = start + utf8.count
    var lines = 0
    var paragraph = start
    while true {
      let rest = end - paragraph
      let lineEnd = memchr(paragraph, 0x0A, rest).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
      let length = lineEnd - paragraph
      lines += length <= width ? 1 : linesOfParagraph(UnsafeBufferPointer(start: paragraph, count: length), width)
      if lineEnd == end { return lines }
      paragraph = lineEnd + 1
    }
  }

  /// The number of lines in a paragraph that has more bytes than a line has characters.
  private static func linesOfParagraph(_ utf8: UnsafeBufferPointer<UInt8>, _ width: Int) -> Int {
    let room = width * tenth
    var lines = 1
    // The widths of the line and of its last word, in tenths of a character.
    var line = 0
    var word = 0
    for (index, byte) in utf8.enumerated() where byte & 0xC0 != 0x80 {
      let next = index + 1 < utf8.count ? utf8[index + 1] : 0
      // Spaces at the end of a line take no room.
      if byte == space, line + tenth > room {
        word = 0
        continue
      }
      let own = characterWidth(of: byte, next, index + 2 < utf8.count ? utf8[index + 2] : 0)
      // A character of an East Asian script is a word of its own.
      if own > tenth { word = 0 }
      if line + own > room {
        lines += 1
        // A word as wide as the line is broken.
        if word == line { word = 0 }
        line = word
      }
      line += own
      word = byte == space || byte == hyphen || own > tenth ? 0 : word + own
    }
    return lines
  }

  private static let tenth = 10
  private static let space = UInt8(ascii: " ")
  private static let hyphen = UInt8(ascii: "-")

  /// The width in tenths of the character that begins with these bytes.
  private static func characterWidth(of first: UInt8, _ second: UInt8, _ third: UInt8) -> Int {
    switch first {
    case 0x00..<0x80: tenth
    // Points and vowel signs of Hebrew and Arabic.
    case 0xD6: second >= 0x91 ? 0 : tenth
    case 0xD9: second >= 0x8B && second <= 0x9F ? 0 : tenth
    // Vowel signs of Thai and of the scripts of India.
    case 0xE0: isMark(second, third) ? 0 : tenth
    // East Asian scripts and emoji.
    case 0xE1: second < 0x86 ? wide : tenth
    case 0xE2: second >= 0xBA ? wide : tenth
    case 0xE3...0xED, 0xF0...: wide
    case 0xEF: second >= 0xBC && second < 0xBE ? wide : tenth
    default: tenth
    }
  }

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
