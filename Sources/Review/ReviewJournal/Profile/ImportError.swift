@_exported public import struct Basics.CodedError

/// The reason why an import was not started, or not carried out. Nothing was sent.
public typealias ImportError = CodedError<ImportErrorCode>

/// The code of an ``ImportError``.
public enum ImportErrorCode: String, Sendable {
  /// The profile has no folder for its journal.
  case noStateFolder = "config.state-folder"
  /// The user did not consent to the plan, or left a question about it unanswered.
  case declined = "import.declined"
  /// The plan to send was made for another application, platform, server or guid.
  case plannedElsewhere = "plan.other-profile"
  /// The import to resume went to another application, platform or server.
  case resumesOtherApplication = "resume.other-application"
  /// The import to resume was made under another guid.
  case resumesOtherGUID = "resume.other-guid"
  /// A sheet was edited after the import to resume was started.
  case sheetChanged = "resume.changed-sheet"
  /// The import to undo went to another application, platform or server.
  case undoesOtherApplication = "undo.other-application"
  /// The import to undo was made under another guid.
  case undoesOtherGUID = "undo.other-guid"
  /// A change to undo is not in the import.
  case unknownChange = "undo.unknown-change"
  /// The name of a share to undo means no sheet, agency or person of the import, or several.
  case undoesNoSheet = "undo.sheet"
  /// A result file cannot be written, or would replace a file that is read.
  case results = "usage.results"
  /// The name of an annotated copy does not fit its sheet.
  case annotatedName = "usage.annotate"
  /// A sheet to annotate changed after it was read.
  case annotatedSheetChanged = "annotate.changed"
  /// The register has no sheet with an id.
  case unknownSheet = "sheet.unknown-id"
  /// The target of an export is a file that is not a review sheet.
  case notAReviewSheet = "export.target"
  /// The application has no locale that could be the source of suggestions.
  case noSourceLanguage = "export.source-language"
  /// A folder for a preview has files that are not those of a preview.
  case notAPreview = "preview.target"
  /// An export would overwrite edits that no import has sent.
  case unsentEdits = "export.unsent-edits"
}
