/// How a CSV file is read.
public struct CSVReadingOptions: Sendable {
  /// The byte between fields; nil detects it from the first record (`,` `;` tab `|`, or a leading `sep=` line).
  public var delimiter: UInt8?
  /// The name of the character encoding, as iconv knows it; nil for UTF-8, or UTF-16 if a byte order mark says so.
  public var encoding: String?
  /// Whether ragged records, NUL bytes, invalid bytes and text after a closing quote are accepted with a warning.
  public var isLenient: Bool
  /// Whether the apostrophe that ``FormulaGuard`` puts before a formula is removed.
  public var unescapesFormulas: Bool

  /// Creates options.
  public init(
    delimiter: UInt8? = nil, encoding: String? = nil, isLenient: Bool = false, unescapesFormulas: Bool = false
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.isLenient = isLenient
    self.unescapesFormulas = unescapesFormulas
  }
}

/// A fault that a lenient reading of a CSV file accepted.
public struct CSVWarning: Hashable, Sendable {
  /// The kind of fault: the code that a strict reading throws.
  public let code: SpreadsheetError.Code
  /// A sentence that says what was found.
  public let message: String
  /// The first line where it was found, counted from one.
  public let line: Int
  /// How often it was found.
  public let count: Int

  package init(code: SpreadsheetError.Code, message: String, line: Int, count: Int) {
    self.code = code
    self.message = message
    self.line = line
    self.count = count
  }
}
