/// A small workbook of whose parts each can be replaced.
///
/// Holds one worksheet, `Sheet1`, whose only cell says `kept`, unless told otherwise.
struct WorkbookFile {
  static let sheet = "xl/worksheets/sheet1.xml"
  static let strings = "xl/sharedStrings.xml"
  static let styles = "xl/styles.xml"
  static let workbook = "xl/workbook.xml"
  static let workbookRelationships = "xl/_rels/workbook.xml.rels"
  static let packageRelationships = "_rels/.rels"
  static let contentTypes = "[Content_Types].xml"
  static let core = "docProps/core.xml"

  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let package = "http://schemas.openxmlformats.org/package/2006"
  static let keptRow = #"<row r="1"><c r="A1" t="inlineStr"><is><t>kept</t></is></c></row>"#

  private(set) var parts: [(name: String, bytes: [UInt8])]

  init(rows: String = keptRow) {
    let plain = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    parts = [
      (Self.contentTypes, plain + Self.types()), (Self.packageRelationships, plain + Self.packageTargets()),
      (Self.workbook, plain + Self.workbookXML()), (Self.workbookRelationships, plain + Self.targets()),
      (Self.sheet, plain + Self.worksheet(rows)),
    ].map { ($0.0, Array($0.1.utf8)) }
  }

  /// The workbook with a part replaced or added.
  func with(_ name: String, _ xml: String) -> WorkbookFile {
    with(name, Array(xml.utf8))
  }

  func with(_ name: String, _ bytes: [UInt8]) -> WorkbookFile {
    var file = self
    if let index = parts.firstIndex(where: { $0.name == name }) {
      file.parts[index].bytes = bytes
    } else {
      file.parts.append((name, bytes))
    }
    return file
  }

  /// The workbook with a table of shared strings, given as its items.
  func with(strings items: String) -> WorkbookFile {
    with(Self.strings, #"<sst xmlns="\#(Self.main)">\#(items)</sst>"#)
      .with(
        Self.workbookRelationships, Self.targets(more: Self.relationship("rId2", "sharedStrings", "sharedStrings.xml")))
  }

  /// The workbook with a styles part, given as what is in it.
  func with(styles content: String) -> WorkbookFile {
    with(Self.styles, #"<styleSheet xmlns="\#(Self.main)">\#(content)</styleSheet>"#)
      .with(Self.workbookRelationships, Self.targets(more: Self.relationship("rId3", "styles", "styles.xml")))
  }

  var container: ZIPContainer { ZIPContainer(entries: parts.map { ZIPContainer.Entry($0.name, $0.bytes) }) }

  var bytes: [UInt8] { container.bytes }

  /// The container with one part that is a piece repeated between a start and an end.
  func repeating(
    _ piece: String, count: Int, between start: String, and end: String, in part: String = sheet
  ) -> ZIPContainer {
    let (data, checksum, size) = Deflate.repeating(
      Array(piece.utf8), count: count, between: Array(start.utf8), and: Array(end.utf8))
    var container = self.container
    if !parts.contains(where: { $0.name == part }) { container.entries.append(.init(part, [])) }
    return container.changing(part) {
      $0.data = data
      $0.checksum = checksum
      $0.size = size
    }
  }

  static let sheetStart = #"<worksheet xmlns="\#(main)"><sheetData>"#
  static let sheetEnd = "</sheetData></worksheet>"

  static func worksheet(_ rows: String) -> String { sheetStart + rows + sheetEnd }

  static func workbookXML(sheets: String = #"<sheet name="Sheet1" sheetId="1" r:id="rId1"/>"#) -> String {
    #"<workbook xmlns="\#(main)" xmlns:r="\#(office)"><sheets>\#(sheets)</sheets></workbook>"#
  }

  static func types(more: String = "") -> String {
    let main = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    let sheet = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    return #"<Types xmlns="\#(package)/content-types">"#
      + #"<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>"#
      + #"<Default Extension="xml" ContentType="application/xml"/>"#
      + #"<Override PartName="/xl/workbook.xml" ContentType="\#(main)"/>"#
      + #"<Override PartName="/xl/worksheets/sheet1.xml" ContentType="\#(sheet)"/>\#(more)</Types>"#
  }

  static func packageTargets(workbook: String = "xl/workbook.xml", more: String = "") -> String {
    relationships(relationship("rId1", "officeDocument", workbook) + more)
  }

  static func targets(sheet: String = "worksheets/sheet1.xml", more: String = "") -> String {
    relationships(relationship("rId1", "worksheet", sheet) + more)
  }

  static func relationships(_ content: String) -> String {
    #"<Relationships xmlns="\#(package)/relationships">\#(content)</Relationships>"#
  }

  static func relationship(_ id: String, _ kind: String, _ target: String, _ more: String = "") -> String {
    #"<Relationship Id="\#(id)" Type="\#(office)/\#(kind)" Target="\#(target)"\#(more)/>"#
  }
}
