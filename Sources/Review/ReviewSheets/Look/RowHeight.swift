package import Spreadsheet

/// The height that a row needs for its wrapped texts.
///
/// Excel computes it itself only after an edit, and LibreOffice and others show only one line of a row without a
/// height. An estimate is enough, because every program adjusts the row after an edit.
package struct RowHeight {
  /// The height of one line in the default font, in points.
  private static let line = 15
  /// The height of one line in the fonts that programs use for other scripts.
  private static let highLine = 18

  /// For each column, the width at which its texts wrap, in digits of the default font; 0 for columns that are ignored.
  private let widths: [Double]

  package init(widths: [Double]) { self.widths = widths }

  /// The height of a row in points; 0 if one line of the default font is enough.
  package func points(of row: Row) -> Int {
    var most = 0
    for cell in row.filledCells {
      guard cell.column < widths.count else { break }
      let width = widths[cell.column]
      guard width > 0, cell.length > 0 else { continue }
      let utf8 = row.utf8(of: cell)
      let lines = TextLines.count(in: utf8, width: Int(width * 10))
      if utf8.contains(where: Self.isHigh) {
        most = max(most, lines * Self.highLine)
      } else if lines > 1 {
        most = max(most, lines * Self.line)
      }
    }
    return most
  }

  /// Whether the characters that begin with a byte are of a script that the default font does not have: Hebrew, Arabic,
  /// and from U+0800 on, but not the punctuation from U+2000 on.
  private static func isHigh(_ byte: UInt8) -> Bool {
    switch byte {
    case 0xD7...0xDF, 0xE0, 0xE1, 0xE3...0xED, 0xF0...: true
    default: false
    }
  }
}

/// The width available to a cell's text, in characters of the default font (seven pixels each).
enum SheetTextWidth {
  /// - Parameters:
  ///   - width: The width of the column.
  ///   - indent: The indent of the cell, in steps of nine pixels.
  static func inCell(_ width: Double, indent: Int) -> Double {
    // Programs keep five pixels at the edges free.
    width == 0 ? 0 : max(1, width - (5 + 9 * Double(indent)) / 7)
  }

  /// Bold letters are a twelfth wider, and the filter button takes space beside them.
  static func inHeader(_ width: Double, indent: Int) -> Double {
    width == 0 ? 0 : max(1, (inCell(width, indent: indent) - 17 / 7) * 12 / 13)
  }
}
