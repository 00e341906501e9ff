import Spreadsheet

/// A file format in which review sheets are written and read.
///
/// The list of formats is ``allCases``. A new format is a folder with a `SheetCoding` or an `ExchangeCoding`, and one
/// line in that list.
public struct SheetFormat: Sendable {
  /// An XLSX workbook.
  public static let xlsx = SheetFormat(WorkbookSheetCoding())
  /// Comma-separated values.
  public static let csv = SheetFormat(DelimitedSheetCoding(format: .csv, delimiter: nil))
  /// Tab-separated values.
  public static let tsv = SheetFormat(DelimitedSheetCoding(format: .tsv, delimiter: UInt8(ascii: "\t")))

  /// XLIFF, for CAT tools.
  public static let xliff = SheetFormat(XLIFFSheetCoding())

  /// PO (GNU gettext), for editors such as Poedit.
  public static let po = SheetFormat(POSheetCoding())

  /// Every format, in the order in which messages list them.
  public static let allCases: [SheetFormat] = [.xlsx, .csv, .tsv, .xliff, .po]

  let coding: any SheetCoding

  init(_ coding: any SheetCoding) {
    self.coding = coding
  }

  /// The name of the format, which is also the extension of its files: `xlsx`.
  public var name: String { coding.name }

  /// Whether each row is beside its source text, whose locale then needs no rows of its own.
  public var showsSource: Bool { coding is any ExchangeCoding }

  /// Whether a file has one locale, so that a sheet with several takes a file for each.
  public var hasOneLocale: Bool { coding.hasOneLocale }

  /// Creates the format of a file name, by its extension in upper or lower case; nil if it names none.
  public init?(extensionOf path: String) {
    self.init(extensionOf: path, among: Self.allCases)
  }

  /// The same among other formats.
  init?(extensionOf path: String, among formats: [SheetFormat]) {
    self.init(path, among: formats, by: \.extensions)
  }

  private init?(_ path: String, among formats: [SheetFormat], by extensions: (any SheetCoding) -> [String]) {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    guard let point = name.lastIndex(of: ".") else { return nil }
    let found = name[name.index(after: point)...].lowercased()
    guard let format = formats.first(where: { extensions($0.coding).contains(found) }) else { return nil }
    self = format
  }

  /// Creates the exchange format of a file that came back, such as XLIFF, also by the extension of a dialect; nil for a
  /// table or another name.
  package init?(exchangeOf path: String) {
    self.init(exchangeOf: path, among: Self.allCases)
  }

  private init?(exchangeOf path: String, among formats: [SheetFormat]) {
    self.init(path, among: formats) { coding in
      (coding as? any ExchangeCoding).map { $0.extensions + $0.dialects } ?? []
    }
  }

  /// The exchange format of a file name; nil for a table, whose contents decide its format when it is read.
  static func exchange(ofFileNamed path: String, among formats: [SheetFormat]) -> (any ExchangeCoding)? {
    SheetFormat(exchangeOf: path, among: formats)?.coding as? any ExchangeCoding
  }
}

extension SheetFormat: Hashable {
  /// Whether both have the same name.
  public static func == (left: SheetFormat, right: SheetFormat) -> Bool { left.name == right.name }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
