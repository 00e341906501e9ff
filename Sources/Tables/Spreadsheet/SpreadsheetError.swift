import Basics

/// An error in reading or writing a sheet.
///
/// It says where (file, part, worksheet and cell, or line and column), what was found and what to do about it.
public struct SpreadsheetError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `zip.crc` or `csv.encoding`.
  public struct Code: RawRepresentable, ExpressibleByStringLiteral, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a code from its name.
    public init(stringLiteral name: String) { rawValue = name }
  }

  /// The place of an error in a file; whatever is unknown or does not apply is nil.
  package struct Place: Hashable, Sendable {
    /// The path of the file as it was given.
    package var file: String?
    /// The part of an XLSX package, such as `xl/worksheets/sheet1.xml`.
    package var part: String?
    /// The name of the worksheet.
    package var worksheet: String?
    /// The cell in A1 notation.
    package var cell: String?
    /// The line of a text file or XML part, counted from one.
    package var line: Int?
    /// The column of a text file in characters, counted from one.
    package var column: Int?

    package init(
      file: String? = nil, part: String? = nil, worksheet: String? = nil, cell: String? = nil, line: Int? = nil,
      column: Int? = nil
    ) {
      // Bytes in memory have no path.
      self.file = file?.isEmpty == true ? nil : file
      (self.part, self.worksheet, self.cell, self.line, self.column) = (part, worksheet, cell, line, column)
    }
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what was found, with the value, and the limit if there is one.
  public let message: String
  /// A sentence that says what to do about it; nil if nothing helps.
  public let hint: String?
  /// Where the error was found.
  package var place: Place
  /// The underlying error, in the words of the library that reported it.
  package let cause: String?

  package init(_ code: Code, _ message: String, hint: String? = nil, place: Place = Place(), cause: String? = nil) {
    (self.code, self.message, self.hint, self.place, self.cause) = (code, message, hint, place, cause)
  }

  /// The error in one line: file, place, what was found, what to do.
  ///
  /// Control, bidi and invisible characters are spelled out, and long names are cut off.
  public var description: String { hint.map { "\(sentence) \(Visible.text($0, limit: 400))" } ?? sentence }

  /// The error without what to do.
  package var sentence: String {
    var line = ""
    if let file = place.file { line += "\(Visible.path(file)): " }
    var inside: [String] = []
    if let worksheet = place.worksheet { inside.append("worksheet \"\(Visible.text(worksheet))\"") }
    if let part = place.part, place.worksheet == nil { inside.append(Visible.text(part)) }
    if let cell = place.cell { inside.append("cell \(cell)") }
    if let number = place.line { inside.append("line \(number)") }
    if let number = place.column { inside.append("column \(number)") }
    if !inside.isEmpty { line += inside.joined(separator: ", ") + ": " }
    return line + Visible.text(message, limit: 400)
  }

  func inPart(_ part: String?) -> SpreadsheetError {
    var error = self
    error.place.part = part
    return error
  }

  /// The error with a file that it does not name yet. Bytes in memory have no path.
  package func inFile(_ path: String) -> SpreadsheetError {
    var error = self
    if error.place.file == nil, !path.isEmpty { error.place.file = path }
    return error
  }
}
