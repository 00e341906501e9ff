import Basics
import Spreadsheet

extension UnreadTexts {
  mutating func add(_ cell: Cell, of row: Row, orNumber: Bool = false) {
    guard Self.isText(cell, of: row, orNumber: orNumber) else { return }
    add(TextHash(utf8: row.utf8(of: cell)), row: row.index) { SheetColumns.headerText(of: cell, in: row) }
  }

  /// The remark about them; nil if there are none.
  ///
  /// - Parameters:
  ///   - what: Where they are, as the object of a sentence, such as `the lines above the header`.
  ///   - advice: What to do, as a sentence.
  package func diagnostic(
    _ code: Diagnostic.Code = .sheetUnreadText, in what: String, _ advice: String, column: String? = nil,
    place: (_ row: Int) -> RowPlace
  ) -> Diagnostic? {
    guard count > 0 else { return nil }
    let quoted = "\"\(Visible.text(ReviewColumn.trimmed(first.text), limit: 60))\""
    return Diagnostic(
      code: code, severity: .warning, place: place(first.row), column: column, unread: hashes,
      message: "\(Counted.text(count, "text")) in \(what) \(count == 1 ? "is" : "are") not read: "
        + (count == 1 ? quoted : "the first is \(quoted)") + ". \(advice)")
  }
}

/// The texts on the worksheet that explains a sheet, but for what an export wrote there.
struct AboutTexts {
  private static let words = Words.languages.compactMap { Words(in: $0) }
  private static let titles = Set(words.map { $0["guide.title"] } + ["About this sheet"])
  private static let lines = Set(words.flatMap { $0.guideLines + [$0["guide.suggestions"]] })

  /// Whether the worksheet begins as that of an export; nil before its first row.
  private var isAbout: Bool?
  /// The last row of the guide, while it goes on.
  private var guide: Int?
  private(set) var texts = UnreadTexts()

  mutating func add(_ row: Row) {
    let title = row.text(inColumn: 0)
    if isAbout == nil { isAbout = Self.titles.contains(title) }
    let isProperty = SheetProperty(rawValue: title) != nil
    let isTitle = Self.titles.contains(title)
    // The lines of the guide follow its title without a gap.
    if isTitle || guide == row.index - 1 && !isProperty { guide = row.index }
    for cell in row.filledCells {
      let isGuide =
        cell.column == 0
        ? isTitle : cell.column == 1 && !isTitle && guide == row.index && Self.lines.contains(row.text(of: cell))
      if isAbout == true, isGuide || isProperty && cell.column <= 1 { continue }
      texts.add(cell, of: row)
    }
  }
}
