/// The codes of this module, by family. The article *Error codes* of TranslationReview says what to do about each.
extension SpreadsheetError.Code {
  // MARK: - Files that cannot be read

  /// There is no such file.
  package static let fileNotFound: Self = "file.not-found"
  /// The path leads to a folder.
  package static let fileIsDirectory: Self = "file.is-directory"
  /// The path leads to a pipe, a device or a socket.
  package static let fileNotRegular: Self = "file.not-regular"
  /// The permissions of the file do not allow reading it.
  package static let fileUnreadable: Self = "file.unreadable"
  /// The file has no bytes.
  package static let fileEmpty: Self = "file.empty"
  /// Another program wrote to the file while it was being read.
  package static let fileChanged: Self = "file.changed"
  /// The file is the lock file that Excel keeps beside an open file.
  package static let fileLockFile: Self = "file.lock-file"
  /// The file is in iCloud, and not yet on this machine.
  package static let fileNotDownloaded: Self = "file.not-downloaded"
  /// The file is encrypted.
  package static let filePasswordProtected: Self = "file.password-protected"
  /// The file's format is recognised but not supported. The message names it.
  package static let fileUnsupportedFormat: Self = "file.unsupported-format"

  // MARK: - Input and output

  /// The system could not open or read the file.
  package static let ioRead: Self = "io.read"
  /// The system provides no more memory.
  package static let ioMemory: Self = "io.memory"
  /// The folder for temporary files is missing or full.
  package static let ioTemporary: Self = "io.temporary"
  /// The disk is full.
  package static let ioNoSpace: Self = "io.no-space"
  /// The system could not write the output.
  package static let ioWrite: Self = "io.write"
  /// A folder or a device already has the name of the output.
  package static let ioNotRegular: Self = "io.not-regular"
  /// The program that reads the output has closed it.
  package static let ioClosed: Self = "io.closed"

  // MARK: - ZIP containers

  /// The container is shorter than its records say.
  package static let zipTruncated: Self = "zip.truncated"
  /// The directory contradicts itself or the file.
  package static let zipBadDirectory: Self = "zip.bad-directory"
  /// There is no entry where the directory says, or its header is cut off.
  package static let zipBadHeader: Self = "zip.bad-header"
  /// The directory and the header of an entry disagree.
  package static let zipEntryMismatch: Self = "zip.entry-mismatch"
  /// An entry shares bytes with another one, or with the directory.
  package static let zipOverlap: Self = "zip.overlap"
  /// Two entries have the same name.
  package static let zipDuplicateEntry: Self = "zip.duplicate-entry"
  /// An entry is neither stored nor compressed with DEFLATE.
  package static let zipUnsupportedMethod: Self = "zip.unsupported-method"
  /// The compressed bytes of an entry are broken.
  package static let zipCorruptData: Self = "zip.corrupt-data"
  /// An entry has more or fewer bytes than the directory says.
  package static let zipSizeMismatch: Self = "zip.size-mismatch"
  /// The checksum of an entry is wrong.
  package static let zipCRC: Self = "zip.crc"

  // MARK: - XML parts

  /// A part is not well-formed XML, is incomplete, or has a character that XML does not allow.
  package static let xmlMalformed: Self = "xml.malformed"
  /// The version of XML of a part is not supported.
  package static let xmlVersion: Self = "xml.version"
  /// A part is neither UTF-8 nor UTF-16.
  package static let xmlEncoding: Self = "xml.encoding"
  /// A part declares a document type, which is never read.
  package static let xmlDoctype: Self = "xml.doctype"

  // MARK: - XLSX workbooks

  /// The package is an Office document, but not a workbook.
  package static let xlsxNotAWorkbook: Self = "xlsx.not-a-workbook"
  /// A part lacks contents that a part of its kind must have.
  package static let xlsxBadPart: Self = "xlsx.bad-part"
  /// A part is missing, is outside the file, is named twice or belongs to two worksheets.
  package static let xlsxBadRelationship: Self = "xlsx.bad-relationship"
  /// A cell or row is outside the grid, or occurs twice.
  package static let xlsxCellReference: Self = "xlsx.cell-reference"
  /// A row comes after one with a higher number.
  package static let xlsxRowOrder: Self = "xlsx.row-order"
  /// A cell has an unknown type.
  package static let xlsxCellType: Self = "xlsx.cell-type"
  /// A cell has a value that its type does not allow.
  package static let xlsxCellValue: Self = "xlsx.cell-value"
  /// A cell refers to a shared string that does not exist.
  package static let xlsxSharedStringIndex: Self = "xlsx.shared-string-index"
  /// There is text outside the values of cells, which no program shows.
  package static let xlsxHiddenText: Self = "xlsx.hidden-text"
  /// There are misplaced cells, rows or worksheets, which no program shows.
  package static let xlsxHiddenCells: Self = "xlsx.hidden-cells"
  /// A cell has two different texts.
  package static let xlsxTwoValues: Self = "xlsx.two-values"
  /// A text has half of a surrogate pair, which no text can contain.
  package static let xlsxHalfCharacter: Self = "xlsx.half-character"
  /// A formula has no stored result.
  package static let xlsxNoResult: Self = "xlsx.no-result"
  /// A macro, dialog or chart sheet has cells, which are never read, or a sheet has no part in the file.
  package static let xlsxOtherSheet: Self = "xlsx.other-sheet"
  /// The workbook names two parts of a kind, although it can have only one.
  package static let xlsxTwoParts: Self = "xlsx.two-parts"
  /// XLSX does not allow the name of a worksheet, or the name is taken.
  package static let xlsxSheetName: Self = "xlsx.sheet-name"
  /// A number is infinite or not a number, which XLSX cannot represent.
  package static let xlsxNumber: Self = "xlsx.number"

