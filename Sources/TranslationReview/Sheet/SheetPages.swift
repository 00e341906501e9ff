import Spreadsheet

/// How a worksheet is printed: on pages as wide as all its columns, or on several pages side by side if the texts would
/// become too small to read.
struct SheetPages {
  /// The width of a page between its margins, in characters of the default font: ten inches, as on a page in Letter
  /// format, which is narrower than A4; a character has seven of 96 pixels to the inch.
  private static let width = 10.0 * 96 / 7
  /// The smallest size in percent: the default font then has 5.5 points.
  private static let smallest = 50.0

  /// The size of the print in percent; nil to fit all columns on one page.
  private(set) var scale: Int?
  /// The columns with which a page begins.
  private(set) var breaks: [Int] = []
  /// How many of the first columns are on every page.
  private(set) var titleColumns = 0

  /// - Parameters:
  ///   - titleColumns: How many of the first columns are repeated if there are several pages side by side.
  ///   - groups: The places of the columns before which a page may begin, in ascending order.
  init(widths: [Double], titleColumns: Int, groups: [Int]) {
    let total = widths.reduce(0, +)
    guard total * Self.smallest > Self.width * 100, let first = groups.first else { return }
    let titles = widths[..<min(titleColumns, first)].reduce(0, +)
    let ends = groups.dropFirst() + [widths.count]
    let parts = zip(groups, ends).map { start, end in (start: start, width: widths[start..<end].reduce(0, +)) }
    let widest = parts.reduce(0) { max($0, $1.width) }
    // A little less than what fits, as programs round the widths of columns.
    let fitting = Self.width / (titles + widest) * 98
    let scale = min(max(fitting.rounded(.down), 25), 100)
    self.scale = Int(scale)
    self.titleColumns = titleColumns
    let room = Self.width * 100 / scale
    var used = widths[..<first].reduce(0, +)
    for part in parts {
      if used + part.width > room {
        if part.start > titleColumns { breaks.append(part.start) }
        used = titles
      }
      used += part.width
    }
  }
}
