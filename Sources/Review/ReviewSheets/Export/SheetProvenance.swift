import Basics

/// The origin of a sheet: who exported it, when, and with which tool.
public struct SheetProvenance: Sendable {
  /// The name of the profile.
  public let profile: String
  /// The time of the export in UTC, ISO 8601; nil omits it, so that the same input gives the same bytes.
  public let exportedAt: String?
  /// The name and version of the tool.
  public let tool: String
  /// A number that distinguishes this export from all others. If it is nil, the sheet's id is a hash of the contents,
  /// so that the same input gives the same bytes.
  package let mark: UInt64?

  /// Creates a provenance from its fields.
  public init(profile: String, exportedAt: String?, tool: String, mark: UInt64? = nil) {
    self.profile = profile
    self.exportedAt = exportedAt
    self.tool = tool
    self.mark = mark
  }
}

/// The layout of the rows of a review sheet.
public enum SheetLayout: String, CaseIterable, Sendable {
  /// All rows on one worksheet, locale by locale.
  case rows
  /// A worksheet for each locale.
  case locales
  /// One row for each text, with a group of columns for each locale.
  case columns
}

/// The facts about an exported sheet in its document properties and on its worksheet `About`.
package enum SheetProperty: String, CaseIterable, Sendable {
  case profile = "Profile"
  case platform = "Platform"
  case origin = "Origin"
  /// A short hash of the application id.
  case application = "Application"
  case sheetID = "Sheet ID"
  case rows = "Rows"
  case exportedAt = "Exported at"
  case tool = "Tool"
  /// The version of the sheet's format.
  case format = "Format"
}

/// The rows that an export wrote to each worksheet, counted in a document property: `da-DK: 46 / en-GB: 46`.
///
/// A worksheet's name contains neither a colon nor a slash, so the text can be split again.
package struct ExportedRowCounts {
  let counts: [(worksheet: String, rows: Int)]

  package init(_ counts: [(worksheet: String, rows: Int)]) { self.counts = counts }

  /// The most rows that a file may name, so that the sum of several is a number.
  package static let most = 1 << 40

  /// Reads ``text`` back; parts in another form are left out.
  init(text: String) {
    counts = text.split(separator: "/").compactMap { part in
      let fields = part.split(separator: ":").map { ReviewColumn.trimmed(String($0)) }
      guard fields.count == 2, let rows = Digits.integer(fields[1].utf8), rows <= Self.most else { return nil }
      return (fields[0], rows)
    }
  }

  var text: String { counts.map { "\($0.worksheet): \($0.rows)" }.joined(separator: " / ") }

  /// The number of rows that the export wrote to a worksheet; nil if it is not known.
  package subscript(worksheet: String) -> Int? { counts.first { $0.worksheet == worksheet }?.rows }
}
