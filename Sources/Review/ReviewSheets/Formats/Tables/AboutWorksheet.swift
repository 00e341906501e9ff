import Basics
import NStackAPI
import Spreadsheet

/// The worksheet that explains how to edit the sheet and where the sheet comes from.
struct AboutWorksheet {
  let sheet: ReviewSheet
  let provenance: SheetProvenance
  let sheetID: String?
  let rowCounts: ExportedRowCounts

  /// The sheet's provenance, as names and values.
  private var entries: [(property: SheetProperty, value: String)] {
    var entries: [(SheetProperty, String)] = [
      (.profile, provenance.profile), (.platform, sheet.scope.platform), (.origin, sheet.scope.origin),
      (.application, sheet.scope.shortApplicationHash),
    ]
    if let sheetID { entries.append((.sheetID, sheetID)) }
    entries.append((.rows, rowCounts.text))
    if let exportedAt = provenance.exportedAt { entries.append((.exportedAt, exportedAt)) }
    if let agency = provenance.agency { entries.append((.agency, agency)) }
    if let due = provenance.due { entries.append((.due, due)) }
    return entries + [(.tool, provenance.tool), (.format, "1")]
  }

  var documentProperties: DocumentProperties {
    DocumentProperties(
      title: "Translation review", subject: "Texts and proposals to review", creator: provenance.tool,
      custom: entries.map { ($0.property.rawValue, $0.value) })
  }

  /// - Parameter progress: The rows by their progress, and the formula of each count; nil for a workbook without them.
  func write(with writer: XLSXWriter, progress: (counts: ProgressCounts, formulas: [String])?) throws(SpreadsheetError)
  {
    var worksheet = try TextWorksheet(named: "About", widths: [18, 100], with: writer)
    for guide in Words.guides(for: sheet.languages.map { sheet.catalog.languages[$0].locale }) {
      try worksheet.append(guide["guide.title"], "", isTitle: true)
      for line in guide.guideLines + (sheet.hasSuggestions ? [guide["guide.suggestions"]] : []) {
        try worksheet.append("", line, isRightToLeft: guide.isRightToLeft)
      }
    }
    if let progress {
      try worksheet.append(ReviewColumn.progress.header, "", isTitle: true)
      for (name, formula) in zip(ProgressCounts.Name.allCases, progress.formulas) {
        try worksheet.append(name.rawValue, "\(progress.counts[name])", formula: formula)
      }
    }
    try worksheet.append("About this sheet", "", isTitle: true)
    for entry in entries { try worksheet.append(entry.property.rawValue, entry.value) }
  }
}

/// A worksheet with two columns of texts, while it is written.
struct TextWorksheet {
  private let writer: XLSXWriter
  private let styles: (title: Int, plain: Int, rightToLeft: Int, number: Int)
  private let heights: RowHeight
  private let row = Row()
  private var index = 0

  init(named name: String, widths: [Double], with writer: XLSXWriter) throws(SpreadsheetError) {
    self.writer = writer
    styles = (
      writer.register(CellStyle(bold: true, fontColor: Palette.accent, verticalAlignment: .top, isTextFormat: true)),
      writer.register(CellStyle(wrapsText: true, verticalAlignment: .top, isTextFormat: true)),
      writer.register(
        CellStyle(wrapsText: true, horizontalAlignment: .right, verticalAlignment: .top, isTextFormat: true)),
      writer.register(CellStyle(horizontalAlignment: .left, verticalAlignment: .top))
    )
    var layout = WorksheetLayout(name: name)
    layout.columns = widths.map { [styles] in ColumnLayout(width: $0, style: styles.plain) }
    layout.showsGridLines = false
    layout.tabColor = Palette.accent
    try writer.beginWorksheet(layout)
    heights = RowHeight(widths: layout.columns.map { SheetTextWidth.inCell($0.width ?? 0, indent: 0) })
  }

  /// - Parameter formula: The formula whose last result the second text is; nil for a text.
  mutating func append(
    _ first: String, _ second: String, isTitle: Bool = false, isRightToLeft: Bool = false, formula: String? = nil
  ) throws(SpreadsheetError) {
    row.removeAll(index: index)
    row.append(first, column: 0, style: isTitle ? styles.title : styles.plain)
    let isHeader = isTitle && !second.isEmpty
    let style = isHeader ? styles.title : isRightToLeft ? styles.rightToLeft : styles.plain
    row.append(second, column: 1, style: formula == nil ? style : styles.number)
    row.height = heights.points(of: row)
    try writer.append(row, formulas: formula.map { [1: $0] } ?? [:])
    index += 1
  }
}
