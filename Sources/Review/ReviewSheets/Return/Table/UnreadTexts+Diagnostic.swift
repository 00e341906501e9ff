import Basics
import Spreadsheet

extension UnreadTexts {
  mutating func add(_ cell: Cell, of row: Row, orNumber: Bool = false) {
    guard Self.isText(cell, of: row, orNumber: orNumber) else { return }
    add(TextHash(utf8: row.utf8(of: cell)), row: row.index) { SheetColumns.headerText(of: cell, in: row) }
  }

  /// The remark about the texts; nil if there are none.
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

/// The texts of a worksheet without a table, except what an export or a copy wrote there.
struct AboutTexts {
  private enum Kind { case about, others, own }

  private static let words = Words.languages.compactMap { Words(in: $0) }
  private static let titles = Set(words.map { $0["guide.title"] } + ["About this sheet"])
  private static let lines = Set(words.flatMap { $0.guideLines + [$0["guide.suggestions"]] })

  /// The kind of worksheet, which the first row shows; nil before it.
  private var kind: Kind?
  /// The last row of the guide so far; a row right after it belongs to the guide too.
  private var guide: Int?
  private(set) var texts = UnreadTexts()

  mutating func add(_ row: Row) { add(row) { _, _ in } }

  /// Adds the texts of a row.
  ///
  /// - Parameter body: Called with each text. If a copy of a sheet listed the text here, also with its place in the
  ///   original.
  mutating func add(_ row: Row, _ body: (Cell, _ place: String?) throws -> Void) rethrows {
    let title = row.text(inColumn: 0)
    let isFirst = kind == nil
    let kind = kind ?? (Self.titles.contains(title) ? .about : OtherTexts.isHeader(row) ? .others : .own)
    self.kind = kind
    let isProperty = SheetProperty(rawValue: title) != nil || ProgressCounts.Name(rawValue: title) != nil
    let isTitle = Self.titles.contains(title) || title == ReviewColumn.progress.header
    // The lines of the guide follow its title without a gap.
    if isTitle || guide == row.index - 1 && !isProperty { guide = row.index }
    let hasPlace = kind == .others && row.cell(inColumn: 1) != nil
    if hasPlace, isFirst { return }
    for cell in row.filledCells where UnreadTexts.isText(cell, of: row) {
      let isGuide =
        cell.column == 0
        ? isTitle : cell.column == 1 && !isTitle && guide == row.index && Self.lines.contains(row.text(of: cell))
      if kind == .about && (isGuide || isProperty && cell.column <= 1) || hasPlace && cell.column == 0 { continue }
      texts.add(cell, of: row)
      try body(cell, hasPlace && cell.column == 1 ? title : nil)
    }
  }
}
