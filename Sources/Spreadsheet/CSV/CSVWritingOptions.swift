/// How a CSV file is written.
public struct CSVWritingOptions: Sendable {
  /// Which fields stand in quotes.
  public enum Quoting: Hashable, Sendable {
    /// All of them.
    case all
    /// Those that would be read otherwise without.
    case asNeeded
  }

  /// How a record ends.
  public enum LineEnd: String, Hashable, Sendable {
    /// Carriage return and line feed, as RFC 4180 has it.
    case carriageReturnLineFeed = "\r\n"
    /// A line feed.
    case lineFeed = "\n"
    /// A carriage return.
    case carriageReturn = "\r"
  }

  /// The byte between fields.
  public var delimiter: UInt8
  /// How a record ends. Default CR LF.
  public var lineEnd = LineEnd.carriageReturnLineFeed
  /// The character encoding by name, as iconv knows it.
  public var encoding: String
  /// Whether a line `sep=` in front names the delimiter, as Excel reads it. Default no.
  public var namesDelimiter = false
  /// Whether a byte order mark stands in front, where the encoding is UTF-8 or UTF-16.
  public var hasByteOrderMark: Bool
  /// Which fields stand in quotes.
  public var quoting: Quoting
  /// Whether a text that a program would run as a formula gets an apostrophe in front, see ``FormulaGuard``.
  public var escapesFormulas: Bool

  /// Makes options; as they stand, a review sheet's.
  public init(
    delimiter: UInt8 = UInt8(ascii: ","), encoding: String = "UTF-8", hasByteOrderMark: Bool = true,
    quoting: Quoting = .all, escapesFormulas: Bool = true
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.hasByteOrderMark = hasByteOrderMark
    self.quoting = quoting
    self.escapesFormulas = escapesFormulas
  }
}
