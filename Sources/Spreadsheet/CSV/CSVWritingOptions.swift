/// How a CSV file is written.
public struct CSVWritingOptions: Sendable {
  /// Which fields are written in quotes.
  public enum Quoting: Hashable, Sendable {
    /// All fields.
    case all
    /// Fields that would be misread without quotes.
    case asNeeded
  }

  /// The byte between fields; nil for the one of the format: a tab in TSV, else a comma.
  public var delimiter: UInt8?
  /// The name of the character encoding, as iconv knows it.
  public var encoding: String
  /// Whether the file starts with a byte order mark, if its encoding is UTF-8 or UTF-16.
  public var hasByteOrderMark: Bool
  /// Which fields are written in quotes.
  public var quoting: Quoting
  /// Whether a text that a program would run as a formula gets an apostrophe in front; see ``FormulaGuard``.
  public var escapesFormulas: Bool

  /// Creates options. The defaults are those of a review sheet.
  public init(
    delimiter: UInt8? = nil, encoding: String = "UTF-8", hasByteOrderMark: Bool = true,
    quoting: Quoting = .all, escapesFormulas: Bool = true
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.hasByteOrderMark = hasByteOrderMark
    self.quoting = quoting
    self.escapesFormulas = escapesFormulas
  }
}
