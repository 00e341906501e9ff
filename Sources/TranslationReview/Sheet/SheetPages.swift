import Spreadsheet

/// How a worksheet is printed: on pages as wide as all its columns, or on several pages side by side if the texts would
/// become too small to read.
///
/// Programs choose the size of the print themselves, because a column is up to a fifth wider in one program or font than
/// in another. Groups of columns are equally wide, so each begins a page of its own.
struct SheetPages {
  /// The width of a page between its margins, in characters of the default font: ten inches, as on a page in Letter
  /// format, which is narrower than A4; a character has seven of 96 pixels to the inch.
  private static let width = 10.0 * 96 / 7
  /// The smallest size in percent: the default font then has 5.5 points.
  private static let smallest = 50.0

  /// The number of pages side by side.
  private(set) var pagesWide = 1
  /// How many of the first columns are on every page.
  private(set) var titleColumns = 0

  /// - Parameters:
  ///   - titleColumns: How many of the first columns are repeated if there are several pages side by side.
  ///   - groups: The number of groups of columns.
  init(widths: [Double], titleColumns: Int, groups: Int) {
    let room = Self.width * 100 / Self.smallest
    let total = widths.reduce(0, +)
    guard total > room else { return }
    let titles = widths.prefix(titleColumns).reduce(0, +)
    pagesWide = max(groups, 2)
    while pagesWide < widths.count, titles + (total - titles) / Double(pagesWide) > room { pagesWide += 1 }
    self.titleColumns = titleColumns
  }
}
