import Basics
public import NStackAPI

/// A remark about a returned sheet. Reading continues after it, so that all remarks are shown.
///
/// Journals of imports store its encoded form, without `text`, `checks`, `fault` and `unread`.
public struct Diagnostic: Hashable, Codable, Sendable {
  private enum CodingKeys: CodingKey {
    case code
    case severity
    case place
    case column
    case message
  }

  /// A stable name to switch on, such as `row.damaged`.
  public struct Code: RawRepresentable, Hashable, Codable, Sendable {
    /// The name in lower case, with its group before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of remark.
  public let code: Code
  /// How serious the diagnostic is.
  public let severity: Severity
  /// The row that the remark is about; nil if it is about a file or the whole import.
  public package(set) var place: RowPlace?
  /// The text of the row; nil if the remark is about no text, or if the place is enough.
  public package(set) var text: TextIdentity?
  /// The header of the column that the remark is about; nil if it is about a whole row.
  public let column: String?
  /// The ids of the checks that found the faults, such as `printf.type`; empty for other remarks.
  public private(set) var checks: [String] = []
  /// Identifies the same fault in findings from different times; empty for other remarks.
  package var fault: [String] = []
  /// The unread texts that the remark is about; empty for other remarks.
  private(set) var unread: Set<TextHash> = []
  /// The finding and what to do, in a sentence or two.
  public internal(set) var message: String

  package init(
    code: Code, severity: Severity, place: RowPlace? = nil, column: String? = nil, checks: [String] = [],
    unread: Set<TextHash> = [], message: String
  ) {
    self.code = code
    self.severity = severity
    self.place = place
    self.column = column
    self.checks = checks
    self.unread = unread
    self.message = message
  }

  /// The diagnostic on one line: severity, place, text, message.
  public var line: String {
    let parts = [place?.description, text.map { $0.reportName + (place?.byline ?? "") }].compactMap(\.self)
    return "\(severity.rawValue): \(parts.isEmpty ? "" : parts.joined(separator: ", ") + ": ")\(message)"
  }
}

extension TextIdentity {
  /// The identity on a line of a report: `section/key [locale]`.
  package var reportName: String { "\(Visible.text(section))/\(Visible.text(key)) [\(Visible.text(locale))]" }
}

/// The codes of diagnostics, by group. The article *Error codes* says what to do about each.
extension Diagnostic.Code {
  // MARK: - Files and worksheets

  /// Another program has the file open, so it may lack the last edits.
  package static let fileOpenElsewhere = Self(rawValue: "file.open-elsewhere")
  /// The file is not a review sheet, or cannot be read, and was left out.
  package static let sheetForeign = Self(rawValue: "sheet.foreign")
  /// The file has a header and no rows.
  package static let sheetNoRows = Self(rawValue: "sheet.no-rows")
  /// The file has fewer rows than the export wrote.
  package static let sheetRowsMissing = Self(rawValue: "sheet.rows-missing")
  /// A column is not read, although its header resembles one that is.
  package static let sheetUnknownColumn = Self(rawValue: "sheet.unknown-column")
  /// Texts are in places that the import does not read: in an added column or worksheet, above the header, in rows
  /// without a key, in text boxes, on the worksheet About, in added units, in a file's remarks outside its units, or in
  /// obsolete entries.
  package static let sheetUnreadText = Self(rawValue: "sheet.unread-text")
  /// Cells under `Locale`, or the language of a file, are missing or spelled differently; the rows keep their exported
  /// locales.
  package static let sheetLocaleSpelling = Self(rawValue: "sheet.locale-spelling")
  /// A hidden worksheet has edits.
  package static let sheetHiddenWorksheet = Self(rawValue: "sheet.hidden-worksheet")
  /// A sort left the hidden columns of some rows behind.
  package static let sheetHiddenColumnsLeftBehind = Self(rawValue: "sheet.hidden-columns-left-behind")
  /// Comments are on cells that belong to no text.
  package static let sheetCommentsElsewhere = Self(rawValue: "sheet.comments-elsewhere")
  /// Cells of several rows or columns are merged.
  package static let sheetMergedCells = Self(rawValue: "sheet.merged-cells")
  /// Proposals are struck out but otherwise unchanged.
  package static let sheetStruckOut = Self(rawValue: "sheet.struck-out")
  /// Texts changed as only programs change them: proposals together with their hidden copies, cells that are not for
  /// the reviewer, or the white space around inline codes in all translations.
  package static let sheetProgramsChanges = Self(rawValue: "sheet.programs-changes")
  /// Many pending proposals came back empty.
  package static let sheetProposalsEmptied = Self(rawValue: "sheet.proposals-emptied")
  /// Rows came from a different application, platform or server.
  package static let sheetOtherApplication = Self(rawValue: "sheet.other-application")

  // MARK: - Rows

  /// A note is a word that belongs under `Action`.
  package static let rowActionInNote = Self(rawValue: "row.action-in-note")
  /// A note has an error without a severity, or with a category that MQM does not have.
  package static let rowErrorInNote = Self(rawValue: "row.error-in-note")
  /// An earlier import did not do what rows asked for, and nobody has decided about them since then.
  package static let rowUndecided = Self(rawValue: "row.undecided")
  /// The proposal and its hidden copy were changed in the same way. Only checks report this.
  package static let rowCopyChanged = Self(rawValue: "row.copy-changed")
  /// A check of the text found something that does not refuse the row. Only checks of a sheet report this.
  package static let rowCheckFinding = Self(rawValue: "row.check-finding")
  /// The server no longer has the text of rows without an edit.
  package static let rowGoneUnedited = Self(rawValue: "row.gone-unedited")

  // MARK: - Checks

  /// The number of faults in changed texts that their current values already have.
  package static let checkOldFaults = Self(rawValue: "check.old-faults")
  /// The number of changed texts with findings that are only counted, such as being the same as the source text.
  package static let checkCounted = Self(rawValue: "check.counted")

  // MARK: - Plans

  /// Edits without approval are planned, although the project requires approval.
  package static let planUnapproved = Self(rawValue: "plan.unapproved")
  /// Rows were left out of a saved plan when it was made.
  package static let planLeftOut = Self(rawValue: "plan.left-out")
}