  // MARK: - Delimited text

  /// Bytes or characters do not fit the encoding, or the encoding is unknown.
  package static let csvEncoding: Self = "csv.encoding"
  /// A quote is never closed.
  package static let csvUnterminatedQuote: Self = "csv.unterminated-quote"
  /// Text follows a closing quote.
  package static let csvTextAfterQuote: Self = "csv.text-after-quote"
  /// There is a quote inside a field without quotes.
  package static let csvBareQuote: Self = "csv.bare-quote"
  /// A field contains a NUL byte.
  package static let csvNUL: Self = "csv.nul"
  /// The file is not text.
  package static let csvBinary: Self = "csv.binary"
  /// It is not certain which byte is the delimiter.
  package static let csvDelimiter: Self = "csv.delimiter"
  /// A record has a different number of fields from the first one.
  package static let csvFieldCount: Self = "csv.field-count"
  /// The file ends within its last record.
  package static let csvTruncated: Self = "csv.truncated"

  // MARK: - JSON tables

  /// The document is not valid JSON.
  package static let jsonSyntax: Self = "json.syntax"
  /// The document is JSON, but not a table.
  package static let jsonShape: Self = "json.shape"
  /// A number is infinite or not a number, which JSON cannot represent.
  package static let jsonNumber: Self = "json.number"

  // MARK: - Tables in web pages

  /// A page is a review whose data are gone.
  package static let htmlNoData: Self = "html.no-data"
  /// The data of a page are cut off or changed.
  package static let htmlBrokenData: Self = "html.broken-data"
  /// A file has the data of several pages.
  package static let htmlTwoReviews: Self = "html.two-reviews"

  // MARK: - Conversions

  /// The document has no worksheet of the chosen name.
  package static let convertNoWorksheet: Self = "convert.no-worksheet"
  /// There are several worksheets where one table was asked for.
  package static let convertSeveralWorksheets: Self = "convert.several-worksheets"

  // MARK: - Limits

  /// A web page with a table is too large; see ``SpreadsheetLimits/page``.
  package static let limitPage: Self = "limit.page"
  /// The container has too many entries; see ``SpreadsheetLimits/zipEntries``.
  package static let limitEntries: Self = "limit.entries"
  /// A part is too large; see ``SpreadsheetLimits/partSize``.
  package static let limitPartSize: Self = "limit.part-size"
  /// All parts, or the texts of a worksheet, are too large; see ``SpreadsheetLimits/totalSize``.
  package static let limitTotalSize: Self = "limit.total-size"
  /// A part inflates to too many bytes; see ``SpreadsheetLimits/inflationRatio``.
  package static let limitRatio: Self = "limit.ratio"
  /// The elements of a part are nested too deep; see ``SpreadsheetLimits/xmlDepth``.
  package static let limitXMLDepth: Self = "limit.xml-depth"
  /// A tag or comment is too long; see ``SpreadsheetLimits/xmlTagLength``.
  package static let limitXMLTag: Self = "limit.xml-tag"
  /// An element has too many attributes, or there are too many namespaces.
  package static let limitXMLAttributes: Self = "limit.xml-attributes"
  /// A part has too many different names.
  package static let limitXMLNames: Self = "limit.xml-names"
  /// There are too many worksheets; see ``SpreadsheetLimits/worksheets``.
  package static let limitWorksheets: Self = "limit.worksheets"
  /// There are more columns than the grid has; see ``SpreadsheetLimits/columns``.
  package static let limitColumns: Self = "limit.columns"
  /// The workbook has too many filled cells; see ``SpreadsheetLimits/cells``.
  package static let limitCells: Self = "limit.cells"
  /// A conversion would write too many blank cells; see ``SpreadsheetLimits/blankCells``.
  package static let limitBlankCells: Self = "limit.blank-cells"
  /// The text of a cell is too long; see ``SpreadsheetLimits/cellText``.
  package static let limitCellText: Self = "limit.cell-text"
  /// The texts of a row are too long; see ``SpreadsheetLimits/rowText``.
  package static let limitRowText: Self = "limit.row-text"
  /// A CSV field is too long; see ``SpreadsheetLimits/csvField``.
  package static let limitCSVField: Self = "limit.csv-field"
  /// A CSV record is too long.
  package static let limitRecord: Self = "limit.record"
  /// A text in JSON is too long.
  package static let limitJSONText: Self = "limit.json-text"
  /// There are too many shared strings, or they are too large.
  package static let limitSharedStrings: Self = "limit.shared-strings"
  /// There are too many styles or number formats.
  package static let limitStyles: Self = "limit.styles"
  /// There are too many document properties, or one is too long.
  package static let limitProperty: Self = "limit.property"
  /// A worksheet has too many comments, or they are too long.
  package static let limitComments: Self = "limit.comments"
  /// A list of choices or a formula of a validation is too long to be written.
  package static let limitDataValidation: Self = "limit.data-validation"
}
