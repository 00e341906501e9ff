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
    return entries + [(.tool, provenance.tool), (.format, "1")]
  }

  var documentProperties: DocumentProperties {
    DocumentProperties(
      title: "Translation review", subject: "Texts and proposals to review", creator: provenance.tool,
      custom: entries.map { ($0.property.rawValue, $0.value) })
  }

  func write(with writer: XLSXWriter) throws(SpreadsheetError) {
    let title = writer.register(
      CellStyle(bold: true, fontColor: Palette.accent, verticalAlignment: .top, isTextFormat: true))
    let plain = writer.register(CellStyle(wrapsText: true, verticalAlignment: .top, isTextFormat: true))
    let rightToLeft = writer.register(
      CellStyle(wrapsText: true, horizontalAlignment: .right, verticalAlignment: .top, isTextFormat: true))
    var layout = WorksheetLayout(name: "About")
    layout.columns = [18, 100].map { ColumnLayout(width: $0, style: plain) }
    layout.showsGridLines = false
    layout.tabColor = Palette.accent
    try writer.beginWorksheet(layout)
    let heights = RowHeight(widths: layout.columns.map { SheetTextWidth.inCell($0.width ?? 0, indent: 0) })
    let row = Row()
    var index = 0
    func append(_ first: String, _ second: String, _ firstStyle: Int, _ secondStyle: Int) throws(SpreadsheetError) {
      row.removeAll(index: index)
      row.append(first, column: 0, style: firstStyle)
      row.append(second, column: 1, style: secondStyle)
      row.height = heights.points(of: row)
      try writer.append(row)
      index += 1
    }
    for guide in Words.guides(for: sheet.languages.map { sheet.catalog.languages[$0].locale }) {
      try append(guide["guide.title"], "", title, plain)
      for line in guide.guideLines + (sheet.hasSuggestions ? [guide["guide.suggestions"]] : []) {
        try append("", line, plain, guide.isRightToLeft ? rightToLeft : plain)
      }
    }
    try append("About this sheet", "", title, plain)
    for entry in entries { try append(entry.property.rawValue, entry.value, plain, plain) }
  }
}
