import Spreadsheet

/// A text as a cell can hold it: in full, or, if it is too long, its beginning below a line that says so.
package struct CellText {
  /// How many characters of a text that is too long are shown.
  private static let shownCharacters = 1_000

  package let text: String
  package let hash: TextHash

  package static func hash(_ value: UnsafeBufferPointer<UInt8>) -> TextHash {
    // A text has at most as many UTF-16 units as UTF-8 bytes, so most need no counting.
    value.count <= SpreadsheetLimits.cellTextUnits
      ? TextHash(utf8: value) : CellText(String(decoding: value, as: UTF8.self)).hash
  }

  static func append(_ value: UnsafeBufferPointer<UInt8>, to row: Row) {
    if value.count > SpreadsheetLimits.cellTextUnits {
      var text = CellText(String(decoding: value, as: UTF8.self)).text
      text.withUTF8 { row.appendBytes($0) }
    } else {
      row.appendBytes(value)
    }
  }

  package init(_ value: String) {
    if value.utf8.count <= SpreadsheetLimits.cellTextUnits || value.utf16.count <= SpreadsheetLimits.cellTextUnits {
      text = value
      hash = TextHash(value)
    } else {
      text =
        "[TOO LONG FOR A CELL: \(value.utf16.count) characters, the limit is \(SpreadsheetLimits.cellTextUnits). "
        + "Edit this text in NStack; it cannot be proposed from this sheet.]\n" + value.prefix(Self.shownCharacters)
        + "…"
      hash = .tooLong
    }
  }
}

extension Catalog {
  package func valueHash(ofKeyAt key: Int, inLanguageAt language: Int) -> TextHash {
    withUTF8(ofKeyAt: key, inLanguageAt: language, CellText.hash)
  }
}
