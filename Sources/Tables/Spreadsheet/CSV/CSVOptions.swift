/// How a CSV file is read.
public struct CSVReadingOptions: Sendable {
  /// The byte between fields; nil detects it (`,` `;` tab `|`, or a leading `sep=` line): from the first record, and in a
  /// lenient reading from many records.
  package var delimiter: UInt8?
  /// The byte around fields that contain a delimiter or a line end, which is doubled inside them. Nil or the delimiter itself
  /// means that there is none.
  public var quote: UInt8?
  /// The name of the character encoding, as iconv knows it; nil for UTF-8, or for UTF-16 or UTF-32 with a byte order
  /// mark.
  package var encoding: String?
  /// How to name the encoding, as part of errors' hints, such as ` with --encoding`.
  package var encodingFlag = ""
  /// What the file should be, as errors call it.
  var kind = "a table of delimited text"
  /// Whether ragged records, NUL bytes, invalid bytes and text after a closing quote are accepted, each with a warning,
  /// and the delimiter and an encoding without a byte order mark may be guessed, with a warning too.
  package var isLenient: Bool
  /// Whether the apostrophe that `FormulaGuard` puts before a formula is removed.
  package var unescapesFormulas: Bool

  /// Creates options.
  public init(
    delimiter: UInt8? = nil, encoding: String? = nil, isLenient: Bool = false, unescapesFormulas: Bool = false,
    quote: UInt8? = UInt8(ascii: "\"")
  ) {
    (self.delimiter, self.encoding, self.quote) = (delimiter, encoding, quote)
    (self.isLenient, self.unescapesFormulas) = (isLenient, unescapesFormulas)
  }
}

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
  package var delimiter: UInt8?
  /// The name of the character encoding, as iconv knows it.
  package var encoding: String
  /// Whether the file starts with a byte order mark, if its encoding is UTF-8 or UTF-16.
  package var hasByteOrderMark: Bool
  package var quoting: Quoting
  /// Whether a text that a program would run as a formula gets an apostrophe in front; see `FormulaGuard`.
  package var escapesFormulas: Bool

  /// Creates options. The defaults are those of a review sheet.
  public init(
    delimiter: UInt8? = nil, encoding: String = "UTF-8", hasByteOrderMark: Bool = true, quoting: Quoting = .all,
    escapesFormulas: Bool = true
  ) {
    (self.delimiter, self.encoding, self.hasByteOrderMark) = (delimiter, encoding, hasByteOrderMark)
    (self.quoting, self.escapesFormulas) = (quoting, escapesFormulas)
  }
}
