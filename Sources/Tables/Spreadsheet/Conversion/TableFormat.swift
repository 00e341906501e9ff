/// A file format in which tables are written, named by its extension.
public enum TableFormat: String, CaseIterable, Sendable {
  /// Office Open XML workbook.
  case xlsx
  /// Comma-separated text.
  case csv
  /// Tab-separated text.
  case tsv
  /// JSON in the shape of `JSONTableWriter`.
  case json
  /// A web page that shows and edits the table.
  case html

  /// Creates the format in which a table is written to a path: the one that its extension names, in upper or lower
  /// case; nil if it names none.
  package init?(extensionOf path: String) { self.init(rawValue: Self.lowercasedExtension(of: path)) }

  /// Creates the format that a file of this name should have, including extensions that are only read (`.xlsm`, `.txt`); nil if
  /// there is none. When the file is read, its contents decide.
  package init?(ofFileNamed path: String) {
    switch Self.lowercasedExtension(of: path) {
    // Workbooks with macros; templates, without and with macros.
    case "xlsm", "xltx", "xltm": self = .xlsx
    case "txt": self = .csv
    case "htm": self = .html
    case let name: self.init(rawValue: name)
    }
  }

  /// Whether a file of this name should be a spreadsheet, in a format that is read or in one that is only recognised (`.xls`,
  /// `.ods`; archives and links, such as `.zip` and `.gsheet`, too). Extensions that other files have too, such as `.txt`,
  /// `.json` and `.html`, do not count.
  package static func isSpreadsheet(named path: String) -> Bool {
    let name = lowercasedExtension(of: path)
    if FileSignature.spreadsheetExtensions.contains(name) { return true }
    return name != "txt" && ![nil, .json, .html].contains(TableFormat(ofFileNamed: path))
  }

  /// Whether files of the format are text with a byte between the fields, so that ``CSVReadingOptions`` apply to them.
  package var isDelimited: Bool { self == .csv || self == .tsv }

  /// Whether a file has one table, so that several worksheets need a file for each.
  var hasOneTable: Bool { isDelimited || self == .html }

  static func lowercasedExtension(of path: String) -> String {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }
}
