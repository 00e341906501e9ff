extension TableFormat: CaseIterable, RawRepresentable {
  /// Every format, in the order in which messages list them.
  public static let allCases: [TableFormat] = [.xlsx, .csv, .tsv, .json]

  /// Creates the format of a name, such as `xlsx`; nil if there is none.
  public init?(rawValue: String) {
    guard let format = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = format
  }

  /// Creates the format in which a table is written to a path: the one that its extension names, in upper or lower
  /// case; nil if it names none.
  public init?(extensionOf path: String) {
    guard let name = Self.lowercasedExtension(of: path) else { return nil }
    self.init(rawValue: name)
  }

  /// Creates the format that a file of this name should have, also under extensions that are only read (`.xlsm`,
  /// `.txt`); nil if there is none. When the file is read, its contents decide.
  public init?(ofFileNamed path: String) {
    guard let name = Self.lowercasedExtension(of: path),
      let format = Self.allCases.first(where: { $0.isNamed(by: name) || $0.coding.sharedExtensions.contains(name) })
    else { return nil }
    self = format
  }

  /// Whether a file of this name should be a spreadsheet, in a format that is read or in one that is only recognised
  /// (`.xls`, `.ods`). Extensions that do not say so, such as `.txt` and `.json`, do not count.
  public static func isSpreadsheet(named path: String) -> Bool {
    guard let name = lowercasedExtension(of: path) else { return false }
    return FileSignature.spreadsheetExtensions.contains(name)
      || allCases.contains { !($0.coding is any NamedTableCoding) && $0.isNamed(by: name) }
  }

  /// Whether files of the format are text with a byte between the fields, so that ``CSVReadingOptions`` apply to them.
  public var isDelimited: Bool { coding is CSVTableCoding }

  private func isNamed(by name: String) -> Bool {
    rawValue == name || coding.otherExtensions.contains(name)
  }

  private static func lowercasedExtension(of path: String) -> String? {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    return name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() }
  }
}

extension TableFormat {
  /// Opens a document of any format. Its contents decide the format, unless its extension names one that contents do not
  /// tell.
  ///
  /// - Throws: The codes of ``SpreadsheetDocument`` and of the formats.
  static func document(path: String, options: TableOptions) throws(SpreadsheetError) -> any TableReading {
    let named = TableFormat(extensionOf: path)?.coding
    if let named = named as? any NamedTableCoding { return try named.document(path: path, options: options) }
    var csv = options[CSVReadingOptions.self] ?? CSVReadingOptions()
    if csv.delimiter == nil { csv.delimiter = (named as? CSVTableCoding)?.delimiter }
    let tolerance = options[XLSXTolerance.self] ?? .hiddenContents
    return switch try SpreadsheetDocument.open(path: path, csv: csv, limits: options.limits, tolerance: tolerance) {
    case .workbook(let workbook): XLSXTables(workbook: workbook)
    case .delimited(let document): CSVTable(document, path: path)
    }
  }
}
