/// How an XLSX document is written.
public struct XLSXWritingOptions: Sendable {
  /// The DEFLATE level, 1 (fast) to 9 (small); nil for a setting tuned for worksheets, about as small as level 5.
  public var compressionLevel: Int?
  /// How many threads compress, at least one; nil for one per processor. The written bytes do not depend on it.
  public var threads: Int?
  /// How many rows a worksheet has before they continue in the next one.
  package var rowsPerWorksheet = SpreadsheetLimits.rows

  /// Creates options.
  public init(compressionLevel: Int? = nil, threads: Int? = nil) {
    self.compressionLevel = compressionLevel
    self.threads = threads
  }
}
