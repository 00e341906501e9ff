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
    guard let start = utf8.baseAddress else { return 1 }
    return isASCII(start, utf8.count) ? linesOfASCII(start, utf8.count, width) : linesOfAny(start, utf8.count, width)
  }

  private static func isASCII(_ start: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var index = 0
    while index + 8 <= count {
      let word = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return false }
      index += 8
    }
    while index < count {
      if start[index] >= 0x80 { return false }
      index += 1
    }
    return true
  }

  /// Most texts have only characters of one byte, so only the ends of lines are looked at.
  private static func linesOfASCII(_ start: UnsafePointer<UInt8>, _ count: Int, _ width: Int) -> Int {
    var lines = 0
    var line = 0
    while count - line > width {
      var end = line + width
      if start[end] != space {
        while end > line, start[end - 1] != space, start[end - 1] != hyphen { end -= 1 }
        if end == line { end = line + width }
      }
      // Spaces at the end of a line take no room.
      while end < count, start[end] == space { end += 1 }
      lines += 1
      line = end
    }
    return line < count ? lines + 1 : lines
  }

  private static func linesOfAny(_ start: UnsafePointer<UInt8>, _ count: Int, _ width: Int) -> Int {
    let room = width * tenth
    var lines = 1
    // The widths of the line and of its last word, in tenths of a character.
    var line = 0
    var word = 0
    var index = 0
    while index < count {
      let byte = start[index]
      let place = index
      index += 1
      if byte & 0xC0 == 0x80 { continue }
      if byte == space, line + tenth > room {
        word = 0
        continue
      }
      let next = place + 1 < count ? start[place + 1] : 0
      let own = characterWidth(of: byte, next, place + 2 < count ? start[place + 2] : 0)
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
