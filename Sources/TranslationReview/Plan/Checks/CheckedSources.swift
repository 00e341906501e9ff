import Basics
import NStackAPI

/// Finds the source texts that checks compare with: the server's, else those in the sheet.
struct CheckedSources: Sendable {
  /// The source texts of a row.
  struct Found {
    /// The source text; nil if it is not known.
    var text: String?
    /// The source text of the plural's `other` form, if the key names another one.
    var otherForm: String?
    /// Whether it is not known if there is such a form.
    var isOtherFormUnknown = false
    /// Whether the row is in the source locale.
    var isSource = false
  }

  /// The source texts of the `other` forms in a sheet.
  private let otherForms: [TextKey: String]

  /// Creates the source texts of plans that have a server.
  init() {
    otherForms = [:]
  }

  /// Creates the source texts of a sheet without a server.
  init(of rows: [ReturnedRow]) {
    otherForms = Dictionary(
      rows.lazy.filter { PluralCategory(endOf: $0.text.key) == .other }.compactMap { row in
        Self.inSheet(row).map { (TextKey(row.text), $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the source texts of a row.
  func sources(of row: ReturnedRow, _ catalog: Catalog) -> Found {
    var found = Found(text: Self.inSheet(row))
    let other = PluralCategory.otherForm(ofKey: row.text.key).map { TextKey(section: row.text.section, key: $0) }
    guard let language = catalog.languages.firstIndex(where: \.isDefault) else {
      found.otherForm = other.flatMap { otherForms[$0] }
      found.isOtherFormUnknown = found.otherForm == nil
      // Rows in the source locale say so in their base. Sheets of earlier versions say it only beside source values.
      found.isSource = row.base.map { $0.sourceLocale == RowBase.hash(ofLocale: row.text.locale) } ?? false
      return found
    }
    let value = { (key: TextKey) -> String? in
      let value = catalog.keyIndex(of: key).map { catalog.value(ofKeyAt: $0, inLanguageAt: language) }
      return value.flatMap { $0.isEmpty ? nil : LineEnds.normalized($0) }
    }
    found.text = value(TextKey(row.text)) ?? found.text
    found.otherForm = other.flatMap(value)
    found.isSource = catalog.languageIndex(ofLocale: row.text.locale) == language
    return found
  }

  /// The source text that a row has in its sheet: the visible one, else the hidden one for checks.
  private static func inSheet(_ row: ReturnedRow) -> String? {
    [row.sourceValue, row.sourceText].compactMap(\.self).first { !$0.isEmpty }.map(LineEnds.normalized)
  }
}
