/// The workbook part: the sheets in the order of their tabs, and how dates are counted (ECMA-376 Part 1, 18.2).
final class WorkbookPart: XMLElementReader {
  /// The sheets with the numbers of their relationships.
  private(set) var sheets: [(sheet: Worksheet, relationshipID: String?)] = []
  private(set) var usesDates1904 = false
  private let limit: Int
  private let faults: XLSXFaults
  private var isInSheets = false

  init(_ part: String, in parts: PackageParts) throws(SpreadsheetError) {
    limit = parts.limits.worksheets
    faults = parts.faults
    _ = try parts.read(part, with: self)
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
        (
          Worksheet(
            name: attributes.text("name") ?? "",
            visibility: attributes.text("state").flatMap(Worksheet.Visibility.init(rawValue:)) ?? .visible),
          attributes.text("id", in: .documentRelationships)
        ))
    default:
      guard element.is("sheet", in: .spreadsheet) else { return }
      let error = faults.report(.hiddenCells) {
        .hidden(
          .hiddenCells, "the worksheet \"\(attributes.text("name") ?? "")\" is outside the list of worksheets.",
          place: .init())
      }
      if let error { throw error }
    }
  }
}

extension XLSXWorkbook {
  private static let mostBytes: UInt64 = 64 << 20

  /// Warnings about the sheets other than worksheets that have cells, and about those that have no part.
  func otherSheetWarnings() -> [TableWarning] {
    var bytesLeft = Self.mostBytes
    return otherSheets.compactMap { sheet in
      let start = "the \(Self.noun(sheet.relationship?.kind)) \"\(sheet.name)\""
      guard let relationship = sheet.relationship else {
        return warning(.xlsxOtherSheet, "\(start) has no part in the file, and was skipped.", sheet.name)
      }
      do throws(SpreadsheetError) {
        guard let count = try cellCount(of: relationship, &bytesLeft) else {
          return warning(.xlsxOtherSheet, "\(start) was skipped, and is too large to check for cells.", sheet.name)
        }
        if count == 0 { return nil }
        let cells = count == 1 ? "a cell, which was" : "\(count) cells, which were"
        return warning(.xlsxOtherSheet, "\(start) has \(cells) skipped.", sheet.name)
      } catch { return warning(error.code, "\(start) was skipped, and cannot be read: \(error.message)", sheet.name) }
    }
  }

  private static func noun(_ kind: String?) -> String {
    switch kind {
    case nil: "sheet"
    case "chartsheet": "chart sheet"
    case "dialogsheet": "dialog sheet"
    // The macro sheets of Excel 4, in English and in other languages.
    case "xlMacrosheet", "xlIntlMacrosheet": "macro sheet"
    default: "sheet of another kind"
    }
  }

  /// How many cells of a sheet have a value or a formula; nil if the sheet has too many bytes.
  private func cellCount(of relationship: Relationship, _ bytesLeft: inout UInt64) throws(SpreadsheetError) -> Int? {
    let part = try relationships.partName(of: relationship, in: parts)
    let size = parts.archive.entry(named: part)?.size ?? 0
    if size > bytesLeft { return nil }
    bytesLeft -= size
    let reader = CellCountReader()
    _ = try parts.read(part, with: reader)
    return reader.count
  }

  private func warning(_ code: SpreadsheetError.Code, _ message: String, _ sheet: String) -> TableWarning {
    TableWarning(code: code, message: message, places: [.init(worksheet: sheet)], count: 1)
  }
}

private final class CellCountReader: XMLElementReader {
  private(set) var count = 0
  private var isInCell = false

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    if element.is("c", in: .spreadsheet) {
      isInCell = true
    } else if isInCell, ["v", "f", "is"].contains(where: { element.is($0, in: .spreadsheet) }) {
      isInCell = false
      count += 1
    }
  }
}

/// Reads the core and the custom properties of a package (ECMA-376 Part 2, 8.3; Part 1, 22.3).
final class DocumentPropertiesReader: XMLElementReader {
  private static let longest = 1 << 20
  private static let most = 10_000

  private var properties = DocumentProperties()
  private var name: String?
  /// The text of a property, collected up to a size that no typed text reaches.
  private var value: [UInt8]?

  static func properties(_ relationships: Relationships, in parts: PackageParts) throws(SpreadsheetError)
    -> DocumentProperties
  {
    let reader = DocumentPropertiesReader()
    for kind in ["core-properties", "custom-properties"] {
      guard let relationship = relationships.all(kind).first, !relationship.isExternal,
        let name = Relationships.partName(relationship.target, from: relationships.source)
      else { continue }
      _ = try parts.read(name, with: reader)
    }
    return reader.properties
  }

  func start(_ element: XMLElement, _ attributes: XMLAttributes) {
    value = nil
    if element.depth == 2 {
      name = element.is("property", in: .customProperties) ? attributes.text("name") : nil
      if name == nil { value = [] }
    } else if element.depth == 3, name != nil {
      value = []
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(SpreadsheetError) {
    value?.append(contentsOf: bytes)
    if value?.count ?? 0 > Self.longest {
      throw SpreadsheetError(.limitProperty, "a document property is longer than \(Self.longest) bytes.")
    }
  }

  func end(_ element: XMLElement) throws(SpreadsheetError) {
    guard let text = value.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    value = nil
    if let name {
      if properties.custom.count == Self.most {
        throw SpreadsheetError(.limitProperty, "there are more than \(Self.most) document properties.")
      }
      properties.custom.append((name, text))
    }
    if element.is("title", in: .dublinCore) { properties.title = text }
    if element.is("subject", in: .dublinCore) { properties.subject = text }
    if element.is("creator", in: .dublinCore) { properties.creator = text }
    if element.is("description", in: .dublinCore) { properties.description = text }
    if element.is("lastModifiedBy", in: .coreProperties) { properties.lastModifiedBy = text }
    if element.is("modified", in: .dublinCoreTerms) { properties.modified = text }
  }
}
