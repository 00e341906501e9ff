import Basics

/// The small parts of a document: `xl/workbook.xml`, its properties, and the parts that link it together.
///
/// ```
/// _rels/.rels ─ xl/workbook.xml ─ xl/_rels/workbook.xml.rels ─┬ xl/worksheets/sheetN.xml ─ _rels/sheetN.xml.rels
///             ├ docProps/core.xml                             ├ xl/styles.xml
///             ├ docProps/app.xml                              └ xl/sharedStrings.xml
///             └ docProps/custom.xml
/// ```
enum XMLPart {
  static let declaration: StaticString = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  static let spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  /// The namespace of relationship types and of `r:id`.
  static let relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  static func text(_ root: String) -> String { "\(declaration)\(root)" }

  // MARK: - The workbook and its links

  typealias WrittenWorksheet = (layout: WorksheetLayout, filterRange: String?)

  static func workbook(_ worksheets: [WrittenWorksheet]) -> String {
    // Programs do not open a workbook without a visible worksheet.
    let active = worksheets.firstIndex { $0.layout.visibility == .visible } ?? 0
    var part = "<workbook xmlns=\"\(spreadsheet)\" xmlns:r=\"\(relationships)\">"
    part += "<workbookPr defaultThemeVersion=\"124226\"/>"
    part += "<bookViews><workbookView xWindow=\"0\" yWindow=\"0\" windowWidth=\"28800\" windowHeight=\"15000\""
    if active > 0 { part += " firstSheet=\"\(active)\" activeTab=\"\(active)\"" }
    part += "/></bookViews><sheets>"
    for (index, (layout, _)) in worksheets.enumerated() {
      part += "<sheet name=\"\(XMLText.escaped(layout.name))\" sheetId=\"\(index + 1)\""
      if layout.visibility != .visible, index != active { part += " state=\"\(layout.visibility.rawValue)\"" }
      part += " r:id=\"rId\(index + 1)\"/>"
    }
    part += "</sheets>"
    let names = definedNames(worksheets)
    if !names.isEmpty { part += "<definedNames>\(names)</definedNames>" }
    // The stored results are as old as the export, and a program that changes other cells may leave them unchanged.
    if worksheets.contains(where: { $0.layout.columns.contains { $0.formula != nil } }) {
      part += "<calcPr calcId=\"124519\" fullCalcOnLoad=\"1\"/>"
    }
    return text(part + "</workbook>")
  }

  static func workbookRelationships(worksheetCount: Int) -> String {
    let worksheets = (1...max(1, worksheetCount)).map { ("worksheet", "worksheets/sheet\($0).xml") }
    let targets = worksheets + [("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]
    return relationshipList(targets.map { ("\(relationships)/\($0)", $1) })
  }

  static func packageRelationships(hasCustomProperties: Bool) -> String {
    var targets = [
      ("\(relationships)/officeDocument", "xl/workbook.xml"),
      ("http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"),
      ("\(relationships)/extended-properties", "docProps/app.xml"),
    ]
    if hasCustomProperties { targets.append(("\(relationships)/custom-properties", "docProps/custom.xml")) }
    return relationshipList(targets)
  }

  static func contentTypes(worksheetCount: Int, hasCustomProperties: Bool) -> String {
    let document = "application/vnd.openxmlformats-officedocument"
    var overrides = [
      ("/xl/workbook.xml", "\(document).spreadsheetml.sheet.main+xml"),
      ("/xl/styles.xml", "\(document).spreadsheetml.styles+xml"),
      ("/xl/sharedStrings.xml", "\(document).spreadsheetml.sharedStrings+xml"),
      ("/docProps/core.xml", "application/vnd.openxmlformats-package.core-properties+xml"),
      ("/docProps/app.xml", "\(document).extended-properties+xml"),
    ]
    if hasCustomProperties { overrides.append(("/docProps/custom.xml", "\(document).custom-properties+xml")) }
    for number in 1...max(1, worksheetCount) {
      overrides.append(("/xl/worksheets/sheet\(number).xml", "\(document).spreadsheetml.worksheet+xml"))
    }
    var part = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">"
    part += "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
    part += "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
    for (name, type) in overrides { part += "<Override PartName=\"\(name)\" ContentType=\"\(type)\"/>" }
    return text(part + "</Types>")
  }

  private static func relationshipList(_ targets: [(String, String)]) -> String {
    var part = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    for (index, (type, target)) in targets.enumerated() {
      part += "<Relationship Id=\"rId\(index + 1)\" Type=\"\(type)\" Target=\"\(target)\"/>"
    }
    return text(part + "</Relationships>")
  }

  private static func definedNames(_ worksheets: [WrittenWorksheet]) -> String {
    var names = ""
    for (index, (layout, filterRange)) in worksheets.enumerated() {
      let sheet = reference(to: layout.name)
      if let range = filterRange {
        names += "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(index)\" hidden=\"1\">"
        names += "\(sheet)!\(absolute(range))</definedName>"
      }
      var titles: [String] = []
      if layout.printTitleColumns > 0 {
        titles.append("\(sheet)!$A:$\(CellName.letters(ofColumn: layout.printTitleColumns - 1))")
      }
      if layout.headerRows > 0 { titles.append("\(sheet)!$1:$\(layout.headerRows)") }
      if !titles.isEmpty {
        names += "<definedName name=\"_xlnm.Print_Titles\" localSheetId=\"\(index)\">"
        names += "\(titles.joined(separator: ","))</definedName>"
      }
    }
    return names
  }

  /// The name of a worksheet as formulas write it.
  private static func reference(to name: String) -> String { XMLText.escaped("'\(name.replacing("'", with: "''"))'") }

  /// `A1:F9` as `$A$1:$F$9`.
  private static func absolute(_ range: String) -> String {
    var absolute = ""
    var wasLetter = false
    for character in range {
      if character.isLetter { absolute += wasLetter ? "" : "$" } else if wasLetter { absolute += "$" }
      wasLetter = character.isLetter
      absolute.append(character)
    }
    return absolute
  }
  // MARK: - The properties of the document

  /// No time is written, so that the same table gives the same bytes.
  static func coreProperties(_ properties: DocumentProperties) -> String {
    var part = "<cp:coreProperties"
    part += " xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\""
    part += " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    for (name, value) in [
      ("title", properties.title), ("subject", properties.subject), ("creator", properties.creator),
      ("description", properties.description),
    ] { if let value { part += "<dc:\(name)>\(XMLText.escaped(value))</dc:\(name)>" } }
    return text(part + "</cp:coreProperties>")
  }

  static func applicationProperties() -> String {
    text(
      "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\">"
        + "<Application>nstack-review</Application></Properties>")
  }

  static func customProperties(_ properties: DocumentProperties) -> String {
    var part = "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties\""
    part += " xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes\">"
    for (index, property) in properties.custom.enumerated() {
      // The set of user-defined properties, whose numbers start at 2 ([MS-OLEPS] 2.25.1).
      part += "<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"\(index + 2)\""
      part += " name=\"\(XMLText.escaped(property.name))\">"
      part += "<vt:lpwstr>\(XMLText.escaped(property.value))</vt:lpwstr></property>"
    }
    return text(part + "</Properties>")
  }
}
