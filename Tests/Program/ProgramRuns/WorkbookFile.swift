/// A small workbook of one worksheet, `Review`, of whose parts each can be replaced.
package struct WorkbookFile: Sendable {
  package static let sheet = "xl/worksheets/sheet1.xml"
  package static let strings = "xl/sharedStrings.xml"
  package static let styles = "xl/styles.xml"
  package static let workbook = "xl/workbook.xml"
  package static let workbookRelationships = "xl/_rels/workbook.xml.rels"
  package static let packageRelationships = "_rels/.rels"
  package static let contentTypes = "[Content_Types].xml"

  package static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  package static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  package static let package = "http://schemas.openxmlformats.org/package/2006"

  /// The parts by name, in the order of the container.
  package private(set) var parts: [(name: String, bytes: [UInt8])] = []

  /// - Parameters:
  ///   - rows: What stands inside `sheetData`.
  ///   - sharedStrings: What stands inside `sst`; nil leaves the part out.
  ///   - styles: What stands inside `styleSheet`; nil leaves the part out.
  ///   - properties: The attributes of `workbookPr`.
  package init(
    _ rows: String, sharedStrings: String? = nil, styles: String? = nil, workbookProperties properties: String = ""
  ) {
    self[Self.contentTypes] = """
      <?xml version="1.0" encoding="UTF-8"?>
      <Types xmlns="\(Self.package)/content-types">\
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" \
      ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>
      """
    self[Self.packageRelationships] = Self.relationships(Self.relationship("rId1", "officeDocument", "xl/workbook.xml"))
    self[Self.workbook] = Self.workbookXML(properties: properties)
    self[Self.workbookRelationships] = Self.relationships(
      Self.relationship("rId1", "worksheet", "worksheets/sheet1.xml"))
    self[Self.sheet] = Self.worksheet(rows)
    if let sharedStrings { self = with(strings: sharedStrings) }
    if let styles { self = with(styles: styles) }
  }

  /// The text of a part; setting nil removes it.
  package subscript(name: String) -> String? {
    get { parts.first { $0.name == name }.map { String(decoding: $0.bytes, as: UTF8.self) } }
    set { if let newValue { self = with(name, Array(newValue.utf8)) } else { parts.removeAll { $0.name == name } } }
  }

  /// The workbook with a part replaced or added.
  package func with(_ name: String, _ bytes: [UInt8]) -> WorkbookFile {
    var file = self
    if let index = parts.firstIndex(where: { $0.name == name }) {
      file.parts[index].bytes = bytes
    } else {
      file.parts.append((name, bytes))
    }
    return file
  }

  package func with(_ name: String, _ xml: String) -> WorkbookFile { with(name, Array(xml.utf8)) }

  /// The workbook with another relationship of one of its parts of relationships.
  package func with(relationship: String, in name: String = workbookRelationships) -> WorkbookFile {
    with(name, self[name]?.replacing("</Relationships>", with: relationship + "</Relationships>") ?? "")
  }

  /// The workbook with a table of shared strings, given as its items.
  package func with(strings items: String) -> WorkbookFile {
    with(Self.strings, #"<sst xmlns="\#(Self.main)">\#(items)</sst>"#).with(
      relationship: Self.relationship("rId2", "sharedStrings", "sharedStrings.xml"))
  }

  /// The workbook with a styles part, given as what is in it.
  package func with(styles content: String) -> WorkbookFile {
    with(Self.styles, #"<styleSheet xmlns="\#(Self.main)">\#(content)</styleSheet>"#).with(
      relationship: Self.relationship("rId3", "styles", "styles.xml"))
  }

  /// The container with all parts stored.
  package var archive: ZIPArchiveBuilder { ZIPArchiveBuilder(parts.map { ZIPArchiveBuilder.Entry($0.name, $0.bytes) }) }

  package static let sheetStart = #"<worksheet xmlns="\#(main)"><sheetData>"#
  package static let sheetEnd = "</sheetData></worksheet>"

  package static func worksheet(_ rows: String) -> String { sheetStart + rows + sheetEnd }

  package static func workbookXML(
    sheets: String = #"<sheet name="Review" sheetId="1" r:id="rId1"/>"#, properties: String = ""
  ) -> String {
    #"<workbook xmlns="\#(main)" xmlns:r="\#(office)"><workbookPr \#(properties)/>"#
      + "<sheets>\(sheets)</sheets></workbook>"
  }

  package static func relationship(_ id: String, _ kind: String, _ target: String, mode: String = "Internal") -> String
  { #"<Relationship Id="\#(id)" Type="\#(office)/\#(kind)" Target="\#(target)" TargetMode="\#(mode)"/>"# }

  package static func relationships(_ content: String) -> String {
    #"<Relationships xmlns="\#(package)/relationships">\#(content)</Relationships>"#
  }
}
