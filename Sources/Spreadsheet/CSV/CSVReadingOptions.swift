/// How a CSV file is read.
public struct CSVReadingOptions: Sendable {
  /// The byte between fields; nil finds it from the first record (`,` `;` tab `|`, or a line `sep=` in front).
  public var delimiter: UInt8?
  /// The character encoding by name, as iconv knows it; nil is UTF-8, or UTF-16 where a byte order mark says so.
  public var encoding: String?
  /// Whether ragged records, NUL bytes, bytes that are no text and text after a closing quote pass with a warning.
  public var isLenient: Bool
  /// Whether the apostrophe that ``FormulaGuard`` puts before a formula is taken away.
  public var unescapesFormulas: Bool

  /// Makes options.
  public init(
    delimiter: UInt8? = nil, encoding: String? = nil, isLenient: Bool = false, unescapesFormulas: Bool = false
  ) {
    self.delimiter = delimiter
    self.encoding = encoding
    self.isLenient = isLenient
    self.unescapesFormulas = unescapesFormulas
  }
}

/// Something odd that a lenient reading of a CSV file let pass.
public struct CSVWarning: Hashable, Sendable {
  /// The kind, the code that a strict reading throws.
  public let code: SpreadsheetError.Code
  /// What was found, as a sentence.
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
