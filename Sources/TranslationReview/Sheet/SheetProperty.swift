/// The facts about an exported sheet in its document properties and on its worksheet `About`.
package enum SheetProperty: String, CaseIterable, Sendable {
  /// The name of the profile.
  case profile = "Profile"
  /// The platform's slug.
  case platform = "Platform"
  /// The API's origin.
  case origin = "Origin"
  /// A short hash of the application id.
  case application = "Application"
  /// The sheet's id.
  case sheetID = "Sheet ID"
  /// The number of rows in each worksheet.
  case rows = "Rows"
  /// The time of the export, in UTC.
  case exportedAt = "Exported at"
  /// The name and version of the tool.
  case tool = "Tool"
  /// The version of the sheet's format.
  case format = "Format"
}
