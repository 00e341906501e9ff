import Basics

/// The markup before and after the rows of a worksheet, in the order of `CT_Worksheet`.
enum WorksheetFrame {
  /// Up to `<sheetData>`.
  static func head(of layout: WorksheetLayout, isActive: Bool) -> String {
    var head = "<worksheet xmlns=\"\(XMLPart.spreadsheet)\""
    if layout.columns.contains(where: \.linksAddresses) { head += " xmlns:r=\"\(XMLPart.relationships)\"" }
    head += ">"
    var properties = layout.tabColor.map { "<tabColor rgb=\"\(StylesPartWriter.color($0))\"/>" } ?? ""
    if layout.isLandscape { properties += "<pageSetUpPr fitToPage=\"1\"/>" }
    if !properties.isEmpty { head += "<sheetPr>\(properties)</sheetPr>" }
    head += "<sheetViews><sheetView"
    if !layout.showsGridLines { head += " showGridLines=\"0\"" }
    if layout.isRightToLeft { head += " rightToLeft=\"1\"" }
    if isActive { head += " tabSelected=\"1\"" }
    head += " workbookViewId=\"0\""
    let pane = pane(of: layout)
    head += pane.isEmpty ? "/>" : ">\(pane)</sheetView>"
    head += "</sheetViews><sheetFormatPr defaultRowHeight=\"15\"/>"
    head += columns(of: layout)
    return XMLPart.text(head + "<sheetData>")
  }

  /// From `</sheetData>` on.
  static func tail(of layout: WorksheetLayout, styles: StylesPartWriter, links: String, rowCount: Int, columnCount: Int)
    -> String
  {
    var tail = "</sheetData>"
    if layout.isProtected {
      // In this element, 0 means allowed.
      tail += "<sheetProtection sheet=\"1\" objects=\"1\" scenarios=\"1\" formatCells=\"0\" formatColumns=\"0\""
      tail += " formatRows=\"0\" sort=\"0\" autoFilter=\"0\"/>"
    }
    if let range = filterRange(of: layout, rowCount: rowCount, columnCount: columnCount) {
      tail += "<autoFilter ref=\"\(range)\"/>"
    }
    // Down to the end of the grid: rows that a person adds have the same rules.
    let rows = layout.headerRows...max(layout.headerRows, SpreadsheetLimits.rows - 1)
    for (index, format) in layout.conditionalFormats.enumerated() where !format.columns.isEmpty {
      tail += "<conditionalFormatting sqref=\"\(CellName.ranges(columns: format.columns, rows: rows))\">"
      tail += "<cfRule type=\"expression\" dxfId=\"\(styles.registerDifferential(format.style))\""
      tail += " priority=\"\(index + 1)\"\(format.stopIfTrue ? " stopIfTrue=\"1\"" : "")>"
      tail += "<formula>\(XMLText.escaped(format.formula))</formula></cfRule></conditionalFormatting>"
    }
    let validations = layout.dataValidations.filter { !$0.columns.isEmpty }
    if !validations.isEmpty {
      tail += "<dataValidations count=\"\(validations.count)\">"
      for validation in validations { tail += self.validation(validation, rows: rows) }
      tail += "</dataValidations>"
    }
    tail += links
    tail += "<pageMargins left=\"0.5\" right=\"0.5\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>"
    if layout.isLandscape {
      let width = layout.printPagesWide == 1 ? "" : " fitToWidth=\"\(layout.printPagesWide)\""
      tail += "<pageSetup orientation=\"landscape\"\(width) fitToHeight=\"0\"/>"
      tail += "<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>"
    }
    return tail + "</worksheet>"
  }

  /// The cells with filter buttons and the rows below them; nil if there are none.
  static func filterRange(of layout: WorksheetLayout, rowCount: Int, columnCount: Int) -> String? {
    guard layout.autoFilter, columnCount > 0, rowCount > 0 else { return nil }
    let header = max(0, layout.headerRows - 1)
    let last = max(header, rowCount - 1)
    return "\(CellName.cell(row: header, column: 0)):\(CellName.cell(row: last, column: columnCount - 1))"
  }

  private static func pane(of layout: WorksheetLayout) -> String {
    let rows = layout.frozenRows
    let columns = layout.frozenColumns
    let active = CellName.cell(row: rows, column: max(columns, layout.activeColumn ?? columns))
    if rows == 0 && columns == 0 {
      return layout.activeColumn == nil ? "" : "<selection activeCell=\"\(active)\" sqref=\"\(active)\"/>"
    }
    let name = rows > 0 && columns > 0 ? "bottomRight" : rows > 0 ? "bottomLeft" : "topRight"
    let cell = CellName.cell(row: rows, column: columns)
    var pane = "<pane"
    if columns > 0 { pane += " xSplit=\"\(columns)\"" }
    if rows > 0 { pane += " ySplit=\"\(rows)\"" }
    pane += " topLeftCell=\"\(cell)\" activePane=\"\(name)\" state=\"frozen\"/>"
    return pane + "<selection pane=\"\(name)\" activeCell=\"\(active)\" sqref=\"\(active)\"/>"
  }

  private static func columns(of layout: WorksheetLayout) -> String {
    var columns = ""
    for (index, column) in layout.columns.enumerated() where column.width != nil || column.isHidden || column.style > 0
    {
      columns += "<col min=\"\(index + 1)\" max=\"\(index + 1)\""
      columns += " width=\"\(NumberText.shortest(column.width ?? 9.140625))\""
      if column.style > 0 { columns += " style=\"\(column.style)\"" }
      if column.isHidden { columns += " hidden=\"1\"" }
      columns += column.width == nil ? "/>" : " customWidth=\"1\"/>"
    }
    return columns.isEmpty ? "" : "<cols>\(columns)</cols>"
  }

  private static func validation(_ validation: DataValidation, rows: ClosedRange<Int>) -> String {
    var element = "<dataValidation"
    var formula = ""
    switch validation.rule {
    case .list(let words):
      element += " type=\"list\""
      formula = "\"\(words.joined(separator: ",").replacing("\"", with: "\"\""))\""
    case .custom(let text):
      element += " type=\"custom\""
      formula = text
    case .any: break
    }
    if validation.errorStyle != .stop { element += " errorStyle=\"\(validation.errorStyle.rawValue)\"" }
    element += " allowBlank=\"1\""
    if validation.promptTitle != nil || validation.promptText != nil { element += " showInputMessage=\"1\"" }
    if validation.rule != .any { element += " showErrorMessage=\"1\"" }
    for (name, text) in [
      ("errorTitle", validation.errorTitle), ("error", validation.errorText), ("promptTitle", validation.promptTitle),
      ("prompt", validation.promptText),
    ] { if let text { element += " \(name)=\"\(XMLText.escaped(text))\"" } }
    element += " sqref=\"\(CellName.ranges(columns: validation.columns, rows: rows))\""
    return formula.isEmpty
      ? element + "/>" : element + "><formula1>\(XMLText.escaped(formula))</formula1></dataValidation>"
  }
}
