/// Why an import was not started, or not carried out. Nothing was sent.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of error.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The code as programs and the documentation spell it.
    public let rawValue: String

    /// Creates a code from its spelling.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The profile has no folder for its journal.
    public static let noStateFolder = Code(rawValue: "config.state-folder")
    /// The plan was not consented to, or a question about it was left unanswered.
    public static let declined = Code(rawValue: "import.declined")
    /// The import to resume went to another application, platform or server.
    public static let resumesOtherApplication = Code(rawValue: "resume.other-application")
    /// The import to resume was made under another guid.
    public static let resumesOtherGUID = Code(rawValue: "resume.other-guid")
    /// A sheet was edited after the import to resume was started.
    public static let sheetChanged = Code(rawValue: "resume.changed-sheet")
    /// The import to undo went to another application, platform or server.
    public static let undoesOtherApplication = Code(rawValue: "undo.other-application")
    /// The import to undo was made under another guid.
    public static let undoesOtherGUID = Code(rawValue: "undo.other-guid")
    /// A change to undo is not in the import.
    public static let unknownChange = Code(rawValue: "undo.unknown-change")
    /// A result file cannot be written, or its name belongs to a file that is read.
    public static let results = Code(rawValue: "usage.results")
    /// The name of an annotated copy does not fit its sheet.
    public static let annotatedName = Code(rawValue: "usage.annotate")
    /// A sheet to annotate changed after it was read.
    public static let annotatedSheetChanged = Code(rawValue: "annotate.changed")
    /// The register has no sheet with an id.
    public static let unknownSheet = Code(rawValue: "sheet.unknown-id")
    /// A file that is not a review sheet is in the place of an export.
    public static let notAReviewSheet = Code(rawValue: "export.target")
    /// No locale is the source of an export's suggestions.
    public static let noSourceLanguage = Code(rawValue: "export.source-language")
    /// A folder for a preview has files that are not those of a preview.
    public static let notAPreview = Code(rawValue: "preview.target")
    /// An export would overwrite edits that no import has sent.
    public static let unsentEdits = Code(rawValue: "export.unsent-edits")
  }

  /// The kind of error.
  public let code: Code
  /// What happened and where, as a sentence.
  public let message: String
  /// What to do; nil if the message says it all.
  public let hint: String?

  /// Creates an error from its fields.
  public init(_ code: Code, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }

  /// The message, with the hint if there is one.
  public var description: String { hint.map { "\(message) \($0)" } ?? message }
}
