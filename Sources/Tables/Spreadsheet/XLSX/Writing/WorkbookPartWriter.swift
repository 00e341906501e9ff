import Basics

/// `xl/workbook.xml` and the parts that link a document together.
///
/// ```
/// _rels/.rels ─ xl/workbook.xml ─ xl/_rels/workbook.xml.rels ─┬ xl/worksheets/sheetN.xml ─ _rels/sheetN.xml.rels
///             ├ docProps/core.xml                             ├ xl/styles.xml
///             ├ docProps/app.xml                              └ xl/sharedStrings.xml
///             └ docProps/custom.xml
/// ```
enum WorkbookPartWriter {
  struct Entry {
    var name: String
    var visibility: Worksheet.Visibility
    var headerRows: Int
    var titleColumns: Int
    var isComputed: Bool
    var filterRange: String?
  }

  static func workbook(_ worksheets: [Entry]) -> String {
    // Programs do not open a workbook without a visible worksheet.
    let active = worksheets.firstIndex { $0.visibility == .visible } ?? 0
    var part = "<workbook xmlns=\"\(XMLPart.spreadsheet)\" xmlns:r=\"\(XMLPart.relationships)\">"
    part += "<workbookPr defaultThemeVersion=\"124226\"/>"
    part += "<bookViews><workbookView xWindow=\"0\" yWindow=\"0\" windowWidth=\"28800\" windowHeight=\"15000\""
    if active > 0 { part += " firstSheet=\"\(active)\" activeTab=\"\(active)\"" }
    part += "/></bookViews><sheets>"
    for (index, worksheet) in worksheets.enumerated() {
      part += "<sheet name=\"\(XMLText.escaped(worksheet.name))\" sheetId=\"\(index + 1)\""
      if worksheet.visibility != .visible, index != active { part += " state=\"\(worksheet.visibility.rawValue)\"" }
      part += " r:id=\"rId\(index + 1)\"/>"
    }
    part += "</sheets>"
    let names = definedNames(worksheets)
    if !names.isEmpty { part += "<definedNames>\(names)</definedNames>" }
    // The results in the file are those of the export. A program that changes other cells need not compute them.
    if worksheets.contains(where: \.isComputed) { part += "<calcPr calcId=\"124519\" fullCalcOnLoad=\"1\"/>" }
    return XMLPart.text(part + "</workbook>")
  }

  static func workbookRelationships(worksheetCount: Int) -> String {
    let worksheets = (1...max(1, worksheetCount)).map { ("worksheet", "worksheets/sheet\($0).xml") }
    let targets = worksheets + [("styles", "styles.xml"), ("sharedStrings", "sharedStrings.xml")]
    return relationships(targets.map { ("\(XMLPart.relationships)/\($0)", $1) })
  }

  static func packageRelationships(hasCustomProperties: Bool) -> String {
    var targets = [
      ("\(XMLPart.relationships)/officeDocument", "xl/workbook.xml"),
      ("http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml"),
      ("\(XMLPart.relationships)/extended-properties", "docProps/app.xml"),
    ]
    if hasCustomProperties { targets.append(("\(XMLPart.relationships)/custom-properties", "docProps/custom.xml")) }
    return relationships(targets)
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
    return XMLPart.text(part + "</Types>")
  }

  private static func relationships(_ targets: [(String, String)]) -> String {
    var part = "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">"
    for (index, (type, target)) in targets.enumerated() {
      part += "<Relationship Id=\"rId\(index + 1)\" Type=\"\(type)\" Target=\"\(target)\"/>"
    }
    return XMLPart.text(part + "</Relationships>")
  }

  private static func definedNames(_ worksheets: [Entry]) -> String {
    var names = ""
    for (index, worksheet) in worksheets.enumerated() {
      if let range = worksheet.filterRange {
        names += "<definedName name=\"_xlnm._FilterDatabase\" localSheetId=\"\(index)\" hidden=\"1\">"
        names += "\(reference(to: worksheet.name))!\(absolute(range))</definedName>"
      }
      var titles: [String] = []
      let sheet = reference(to: worksheet.name)
      if worksheet.titleColumns > 0 {
        titles.append("\(sheet)!$A:$\(CellName.letters(ofColumn: worksheet.titleColumns - 1))")
      }
      if worksheet.headerRows > 0 { titles.append("\(sheet)!$1:$\(worksheet.headerRows)") }
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
}

/// `docProps/core.xml`, `docProps/app.xml` and `docProps/custom.xml`.
///
/// No time is written, so that the same table gives the same bytes.
enum DocumentPropertiesWriter {
  static func core(_ properties: DocumentProperties) -> String {
    var part = "<cp:coreProperties"
    part += " xmlns:cp=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\""
    part += " xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    for (name, value) in [
      ("title", properties.title), ("subject", properties.subject), ("creator", properties.creator),
      ("description", properties.description),
    ] { if let value { part += "<dc:\(name)>\(XMLText.escaped(value))</dc:\(name)>" } }
    return XMLPart.text(part + "</cp:coreProperties>")
  }

  static func application() -> String {
    XMLPart.text(
      "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/extended-properties\">"
        + "<Application>nstack-review</Application></Properties>")
  }

  static func custom(_ properties: DocumentProperties) -> String {
    var part = "<Properties xmlns=\"http://schemas.openxmlformats.org/officeDocument/2006/custom-properties\""
    part += " xmlns:vt=\"http://schemas.openxmlformats.org/officeDocument/2006/docPropsVTypes\">"
    for (index, property) in properties.custom.enumerated() {
      // The set of user-defined properties, whose numbers start at 2 ([MS-OLEPS] 2.25.1).
      part += "<property fmtid=\"{D5CDD505-2E9C-101B-9397-08002B2CF9AE}\" pid=\"\(index + 2)\""
      part += " name=\"\(XMLText.escaped(property.name))\">"
      part += "<vt:lpwstr>\(XMLText.escaped(property.value))</vt:lpwstr></property>"
    }
    return XMLPart.text(part + "</Properties>")
  }
}
