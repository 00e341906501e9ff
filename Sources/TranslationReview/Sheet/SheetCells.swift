import NStackAPI
import Spreadsheet

/// Fills rows with the cells of a sheet's rows: from the catalog's bytes where these are enough, as for nearly all.
struct SheetCells {
  private let sheet: ReviewSheet
  private var line = SheetLine.text(key: 0, language: 0, proposal: nil)
  /// Whether every row may have cells that only its strings tell.
  private let isRich: Bool
  /// The row with its strings, once a cell has needed it.
  private var made: ReviewRow?

  init(_ sheet: ReviewSheet) {
    self.sheet = sheet
    isRich = sheet.extras.contexts != nil || !sheet.extras.notes.isEmpty
  }

  /// Goes on to a row.
  mutating func take(_ line: SheetLine) {
    self.line = line
    if made != nil { made = nil }
  }

  /// The language of the row, as a place in the catalog's; nil where the catalog does not know it.
  mutating func language() -> Int? {
    if case .text(_, let language, _) = line { return language }
    return sheet.catalog.languageIndex(ofLocale: strings().text.locale)
  }

  /// Whether the row shows a proposal that this profile may delete.
  mutating func isDeletable() -> Bool {
    if case .text(_, _, nil) = line { return false }
    return strings().deletable == true
  }

  /// Whether a column may hold something in the row; only the style of those that do not is asked.
  func mayHold(_ column: ReviewColumn) -> Bool {
    guard !isRich, case .text(let key, _, nil) = line else { return true }
    switch column {
    case .section, .key, .locale, .sourceValue, .currentValue, .base: return true
    case .placeholder1, .placeholder2, .placeholder3, .placeholder4: return !sheet.placeholders[key].isEmpty
    default: return false
    }
  }

  /// Appends the bytes of a cell to those of a row.
  mutating func append(_ column: ReviewColumn, to row: Row) {
    if case .text(let key, let language, let proposal) = line {
      let catalog = sheet.catalog
      switch column {
      case .section: return row.appendBytes(catalog.keys[key].section)
      case .key: return row.appendBytes(catalog.keys[key].key)
      case .locale: return row.appendBytes(catalog.languages[language].locale)
      case .sourceValue:
        guard let source = sheet.sourceLanguage else { return }
        return catalog.withUTF8(ofKeyAt: key, inLanguageAt: source) { CellText.append($0, to: row) }
      case .currentValue:
        return catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { CellText.append($0, to: row) }
      case .base where proposal == nil:
        return sheet.base(ofKeyAt: key, inLanguageAt: language, proposal: nil).appendText(to: row)
      default: break
      }
    }
    if column == .base {
      strings().base?.appendText(to: row)
    } else if mayHold(column) {
      row.appendBytes(strings().cell(column))
    }
  }

  private mutating func strings() -> ReviewRow {
    if let made { return made }
    let row = sheet.row(of: line)
    made = row
    return row
  }
}

extension Row {
  /// Appends bytes to the cell being filled.
  fileprivate func appendBytes(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      if let start = utf8.baseAddress { storage.pointee.appendBytes(start, count: utf8.count) }
    }
  }
}
