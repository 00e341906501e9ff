import Basics
import Spreadsheet

extension TableConversion.Outcome {
  /// The warnings, each in the form of an error at the same place.
  ///
  /// - Parameter file: The file that was read.
  func warningLines(_ file: String) -> [String] {
    warnings.map { "warning: \(file): line \($0.line): \($0.message)" }
      + workbookWarnings.map { warning in
        var place = warning.place
        place.file = file
        return "warning: \(SpreadsheetError(warning.code, warning.message, place: place))"
      }
  }

  /// `{"files": [...], "rows": 3, "warnings": [{"code", "line", "count", "message"}]}`, and in each warning the first
  /// `lines` of CSV, or the part, the worksheet and the cell of a workbook and the first `places`.
  var json: JSONValue {
    .object([
      ("files", .array(files.map { .string($0) })), ("rows", .integer(rowCount)),
      ("warnings", .array(warnings.map(Self.json(of:)) + workbookWarnings.map(Self.json(of:)))),
    ])
  }

  private static func json(of warning: CSVWarning) -> JSONValue {
    .object([
      ("code", .string(warning.code.rawValue)), ("line", .integer(warning.line)), ("count", .integer(warning.count)),
      ("message", .string(warning.message)), ("lines", .array(warning.lines.map(JSONValue.integer))),
    ])
  }

  private static func json(of warning: XLSXWarning) -> JSONValue {
    .object(
      [
        ("code", .string(warning.code.rawValue)), ("line", warning.place.line.map(JSONValue.integer) ?? .null),
        ("count", .integer(warning.count)), ("message", .string(warning.message)),
      ] + members(of: warning.place) + [("places", .array(warning.places.map { .object(members(of: $0)) }))])
  }

  private static func members(of place: SpreadsheetError.Place) -> [(String, JSONValue)] {
    [("part", place.part), ("worksheet", place.worksheet), ("cell", place.cell)].compactMap { name, value in
      value.map { (name, .string($0)) }
    }
  }
}
