/// The widths of a table's columns in characters; 0 for hidden columns.
///
/// All columns up to the first `Note` are in view when a workbook is opened in a window of 1,440 × 900 pixels.
struct SheetWidths {
  /// The width up to the end of `Note`. Of the 1,440 pixels, row numbers take up to 45, and the scroll bar with
  /// LibreOffice's side bar 62. A character has seven pixels in Excel, and 7.8 in LibreOffice with Calibri or Carlito.
  /// Without either it may have nine; `Proposal` is still in view then.
  private static let inView = 170.0
  /// The range of widths of text columns.
  private static let texts = 23.0...46.0
  private static let textsInGroup = 23.0...36.0

  /// The widths, by the index of the column in the table.
  private(set) var all: [Double]

  init(_ table: SheetTable, of sheet: ReviewSheet) {
    let names = NameWidths(sheet)
    let hidesLocale = table.hasOneLocale(of: sheet)
    all = table.columns.map { column in
      switch column.column {
      case .section: names.section
      case .key: names.key
      case .locale where hidesLocale: 0
      default: column.column.isHidden ? 0 : HeaderWidth(column.header).fitting(column.column.traits.width)
      }
    }
    let textColumns = table.columns.indices.filter { table.columns[$0].column.holdsTexts }
    guard let proposal = table.columns.firstIndex(where: { $0.column == .proposal }) else { return }
    let note = table.columns[proposal...].firstIndex { $0.column == .note } ?? proposal
    let room = { (all: [Double]) in Self.inView - all[...note].reduce(0, +) }
    let range = table.isSideBySide ? Self.textsInGroup : Self.texts
    for index in textColumns { all[index] = 0 }
    let share = room(all) / Double(textColumns.count { $0 <= proposal })
    let width = max(min(share, range.upperBound), range.lowerBound).rounded(.down)
    for index in textColumns { all[index] = width }
    // Remaining width goes to name columns that would wrap, except if they are repeated on several printed pages.
    guard !table.isSideBySide else { return }
    var left = room(all)
    for (column, wanted) in [(ReviewColumn.key, names.wholeKey), (.section, names.wholeSection)] {
      guard left > 0, let index = table.columns.firstIndex(where: { $0.column == column }) else { continue }
      let more = min(max(wanted - all[index], 0), left)
      all[index] += more
      left -= more
    }
  }
}

extension ReviewColumn {
  /// Whether the cells are visible texts of the application.
  var holdsTexts: Bool {
    switch traits.look {
    case .source, .current, .proposal: !isHidden
    default: false
    }
  }
}

/// The width that a column needs so that a program breaks its header only between words, and not after the hyphen of a
/// locale.
struct HeaderWidth {
  /// The widths, in characters, of the header on one line, of its widest word, and of its part up to a hyphen.
  private let whole: Double
  private let word: Double
  private let start: Double?

  init(_ header: String) {
    whole = Self.width(header[...])
    word = header.split(separator: " ").map(Self.width).max() ?? 0
    start = header.firstIndex(of: "-").map { Self.width(header[...$0]) }
  }

  private static func width(_ text: Substring) -> Double {
    var text = text
    return Double(text.withUTF8(TextLines.width(of:))) / 10 * 13 / 12
  }

  /// Returns a width, or a larger one in which the header fits.
  func fitting(_ width: Double) -> Double {
    let padding = width - SheetTextWidth.inCell(width, indent: SheetStyles.indent)
    let room = max(width - padding, word)
    // In some fonts the part before a hyphen is narrower, and the line breaks after a hyphen that fits.
    let breaksAtSpace = start.map { $0 * 0.85 > room } ?? true
    return max(width, (((breaksAtSpace ? room : max(room, whole)) + padding) * 2).rounded(.up) / 2)
  }
}

/// The widths of the columns with the names of texts: as wide as their longest word, within limits, because programs
/// break words badly.
private struct NameWidths {
  private static let sections = 9.0...14.0
  private static let keys = 12.0...24.0
  private static let longKeys = 30.0
  private static let longSections = 18.0
  /// The space at both edges of a cell, with the indent.
  private static let padding = 2.5

  let section: Double
  let key: Double
  /// The widths that break no word. If the sheet has room, they may go beyond the usual limits.
  let wholeSection: Double
  let wholeKey: Double

  init(_ sheet: ReviewSheet) {
    var longest = (section: 0, key: 0)
    for key in sheet.keys {
      longest.section = max(longest.section, Self.longestWord(sheet.catalog.keys[key].section))
      longest.key = max(longest.key, Self.longestWord(sheet.catalog.keys[key].key))
    }
    section = Self.clamped(longest.section, Self.sections)
    key = Self.clamped(longest.key, Self.keys)
    wholeSection = Self.clamped(longest.section, Self.sections.lowerBound...Self.longSections)
    wholeKey = Self.clamped(longest.key, Self.keys.lowerBound...Self.longKeys)
  }

  /// The width in tenths of the widest part of a name, between places where programs break a line: spaces and hyphens.
  private static func longestWord(_ name: String) -> Int {
    var name = name
    return name.withUTF8 { utf8 in
      utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "-") }.reduce(0) {
        max($0, TextLines.width(of: UnsafeBufferPointer(rebasing: $1)))
      }
    }
  }

  private static func clamped(_ length: Int, _ range: ClosedRange<Double>) -> Double {
    min(max((Double(length) / 10 + padding).rounded(.up), range.lowerBound), range.upperBound)
  }
}
