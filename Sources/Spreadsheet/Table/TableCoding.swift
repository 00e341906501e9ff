/// How one file format holds tables.
///
/// A new format is a folder with a type of this kind, and one line in ``TableFormat/allCases``.
package protocol TableCoding: Sendable {
  /// The name of the format, and the extension under which it is written: `xlsx`.
  var name: String { get }
  /// Other extensions that files of the format have.
  var otherExtensions: [String] { get }
  /// Extensions that files of the format have as well as files that are not tables.
  var sharedExtensions: [String] { get }
  /// Whether a file can contain several worksheets. Otherwise each worksheet gets a file of its own.
  var holdsWorksheets: Bool { get }
  /// Whether blank rows and cells between others are written, and so take room.
  var writesBlanks: Bool { get }
  /// Whether a text that looks like a formula gets the apostrophe of ``FormulaGuard`` in this format.
  var guardsFormulas: Bool { get }

  /// Begins a document.
  ///
  /// - Parameters:
  ///   - output: Where it is written. The writer finishes it, and the caller discards it after an error.
  ///   - document: The document whose rows are written.
  /// - Throws: The codes of the format, and the errors of the output.
  func writer(
    to output: any ByteOutput, for document: any TableReading, options: TableOptions
  ) throws(SpreadsheetError) -> any TableWriting
}

extension TableCoding {
  package var otherExtensions: [String] { [] }
  package var sharedExtensions: [String] { [] }
  package var holdsWorksheets: Bool { true }
  package var guardsFormulas: Bool { false }
}

/// A format whose files are recognised by their extension, because their contents could also be something else.
package protocol NamedTableCoding: TableCoding {
  /// Opens a document.
  func document(path: String, options: TableOptions) throws(SpreadsheetError) -> any TableReading
}

/// A document open for reading, whatever its format.
package protocol TableReading {
  /// The worksheets in their order.
  var worksheets: [Worksheet] { get }
  /// The properties of the document.
  var properties: DocumentProperties { get }
  /// Whether texts that look like formulas may have the apostrophe of ``FormulaGuard``.
  var guardsFormulas: Bool { get }

  /// Reads the rows of one worksheet in order, perhaps on a separate thread.
  ///
  /// - Parameter body: Receives each row, which is reused for the next. An error that it throws ends the reading.
  func readRows(ofWorksheetAt index: Int, _ body: (Row) throws -> Void) throws
  /// The number format of a ``Cell/style``.
  func numberFormat(ofStyle style: Int) -> String
}

extension TableReading {
  package var properties: DocumentProperties { DocumentProperties() }
  package var guardsFormulas: Bool { false }

  package func numberFormat(ofStyle style: Int) -> String { "General" }
}

/// Writes worksheets in one format.
package protocol TableWriting: AnyObject {
  /// Ends the current worksheet, if there is one, and begins the next.
  func beginWorksheet(_ worksheet: Worksheet) throws(SpreadsheetError)
  /// Writes one row.
  ///
  /// - Parameter blankRows: How many blank rows come between the row before and this one.
  func append(_ row: Row, after blankRows: Int) throws(SpreadsheetError)
  /// From the next row on, puts the apostrophe of ``FormulaGuard`` before texts that need it. Only called if
  /// ``TableCoding/guardsFormulas`` is true.
  func guardFormulas()
  /// Writes the remaining bytes and finishes the output.
  func finish() throws(SpreadsheetError)
}

extension TableWriting {
  package func guardFormulas() {}
}

/// The options of formats, each found by its type.
package struct TableOptions {
  /// The limits for reading a document.
  package let limits: SpreadsheetLimits
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates options without any value, so that every format uses its defaults.
  package init(limits: SpreadsheetLimits = SpreadsheetLimits()) {
    self.limits = limits
  }

  /// The options of a type; nil if none are set.
  package subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }
}
