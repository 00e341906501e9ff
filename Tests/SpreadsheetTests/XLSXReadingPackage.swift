import Basics
import ProgramRuns
import Testing

@testable import Spreadsheet

/// A file that is there as long as this is.
final class TemporaryFile {
  private let directory: Folder
  let path: String

  init(_ bytes: [UInt8], name: String = "test.xlsx") throws {
    directory = try Folder()
    path = try directory.write(bytes, to: name)
  }
}

/// A small workbook, made by hand part by part.
struct XLSXReadingPackage {
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  static let package = "http://schemas.openxmlformats.org/package/2006"

  /// The parts by name, in the order of the container.
  var parts: [(name: String, text: String)]

  /// A workbook of one worksheet.
  ///
  /// - Parameters:
  ///   - sheetData: What stands inside `sheetData`.
  ///   - sharedStrings: What stands inside `sst`; nil leaves the part out.
  ///   - styles: What stands inside `styleSheet`; nil leaves the part out.
  ///   - workbookProperties: The attributes of `workbookPr`.
  init(
    _ sheetData: String, sharedStrings: String? = nil, styles: String? = nil, workbookProperties: String = ""
  ) {
    let main = Self.main
    let office = Self.office
    var relationships = Self.relationship("rId1", "worksheet", "worksheets/sheet1.xml")
    var more: [(String, String)] = []
    if let sharedStrings {
      relationships += Self.relationship("rId2", "sharedStrings", "sharedStrings.xml")
      more.append(("xl/sharedStrings.xml", "<sst xmlns=\"\(main)\">\(sharedStrings)</sst>"))
    }
    if let styles {
      relationships += Self.relationship("rId3", "styles", "styles.xml")
      more.append(("xl/styles.xml", "<styleSheet xmlns=\"\(main)\">\(styles)</styleSheet>"))
    }
    parts = [
      (
        "[Content_Types].xml",
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <Types xmlns="\(Self.package)/content-types"><Default Extension="xml" ContentType="application/xml"/>\
        <Override PartName="/xl/workbook.xml" \
        ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>
        """
      ),
      ("_rels/.rels", Self.relationships(Self.relationship("rId1", "officeDocument", "xl/workbook.xml"))),
      (
        "xl/workbook.xml",
        """
        <workbook xmlns="\(main)" xmlns:r="\(office)"><workbookPr \(workbookProperties)/>\
        <sheets><sheet name="Review" sheetId="1" r:id="rId1"/></sheets></workbook>
        """
      ),
      ("xl/_rels/workbook.xml.rels", Self.relationships(relationships)),
      ("xl/worksheets/sheet1.xml", Self.worksheet(sheetData)),
    ]
    parts += more
  }

  static func worksheet(_ sheetData: String) -> String {
    "<worksheet xmlns=\"\(main)\"><sheetData>\(sheetData)</sheetData></worksheet>"
  }

  static func relationship(_ id: String, _ kind: String, _ target: String, mode: String = "Internal") -> String {
    "<Relationship Id=\"\(id)\" Type=\"\(office)/\(kind)\" Target=\"\(target)\" TargetMode=\"\(mode)\"/>"
  }

  static func relationships(_ relationships: String) -> String {
    "<Relationships xmlns=\"\(package)/relationships\">\(relationships)</Relationships>"
  }

  /// The text of a part; setting nil removes it.
  subscript(name: String) -> String? {
    get { parts.first { $0.name == name }?.text }
    set {
      let index = parts.firstIndex { $0.name == name }
      switch (index, newValue) {
      case (let index?, let text?): parts[index].text = text
      case (let index?, nil): parts.remove(at: index)
      case (nil, let text?): parts.append((name, text))
      case (nil, nil): break
      }
    }
  }

  /// The container with all parts stored.
  var archive: ZIPArchiveBuilder {
    ZIPArchiveBuilder(parts.map { ZIPArchiveBuilder.Entry($0.name, $0.text) })
  }

  /// All cells as ``cells(of:limits:)`` lists them.
  func cells(limits: SpreadsheetLimits = .init()) throws -> [String] {
    try Self.cells(of: archive.bytes, limits: limits)
  }

  /// The error that opening the workbook and reading its worksheets ends with.
  func failure(limits: SpreadsheetLimits = .init()) -> SpreadsheetError? {
    Self.failure(of: archive.bytes, limits: limits)
  }

  /// All cells of the first worksheet in the order of the file, as `A1 text hello`; formulas as `A1 text= 3`, those
  /// without a result as `A1 text=? `, damaged texts as `A1 text! …`.
  static func cells(of bytes: [UInt8], limits: SpreadsheetLimits = .init()) throws -> [String] {
    let file = try TemporaryFile(bytes)
    let workbook = try XLSXWorkbook(path: file.path, limits: limits)
    var cells: [String] = []
    try workbook.readRows(ofWorksheetAt: 0) { row in
      for position in 0..<row.count {
        let cell = row[position]
        let name = CellName.cell(row: row.index, column: cell.column)
        let flags = (cell.isFormula ? "=" : "") + (cell.lacksResult ? "?" : "") + (cell.isDamaged ? "!" : "")
        cells.append("\(name) \(cell.kind)\(flags) \(row.text(of: cell))")
      }
    }
    return cells
  }

  static func failure(of bytes: [UInt8], limits: SpreadsheetLimits = .init()) -> SpreadsheetError? {
    spreadsheetError {
      let file = try TemporaryFile(bytes)
      let workbook = try XLSXWorkbook(path: file.path, limits: limits)
      for index in workbook.worksheets.indices { try workbook.readRows(ofWorksheetAt: index) { _ in } }
    }
  }
}

/// A limit that is lowered, and what the error then says.
struct LimitCase: Sendable, CustomTestStringConvertible {
  let code: String
  let number: String
  let name: String
  let limits: SpreadsheetLimits

  init(_ code: String, _ number: String, _ name: String, _ lower: (inout SpreadsheetLimits) -> Void) {
    var limits = SpreadsheetLimits()
    lower(&limits)
    self.code = code
    self.number = number
    self.name = name
    self.limits = limits
  }

  var testDescription: String { code }

  /// Expects that an error has the code and states the limit and the option that raises it.
  func expect(in failure: SpreadsheetError?) {
    #expect(failure?.code.rawValue == code)
    #expect(failure?.message.contains(number) == true, "\(failure?.message ?? "")")
    #expect(failure?.hint?.contains("`\(name)`") == true, "\(failure?.hint ?? "")")
  }
}
