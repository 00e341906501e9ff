/// How much of a file from outside is read before an error names the limit that was reached.
public struct SpreadsheetLimits: Sendable {
  /// Rows of a worksheet (ECMA-376; Excel's grid).
  package static let rows = 1_048_576
  /// Columns of a worksheet (ECMA-376; Excel's grid).
  package static let columns = 16_384
  /// UTF-16 code units of a text in a cell (Excel's specifications and limits).
  package static let cellTextUnits = 32_767

  /// Entries of a ZIP container. Default 1,000, as in Apache POI.
  public var zipEntries = 1_000
  /// Bytes of one part after inflation, counted while inflating. Default 1 GiB: a full worksheet of eleven columns is
  /// about 350 MiB.
  public var partSize = 1 << 30
  /// Bytes of all parts after inflation, and of the texts of all cells of a worksheet. Default 2 GiB.
  public var totalSize = 2 << 30
  /// How many bytes one compressed byte may become. Default 200, applied once ``ratioFloor`` is reached: Apache POI's limit of
  /// 100, applied from 100 KiB on, refuses real sheets.
  public var inflationRatio = 200
  /// How many bytes a part must have before ``inflationRatio`` applies; for all parts together, four times as many.
  /// Default 16 MiB.
  public var ratioFloor = 16 << 20
  /// Nested XML elements. Default 64: libxml2's own limit does not apply to its SAX interface.
  public var xmlDepth = 64
  /// Bytes between `<` and `>`. Default 64 KiB: 300,000 attributes in one tag keep libxml2 busy for 22 s.
  public var xmlTagLength = 64 << 10
  /// Worksheets of a workbook. Default 256.
  public var worksheets = 256
  /// Cells of a workbook that have a value. Default 12,000,000: a full review sheet.
  public var cells = 12_000_000
  /// Empty rows and cells that a conversion writes between filled ones, if the format has no cell references. Default
  /// 50,000,000: a small file may have one cell in the last column of every row.
  public var blankCells = 50_000_000
  /// Bytes of all texts of one row. Default 16 MiB: a small file may refer to a large shared text in every cell.
  public var rowText = 16 << 20
  /// UTF-16 code units in the text of an XLSX cell. Default 32,767, as in Excel.
  public var cellText = SpreadsheetLimits.cellTextUnits
  /// Bytes of text from edited rows and notes that the reader of review sheets keeps. Default 64 MiB, or 16 bytes for
  /// each byte of the files if that is more: all cells of a small file may refer to one long text.
  public var keptText = 64 << 20
  /// Bytes of a CSV field. Default 1 MiB.
  public var csvField = 1 << 20
  /// Bytes of a web page with a table, which is read whole. Default 96 MiB: three times a review of 50,000 rows.
  package var page = 96 << 20

  /// The default limits.
  public init() {}
}

extension SpreadsheetError {
  static func limit(_ code: Code, _ message: String, raise option: String, place: Place = Place()) -> SpreadsheetError {
    SpreadsheetError(code, message, hint: "If you trust the file, raise the limit `\(option)`.", place: place)
  }
}
