import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The height that a row needs for its wrapped texts.
///
/// Excel computes it itself, but LibreOffice and others show only one line of a row without a height. An estimate is
/// enough, as every program adjusts the row after an edit.
struct RowHeight {
  /// The height of one line in the default font, in points.
  private static let line = 15

  /// For each column, the width at which its texts wrap, in characters; 0 for columns that do not count.
  let widths: [Double]

  /// The height of a row in points; 0 if one line is enough.
  func points(of row: Row) -> Int {
    var most = 1
    for position in 0..<row.count {
      let cell = row[position]
      guard cell.column < widths.count else { break }
      let width = widths[cell.column]
      guard width > 0, cell.length > 0 else { continue }
      most = max(most, Self.lines(in: row.utf8(of: cell), width: Int(width)))
    }
    return most == 1 ? 0 : most * Self.line
  }

  static func lines(in utf8: UnsafeBufferPointer<UInt8>, width: Int) -> Int {
    guard let start = utf8.baseAddress else { return 1 }
    let end = start + utf8.count
    var lines = 0
    var paragraph = start
    while true {
      let rest = end - paragraph
      let lineEnd = memchr(paragraph, 0x0A, rest).map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) } ?? end
      let length = lineEnd - paragraph
      lines +=
        length <= width
        ? 1 : linesOfParagraph(UnsafeBufferPointer(start: paragraph, count: length), width: width)
      if lineEnd == end { return lines }
      paragraph = lineEnd + 1
    }
  }

  /// The number of lines in a paragraph that has more bytes than a line has characters.
  private static func linesOfParagraph(_ utf8: UnsafeBufferPointer<UInt8>, width: Int) -> Int {
    // Most texts have only characters of one byte, which need no counting.
    if utf8.allSatisfy({ $0 < 0x80 }) { return (utf8.count + width - 1) / width }
    var lines = 1
    var units = 0
    for (index, byte) in utf8.enumerated() {
      switch byte {
      // A continuation byte.
      case 0x80..<0xC0: continue
      // Three bytes from U+1100 on, and all of four: East Asian scripts and emoji are two wide, most others are one.
      case 0xE1...0xEF: units += isWide(byte, index + 1 < utf8.count ? utf8[index + 1] : 0) ? 2 : 1
      case 0xF0...: units += 2
      default: units += 1
      }
      if units > width {
        lines += 1
        units = 1
      }
    }
    return lines
  }

  /// Whether the character that begins with these two bytes is as wide as two letters.
  private static func isWide(_ first: UInt8, _ second: UInt8) -> Bool {
    switch first {
    case 0xE1: second < 0x86
    case 0xE2: second >= 0xBA
    case 0xE3...0xED: true
    case 0xEF: second >= 0xBC && second < 0xBE
    default: false
    }
  }
}
