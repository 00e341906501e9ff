/// How an XLSX document is written.
public struct XLSXWritingOptions: Sendable {
  /// DEFLATE's level, 1 (fast) to 9 (small); nil is a setting found best for worksheets, about as small as level 5.
  public var compressionLevel: Int?
  /// How many threads compress, at least one; nil is one per processor. The bytes written do not depend on it.
  public var threads: Int?
  /// How many rows a worksheet takes before they go on in a next one.
  package var rowsPerWorksheet = SpreadsheetLimits.rows

  /// Makes options.
  public init(compressionLevel: Int? = nil, threads: Int? = nil) {
    self.compressionLevel = compressionLevel
    self.threads = threads
  }
}
