/// The workbook part: the sheets in the order of their tabs, and how dates are counted (ECMA-376 Part 1, 18.2).
struct WorkbookPart {
  /// A sheet of any kind.
  struct Sheet {
    let name: String
    let relationshipID: String?
    let visibility: Worksheet.Visibility
  }

  let sheets: [Sheet]
  /// Whether dates count from 1904 instead of 1900.
  let usesDates1904: Bool

  /// Reads the part.
  ///
  /// - Throws: `xlsx.not-a-workbook`, `limit.worksheets` and the codes of ``PackageParts``.
  init(_ part: String, in parts: PackageParts) throws(SpreadsheetError) {
    let reader = WorkbookReader(limit: parts.limits.worksheets, faults: parts.faults)
    _ = try parts.read(part, with: reader)
    sheets = reader.sheets
    usesDates1904 = reader.usesDates1904
  }
}

/// Collects the sheets of a workbook part.
private final class WorkbookReader: XMLElementReader {
  private(set) var sheets: [WorkbookPart.Sheet] = []
  private(set) var usesDates1904 = false
  private let limit: Int
  private let faults: XLSXFaults
  private var isInSheets = false

  init(limit: Int, faults: XLSXFaults) {
    self.limit = limit
    self.faults = faults
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) throws(SpreadsheetError) {
    switch element.depth {
    case 1:
      if !element.is("workbook", in: .spreadsheet) {
        throw SpreadsheetError(
          .xlsxNotAWorkbook, "the file is an Office document, but not a workbook.",
          hint: "Save it from a spreadsheet program as XLSX.")
      }
    case 2:
      isInSheets = element.is("sheets", in: .spreadsheet)
      if element.is("workbookPr", in: .spreadsheet) { usesDates1904 = attributes.flag("date1904") ?? false }
    case 3 where isInSheets && element.is("sheet", in: .spreadsheet):
      if sheets.count == limit {
        throw .limit(.limitWorksheets, "the workbook has more than \(limit) worksheets.", raise: "worksheets")
      }
      sheets.append(
        WorkbookPart.Sheet(
          name: attributes.text("name") ?? "", relationshipID: attributes.text("id", in: .documentRelationships),
          visibility: attributes.text("state").flatMap(Worksheet.Visibility.init(rawValue:)) ?? .visible))
    default:
      guard element.is("sheet", in: .spreadsheet) else { return }
      let error = faults.meet(.hiddenCells) {
        .hidden(
          .hiddenCells,
          "the worksheet \"\(attributes.text("name") ?? "")\" is named outside the list of worksheets.",
          place: .init())
      }
      if let error { throw error }
    }
  }
}
