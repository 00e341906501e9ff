package import Basics
import NStackAPI
package import Spreadsheet

/// The page of a review in one file, which shows and edits the rows that it contains.
package struct SheetPage: Sendable {
  /// The page up to its data.
  private let start: @Sendable () -> [UInt8]
  /// The page after its data.
  private let end: @Sendable () -> [UInt8]
  /// The members of the data that only the page uses, besides those that describe the sheet.
  private let members: @Sendable () -> [(String, JSONValue)]

  /// A page that only says to open it in a browser.
  package static let plain = SheetPage(start: TablePage.plain.start, end: TablePage.plain.end) { [] }

  /// The page is put together only when a sheet is written as one.
  package init(
    start: @autoclosure @escaping @Sendable () -> [UInt8], end: @autoclosure @escaping @Sendable () -> [UInt8],
    members: @escaping @Sendable () -> [(String, JSONValue)]
  ) { (self.start, self.end, self.members) = (start, end, members) }

  /// The page around a sheet.
  ///
  /// - Parameter properties: Where the sheet comes from, as a workbook says it.
  func around(_ sheet: ReviewSheet, _ properties: DocumentProperties) -> TablePage {
    let locales = sheet.languages.map { language -> JSONValue in
      let described = sheet.catalog.languages[language]
      return [
        "locale": described.locale, "name": described.name,
        "direction": described.direction == .rightToLeft ? "rtl" : "ltr",
      ]
    }
    let source = sheet.shownSourceLanguage.map { sheet.catalog.languages[$0].locale }
    return TablePage(
      start: start(), end: end(),
      members: [("sheet", Self.described(properties, locales: .array(locales), source: source))] + members()
        + Self.shown(sheet))
  }

  /// What the page shows beside the cells: the texts that were reviewed, by locale and section, and the pictures.
  private static func shown(_ sheet: ReviewSheet) -> [(String, JSONValue)] {
    let catalog = sheet.catalog
    let reviewed = sheet.extras.reviewed.map { reviewed in
      sheet.languages.map { language -> (String, JSONValue) in
        let keys = sheet.keys.filter { key in
          reviewed.contains(keyAt: key, inLanguageAt: language)
            && sheet.rowCount(ofKeyAt: key, inLanguageAt: language) > 0
        }
        let sections = Dictionary(grouping: keys.map { catalog.keys[$0] }) { ExactText($0.section) }
        let members = sections.sorted { $0.key < $1.key }.map { ($0.key.string, $0.value.map(\.key).json) }
        return (catalog.languages[language].locale, .object(members))
      }
    }
    let pictures = sheet.screenshots.compactMap { name in
      sheet.extras.pictures[name].map { (name, JSONValue.string($0)) }
    }
    return [("reviewed", reviewed.map(JSONValue.object)), ("pictures", pictures.isEmpty ? nil : .object(pictures))]
      .compactMap { name, value in value.map { (name, $0) } }
  }

  /// The page around the rows of another file, which names no locales but those of its rows.
  package func around(_ properties: DocumentProperties) -> TablePage {
    TablePage(
      start: start(), end: end(),
      members: [("sheet", Self.described(properties, locales: .array([]), source: nil))] + members())
  }

  private static func described(_ properties: DocumentProperties, locales: JSONValue, source: String?) -> JSONValue {
    func value(_ property: SheetProperty) -> String? { properties.customValue(named: property.rawValue) }
    let rows = value(.rows).map { ExportedRowCounts(text: $0).counts.reduce(0) { $0 + $1.rows } }
    let scope: JSONValue = ["application": value(.application), "platform": value(.platform), "origin": value(.origin)]
    return [
      "id": value(.sheetID), "scope": scope, "exportedAt": value(.exportedAt), "agency": value(.agency),
      "due": value(.due), "locales": locales, "source": source, "rows": rows, "language": nil,
    ]
  }
}
