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

  func write(with writer: XLSXWriter) throws(SpreadsheetError) {
    var worksheet = try TextWorksheet(named: "About", widths: [18, 100], with: writer)
    for guide in Words.guides(for: sheet.languages.map { sheet.catalog.languages[$0].locale }) {
      try worksheet.append(guide["guide.title"], "", isTitle: true)
      for line in guide.guideLines + (sheet.hasSuggestions ? [guide["guide.suggestions"]] : []) {
        try worksheet.append("", line, isRightToLeft: guide.isRightToLeft)
      }
    }
    try worksheet.append("About this sheet", "", isTitle: true)
    for entry in entries { try worksheet.append(entry.property.rawValue, entry.value) }
  }
}

/// A worksheet with two columns of texts, while it is written.
struct TextWorksheet {
  private let writer: XLSXWriter
  private let styles: (title: Int, plain: Int, rightToLeft: Int)
  private let heights: RowHeight
  private let row = Row()
  private var index = 0

  init(named name: String, widths: [Double], with writer: XLSXWriter) throws(SpreadsheetError) {
    self.writer = writer
    styles = (
      writer.register(CellStyle(bold: true, fontColor: Palette.accent, verticalAlignment: .top, isTextFormat: true)),
      writer.register(CellStyle(wrapsText: true, verticalAlignment: .top, isTextFormat: true)),
      writer.register(
        CellStyle(wrapsText: true, horizontalAlignment: .right, verticalAlignment: .top, isTextFormat: true))
    )
    var layout = WorksheetLayout(name: name)
    layout.columns = widths.map { [styles] in ColumnLayout(width: $0, style: styles.plain) }
    layout.showsGridLines = false
    layout.tabColor = Palette.accent
    try writer.beginWorksheet(layout)
    heights = RowHeight(widths: layout.columns.map { SheetTextWidth.inCell($0.width ?? 0, indent: 0) })
  }

  mutating func append(_ first: String, _ second: String, isTitle: Bool = false, isRightToLeft: Bool = false)
    throws(SpreadsheetError)
  {
    row.removeAll(index: index)
    row.append(first, column: 0, style: isTitle ? styles.title : styles.plain)
    let isHeader = isTitle && !second.isEmpty
    row.append(second, column: 1, style: isHeader ? styles.title : isRightToLeft ? styles.rightToLeft : styles.plain)
    row.height = heights.points(of: row)
    try writer.append(row)
    index += 1
  }
}
