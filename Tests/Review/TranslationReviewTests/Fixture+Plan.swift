import Basics
import ReviewFixtures
import ReviewSheets
import Spreadsheet

@testable import TranslationReview

extension Fixture {
  static func options(_ change: (inout PlanningOptions) -> Void) -> PlanningOptions {
    var options = PlanningOptions()
    options.checks = []
    change(&options)
    return options
  }

  /// For rules that are not about checks, whatever the texts of a test are.
  static let unchecked = options { _ in }

  static func plan(_ sheet: ReturnedSheet, against catalog: Catalog, options: PlanningOptions = unchecked) -> Changeset
  { ChangesetPlanner.plan(sheet, against: catalog, scope: scope, options: options) }

  static func plan(
    _ rows: [ReturnedRow], against catalog: Catalog, scope: SheetScope = scope, options: PlanningOptions = unchecked
  ) -> Changeset { ChangesetPlanner.plan(sheet(rows), against: catalog, scope: scope, options: options) }

  static func sheet(_ rows: [ReturnedRow]) -> ReturnedSheet {
    var sheet = ReturnedSheet()
    sheet.rows = rows
    sheet.exportedProposals = exportedProposals(rows)
    return sheet
  }

  /// A Danish row as a reviewer returns it.
  static func row(
    _ key: String, of catalog: Catalog, proposal: Int = 0, at line: Int = 2, file: Int = 0,
    form: ReturnedRow.ProposalForm = .certain, _ edit: (inout ReviewRow) -> Void
  ) throws -> ReturnedRow {
    returned(try exportedRow(key, of: catalog, proposal: proposal), at: line, file: file, form: form, edit)
  }

  /// The code of the error that ends the reading or writing of a sheet; nil if nothing does.
  static func code<Value>(_ body: () throws -> Value) -> String? {
    do { _ = try body() } catch { return (error as? SpreadsheetError)?.code.rawValue }
    return nil
  }

  /// Plans edits of exported Danish texts, which are in one row after the other.
  static func plan(
    _ edits: [(key: String, edit: (inout ReviewRow) -> Void)], of exported: Catalog, against server: Catalog? = nil,
    options: PlanningOptions = unchecked
  ) throws -> Changeset {
    let rows = try edits.enumerated().map { index, edit in
      returned(try exportedRow(edit.key, of: exported), at: index + 2, edit.edit)
    }
    return plan(rows, against: server ?? exported, options: options)
  }

  /// A plan of one file that was saved by this profile and read again.
  static func saved(_ plan: Changeset, provenance: SheetProvenance = provenance) throws -> PlanFile {
    var file = ReturnedSheet.File(path: "sheet.xlsx", digest: "ab12")
    file.rowCount = plan.rowCount
    let whole = Changeset(items: plan.items, changes: plan.changes, counts: plan.counts, files: [file])
    return try PlanFile(text: PlanFile(whole, scope: scope, guid: "me", provenance: provenance).text)
  }

  /// The rows of a to-fix sheet.
  static func toFix(_ plan: Changeset, _ catalog: Catalog) -> (sheet: ReviewSheet, rows: [ReviewRow])? {
    ToFixSheet(plan, results: plan.results, catalog: catalog, scope: scope).map { ($0.sheet, rows(of: $0.sheet)) }
  }

  /// Reads a file, and plans what it asks for.
  static func plan(fileAt path: String, against catalog: Catalog, options: PlanningOptions = unchecked) throws
    -> Changeset
  { plan(try ReviewSheetReader.read([path]), against: catalog, options: options) }
}

extension Changeset {
  /// What it asks the server for: the text of each proposal, and each deletion in words.
  var sent: [String] { operations.map { if case .propose(let value) = $0 { value } else { "\($0)" } } }
  var operations: [Change.Operation] { changes.map(\.operation) }
  var verdicts: [Verdict] { items.map(\.verdict) }
  /// The report of an import that made no call.
  var unsent: SubmissionReport { report(changes.map { _ in .notAttempted(Reason("call.ended")) }) }

  /// The report of an import that was not read again.
  func report(_ outcomes: [ChangeOutcome]) -> SubmissionReport {
    SubmissionReport(changeset: self, outcomes: outcomes, verification: .nothingToVerify)
  }

  /// Whether its first row says so.
  func tells(_ words: String) -> Bool { items.first?.message.contains(words) == true }
}

extension [Diagnostic] { var codes: [String] { map(\.code.rawValue) } }

extension PlanFile {
  /// What it still asks of a server, for the profile that saved it.
  func applied(to catalog: Catalog) throws -> Changeset {
    try changeset(against: catalog, scope: Fixture.scope, guid: "me")
  }
}

extension ChangeOutcome { static func done(_ id: Int?) -> Self { .applied(proposalID: id, altered: nil) } }

extension EditedSheet {
  /// Exports, changes the tables, and plans what came back.
  func plan(options: PlanningOptions = Fixture.unchecked, _ edit: (inout [Table]) throws -> Void) throws -> Changeset {
    Fixture.plan(try read(edit), against: catalog, options: options)
  }
}
