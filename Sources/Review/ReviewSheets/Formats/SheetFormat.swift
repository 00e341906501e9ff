import Spreadsheet

/// A file format in which review sheets are written and read.
///
/// A new format is a folder with a `SheetCoding` or an `ExchangeCoding`, and one case here.
public enum SheetFormat: String, CaseIterable, Codable, Sendable {
  /// An XLSX workbook.
  case xlsx
  /// Comma-separated values.
  case csv
  /// Tab-separated values.
  case tsv
  /// XLIFF, for CAT tools.
  case xliff = "xlf"
  /// PO (GNU gettext), for editors such as Poedit.
  case po
  /// A web page with the sheet, which is its own editor.
  case html

  package var coding: any SheetCoding {
    switch self {
    case .xlsx, .csv, .tsv, .html: TableSheetCoding(format: self)
    case .xliff: XLIFFSheetCoding()
    case .po: POSheetCoding()
    }
  }

  /// How the format's files are read, if they are not tables.
  var exchangeCoding: (any ExchangeCoding)? { coding as? any ExchangeCoding }

  /// The name of the format, which is also the extension of its files: `xlsx`.
  public var name: String { rawValue }

  /// Whether each row shows its source text, so that the source locale needs no rows.
  package var showsSource: Bool { self == .xliff || self == .po }

  /// Whether a file has one locale, so that a sheet with several needs a file for each.
  package var hasOneLocale: Bool { self == .po }

  /// Creates the format of a file name, by its extension in upper or lower case; nil if it names none.
  package init?(extensionOf path: String) { self.init(path) { $0 == .xliff ? ["xlf", "xliff"] : [$0.name] } }

  /// Creates the exchange format of a returned file, such as XLIFF, by its extension or that of a dialect; nil for any
  /// other name. Tables are recognised by their contents, so they give nil too.
  package init?(exchangeOf path: String) {
    self.init(path) { format in
      switch format {
      case .xlsx, .csv, .tsv, .html: []
      case .xliff: ["xlf", "xliff", "sdlxliff", "mqxliff", "mxliff"]
      case .po: ["po"]
      }
    }
  }

  private init?(_ path: String, by extensions: (SheetFormat) -> [String]) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let point = name.lastIndex(of: ".") else { return nil }
    let found = name[name.index(after: point)...].lowercased()
    guard let format = Self.allCases.first(where: { extensions($0).contains(found) }) else { return nil }
    self = format
  }
}
