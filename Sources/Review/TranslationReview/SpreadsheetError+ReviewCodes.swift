package import Spreadsheet

/// The codes of errors in glossaries, annotated copies, files of reviewed texts and saved plans, by family. <doc:ErrorCodes>
/// says what to do about each.
extension SpreadsheetError.Code {
  // MARK: - Glossaries

  /// The header of a glossary does not name two locales.
  package static let glossaryColumns: Self = "glossary.columns"
  /// The glossary has more terms than the limit allows.
  package static let glossaryTerms: Self = "glossary.terms"

  // MARK: - Annotated copies

  /// The file to annotate changed after it was read.
  package static let annotateChanged: Self = "annotate.changed"

  // MARK: - Files that a team shares

  /// The text is not a file of reviewed texts, or of sheets.
  package static let sharedMalformed: Self = "shared.malformed"
  /// The file has an unknown version of the format.
  package static let sharedVersion: Self = "shared.version"
  /// The file belongs to a different application, platform or server.
  package static let sharedOtherApplication: Self = "shared.other-application"

  // MARK: - Baselines

  /// The text is not what `check --json` prints of live texts.
  package static let checkBaseline: Self = "check.baseline"

  // MARK: - Saved plans

  /// The text is not a plan.
  package static let planMalformed: Self = "plan.malformed"
  /// The plan has an unknown version of the format.
  package static let planVersion: Self = "plan.version"
  /// The plan is for a different application, platform or server.
  package static let planOtherApplication: Self = "plan.other-application"
  /// The plan was made with another guid.
  package static let planOtherGUID: Self = "plan.other-guid"
}
