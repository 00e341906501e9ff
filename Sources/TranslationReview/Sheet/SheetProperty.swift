/// What an exported sheet says about itself, in its document properties and on the worksheet `About`.
public enum SheetProperty: String, CaseIterable, Sendable {
  /// The connection's profile.
  case profile = "Profile"
  /// The platform's slug.
  case platform = "Platform"
  /// The API's origin.
  case origin = "Origin"
  /// A short hash of the application.
  case application = "Application"
  /// The sheet's id.
  case sheetID = "Sheet ID"
  /// How many rows each worksheet has.
  case rows = "Rows"
  /// When it was exported, in UTC.
  case exportedAt = "Exported at"
  /// The tool and its version.
  case tool = "Tool"
  /// The version of the sheet's format.
  case format = "Format"
}
