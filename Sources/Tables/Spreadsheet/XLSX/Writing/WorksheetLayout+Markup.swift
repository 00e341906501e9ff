import Basics

/// The markup before and after the rows of a worksheet, in the order of `CT_Worksheet`.
extension WorksheetLayout {
  /// Up to `<sheetData>`.
  func markupBeforeRows(isActive: Bool) -> String {
    var head = "<worksheet xmlns=\"\(XMLPart.spreadsheet)\""
    if columns.contains(where: \.linksAddresses) { head += " xmlns:r=\"\(XMLPart.relationships)\"" }
    head += ">"
    var properties = tabColor.map { "<tabColor rgb=\"\(StylesPartWriter.color($0))\"/>" } ?? ""
    if isLandscape { properties += "<pageSetUpPr fitToPage=\"1\"/>" }
    if !properties.isEmpty { head += "<sheetPr>\(properties)</sheetPr>" }
    head += "<sheetViews><sheetView"
    if !showsGridLines { head += " showGridLines=\"0\"" }
    if isRightToLeft { head += " rightToLeft=\"1\"" }
    if isActive { head += " tabSelected=\"1\"" }
    head += " workbookViewId=\"0\""
    let pane = pane
    head += pane.isEmpty ? "/>" : ">\(pane)</sheetView>"
    head += "</sheetViews><sheetFormatPr defaultRowHeight=\"15\"/>"
    head += columnMarkup
    return XMLPart.text(head + "<sheetData>")
  }

  /// From `</sheetData>` on.
  func markupAfterRows(styles: StylesPartWriter, links: String, rowCount: Int, columnCount: Int) -> String {
    var tail = "</sheetData>"
    if isProtected {
      // In this element, 0 means allowed.
      tail += "<sheetProtection sheet=\"1\" objects=\"1\" scenarios=\"1\" formatCells=\"0\" formatColumns=\"0\""
      tail += " formatRows=\"0\" sort=\"0\" autoFilter=\"0\"/>"
    }
    if let range = filterRange(rowCount: rowCount, columnCount: columnCount) {
      tail += "<autoFilter ref=\"\(range)\"/>"
    }
    // Down to the end of the grid, so that rows that a person adds get the same rules.
    let rows = headerRows...max(headerRows, SpreadsheetLimits.rows - 1)
    for (index, format) in conditionalFormats.enumerated() where !format.columns.isEmpty {
      tail += "<conditionalFormatting sqref=\"\(CellName.ranges(columns: format.columns, rows: rows))\">"
      tail += "<cfRule type=\"expression\" dxfId=\"\(styles.registerDifferential(format.style))\""
      tail += " priority=\"\(index + 1)\"\(format.stopIfTrue ? " stopIfTrue=\"1\"" : "")>"
      tail += "<formula>\(XMLText.escaped(format.formula))</formula></cfRule></conditionalFormatting>"
    }
    let validations = dataValidations.filter { !$0.columns.isEmpty }
    if !validations.isEmpty {
      tail += "<dataValidations count=\"\(validations.count)\">"
      for validation in validations { tail += validation.markup(rows: rows) }
      tail += "</dataValidations>"
    }
    tail += links
    tail += "<pageMargins left=\"0.5\" right=\"0.5\" top=\"0.75\" bottom=\"0.75\" header=\"0.3\" footer=\"0.3\"/>"
    if isLandscape {
      let width = printPagesWide == 1 ? "" : " fitToWidth=\"\(printPagesWide)\""
      tail += "<pageSetup orientation=\"landscape\"\(width) fitToHeight=\"0\"/>"
      tail += "<headerFooter><oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>"
    }
    return tail + "</worksheet>"
  }

  /// The cells with filter buttons and the rows below them; nil if there are none.
  func filterRange(rowCount: Int, columnCount: Int) -> String? {
    guard autoFilter, columnCount > 0, rowCount > 0 else { return nil }
    let header = max(0, headerRows - 1)
    let last = max(header, rowCount - 1)
    return "\(CellName.cell(row: header, column: 0)):\(CellName.cell(row: last, column: columnCount - 1))"
  }

  private var pane: String {
    let active = CellName.cell(row: frozenRows, column: max(frozenColumns, activeColumn ?? frozenColumns))
    if frozenRows == 0 && frozenColumns == 0 {
      return activeColumn == nil ? "" : "<selection activeCell=\"\(active)\" sqref=\"\(active)\"/>"
    }
    let name = frozenRows > 0 && frozenColumns > 0 ? "bottomRight" : frozenRows > 0 ? "bottomLeft" : "topRight"
    let cell = CellName.cell(row: frozenRows, column: frozenColumns)
    var pane = "<pane"
    if frozenColumns > 0 { pane += " xSplit=\"\(frozenColumns)\"" }
    if frozenRows > 0 { pane += " ySplit=\"\(frozenRows)\"" }
    pane += " topLeftCell=\"\(cell)\" activePane=\"\(name)\" state=\"frozen\"/>"
    return pane + "<selection pane=\"\(name)\" activeCell=\"\(active)\" sqref=\"\(active)\"/>"
  }

  private var columnMarkup: String {
    var markup = ""
    for (index, column) in columns.enumerated() where column.width != nil || column.isHidden || column.style > 0 {
      markup += "<col min=\"\(index + 1)\" max=\"\(index + 1)\""
      markup += " width=\"\(NumberText.shortest(column.width ?? 9.140625))\""
      if column.style > 0 { markup += " style=\"\(column.style)\"" }
      if column.isHidden { markup += " hidden=\"1\"" }
      markup += column.width == nil ? "/>" : " customWidth=\"1\"/>"
    }
    return markup.isEmpty ? "" : "<cols>\(markup)</cols>"
  }
}

extension DataValidation {
  fileprivate func markup(rows: ClosedRange<Int>) -> String {
    let (type, formula) =
      switch rule {
      case .list(let words): ("list", "\"\(words.joined(separator: ",").replacing("\"", with: "\"\""))\"")
      case .custom(let formula): ("custom", formula)
      }
    var element = "<dataValidation type=\"\(type)\" errorStyle=\"warning\" allowBlank=\"1\""
    if promptTitle != nil || promptText != nil { element += " showInputMessage=\"1\"" }
    element += " showErrorMessage=\"1\""
    for (name, text) in [
      ("errorTitle", errorTitle), ("error", errorText), ("promptTitle", promptTitle), ("prompt", promptText),
    ] { if let text { element += " \(name)=\"\(XMLText.escaped(text))\"" } }
    element += " sqref=\"\(CellName.ranges(columns: columns, rows: rows))\""
    return element + "><formula1>\(XMLText.escaped(formula))</formula1></dataValidation>"
  }
}
