@_exported public import struct Basics.CodedError

/// The reason why an import was not started, or not carried out. Nothing was sent.
public typealias ImportError = CodedError<ImportErrorCode>

/// The code of an ``ImportError``.
public struct ImportErrorCode: RawRepresentable, Hashable, Sendable {
  /// The name in lower case, with its family before the dot.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The profile has no folder for its journal.
  public static let noStateFolder = Self(rawValue: "config.state-folder")
  /// The plan was not consented to, or a question about it was left unanswered.
  public static let declined = Self(rawValue: "import.declined")
  /// The import to resume went to another application, platform or server.
  public static let resumesOtherApplication = Self(rawValue: "resume.other-application")
  /// The import to resume was made under another guid.
  public static let resumesOtherGUID = Self(rawValue: "resume.other-guid")
  /// A sheet was edited after the import to resume was started.
  public static let sheetChanged = Self(rawValue: "resume.changed-sheet")
  /// The import to undo went to another application, platform or server.
  public static let undoesOtherApplication = Self(rawValue: "undo.other-application")
  /// The import to undo was made under another guid.
  public static let undoesOtherGUID = Self(rawValue: "undo.other-guid")
  /// A change to undo is not in the import.
  public static let unknownChange = Self(rawValue: "undo.unknown-change")
  /// A result file cannot be written, or its name belongs to a file that is read.
  public static let results = Self(rawValue: "usage.results")
  /// The name of an annotated copy does not fit its sheet.
  public static let annotatedName = Self(rawValue: "usage.annotate")
  /// A sheet to annotate changed after it was read.
  public static let annotatedSheetChanged = Self(rawValue: "annotate.changed")
  /// The register has no sheet with an id.
  public static let unknownSheet = Self(rawValue: "sheet.unknown-id")
  /// A file that is not a review sheet is in the place of an export.
  public static let notAReviewSheet = Self(rawValue: "export.target")
  /// No locale is the source of an export's suggestions.
  public static let noSourceLanguage = Self(rawValue: "export.source-language")
  /// A folder for a preview has files that are not those of a preview.
  public static let notAPreview = Self(rawValue: "preview.target")
  /// An export would overwrite edits that no import has sent.
  public static let unsentEdits = Self(rawValue: "export.unsent-edits")
}
