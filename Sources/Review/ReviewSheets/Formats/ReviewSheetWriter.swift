import NStackAPI
public import Spreadsheet

/// Writes a review sheet in any of its formats.
public struct ReviewSheetWriter {
  /// The options for writing a sheet.
  public struct Options: Sendable {
    /// The layout of the rows.
    public var layout = SheetLayout.rows
    /// Whether to lock cells that are not for the reviewer; Excel then does not sort a range that contains them.
    package var isProtected = false
    /// The options for CSV.
    public var csv = CSVWritingOptions()
    /// The version of XLIFF.
    package var xliffVersion = XLIFFSheetVersion.version12

    /// Creates the default options.
    public init() {}
  }

  /// A summary of what was written.
  public struct Summary: Hashable, Sendable {
    /// The number of rows below the headers.
    public let rows: Int
    /// The sheet's id, which is in its hidden properties.
    package let sheetID: String
  }

  private let written: WrittenSheet

  /// Creates a writer for a sheet.
  public init(_ sheet: ReviewSheet, provenance: SheetProvenance, options: Options = Options()) {
    let id = sheet.id(salt: provenance.salt)
    written = WrittenSheet(sheet: sheet.naming(id), id: id, provenance: provenance, options: options)
  }

  /// Writes the sheet in a format.
  ///
  /// - Throws: The `SpreadsheetError` of the output or of the format; then no partial file is left.
  public func write(to output: any ByteOutput, as format: SheetFormat) throws -> Summary {
    do { return Summary(rows: try format.coding.write(written, to: output), sheetID: written.id.text) } catch {
      output.discard()
      throw error
    }
  }

  /// Writes the sheet to a file, in the format that its extension names, or else as CSV.
  package func write(toFileAt path: String) throws -> Summary {
    try write(to: OutputFile(path: path), as: SheetFormat(extensionOf: path) ?? .csv)
  }
}
