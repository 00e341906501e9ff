import Basics

/// Writes texts as XML, and as the `ST_Xstring` of SpreadsheetML.
enum XMLTextWriter {
  /// The most bytes that one byte of a text can become, as in `_x0001_`.
  static let growth = 7

  /// Writes a text as the content of an element, with room for ``growth`` times the text plus eight bytes, and returns
  /// the end. Eight bytes after the text must be readable. Characters that XML cannot represent, carriage returns, and
  /// text that looks like such an escape are written `_xHHHH_` (ECMA-376 Part 1, 22.9.2.19).
  @inline(__always) static func write(_ text: UnsafePointer<UInt8>, count: Int, to out: UnsafeMutablePointer<UInt8>)
    -> UnsafeMutablePointer<UInt8>
  {
    var out = out
    var index = 0
    while index < count {
      let word = ByteWord.copy(text + index, to: out)
      // Tabs and line feeds count as special too.
      let special = (ByteWord.markup(word) | ByteWord.zeros(word ^ 0x5F5F_5F5F_5F5F_5F5F)) & ByteWord.highBits
      let step = ByteWord.first(special)
      if count - index <= step { return out + (count - index) }
      index += step
      out += step
      if special == 0 { continue }
      if isClean(text[index]) {
        out.pointee = text[index]
        index += 1
        out += 1
      } else {
        (index, out) = writeSpecial(text, index, count, out)
      }
    }
    return out
  }

  /// Whether white space at the start or end of a text is lost unless `xml:space` preserves it.
  @inline(__always) static func needsPreservedSpace(_ text: UnsafePointer<UInt8>, count: Int) -> Bool {
    count > 0 && (isSpace(text[0]) || isSpace(text[count - 1]))
  }

  @inline(__always) private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

  @inline(__always) private static func isClean(_ byte: UInt8) -> Bool {
    if byte < 0x20 { return byte == 0x09 || byte == 0x0A }
    return byte != UInt8(ascii: "&") && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
      && byte != UInt8(ascii: "_") && byte != 0xEF
  }

  @inline(never) private static func writeSpecial(
    _ text: UnsafePointer<UInt8>, _ index: Int, _ count: Int, _ start: UnsafeMutablePointer<UInt8>
  ) -> (Int, UnsafeMutablePointer<UInt8>) {
    var out = start
    switch text[index] {
    case UInt8(ascii: "&"): put("&amp;", &out)
    case UInt8(ascii: "<"): put("&lt;", &out)
    case UInt8(ascii: ">"): put("&gt;", &out)
    case UInt8(ascii: "_") where looksLikeEscape(text, index, count): put("_x005F_", &out)
    case 0xEF where isNoncharacter(text, index, count):
      if text[index + 2] == 0xBE { put("_xFFFE_", &out) } else { put("_xFFFF_", &out) }
      return (index + 3, out)
    case let byte where byte < 0x20:
      put("_x00", &out)
      out[0] = HexDigit.digit(byte >> 4, uppercase: true)
      out[1] = HexDigit.digit(byte & 15, uppercase: true)
      out[2] = UInt8(ascii: "_")
      out += 3
    case let byte:
      out.pointee = byte
      out += 1
    }
    return (index + 1, out)
  }

  /// Whether `_xHHHH` is at `index` and an underscore follows it, in the text or because the next character is escaped.
  private static func looksLikeEscape(_ text: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Bool {
    guard index + 6 < count, text[index + 1] == UInt8(ascii: "x") else { return false }
    for place in 2...5 where HexDigit.value(text[index + place]) == nil { return false }
    let next = text[index + 6]
    return next == UInt8(ascii: "_") || (next < 0x20 && next != 0x09 && next != 0x0A)
      || isNoncharacter(text, index + 6, count)
  }

  private static func isNoncharacter(_ text: UnsafePointer<UInt8>, _ index: Int, _ count: Int) -> Bool {
    index + 2 < count && text[index] == 0xEF && text[index + 1] == 0xBF && text[index + 2] >= 0xBE
  }

  @inline(__always) static func put(_ text: StaticString, _ out: inout UnsafeMutablePointer<UInt8>) {
    out.update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    out += text.utf8CodeUnitCount
  }
}
