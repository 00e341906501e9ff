import NStackAPI
import Spreadsheet
import TranslationReview

/// Plans on disk.
enum PlanFiles {
  /// Saves a plan.
  static func write(_ changeset: Changeset, to path: String, _ connection: Connection, _ output: OutputOptions) throws {
    let plan = PlanFile(
      changeset, scope: connection.scope, guid: connection.client.configuration.guid,
      provenance: SheetProvenance(
        profile: connection.profile, exportedAt: CalendarTime.now(), tool: ProgramVersion.name))
    let file = try OutputFile(path: path)
    try Array(plan.text.utf8).withUnsafeBytes { try file.write($0) }
    try file.finish()
    output.note(
      "wrote \(path): \(Counted.text(plan.changeCount, "change")); apply it with `nstack-review import --plan \(path)`")
  }

  /// Reads a plan.
  static func read(_ path: String) throws -> PlanFile {
    guard let text = try PlainFile.text(at: path, most: 1 << 30) else {
      throw Failure.usage("plan.missing", "\(path): there is no such file.")
    }
    do {
      return try PlanFile(text: text)
    } catch {
      throw placed(error, path)
    }
  }

  /// A saved plan against what the server holds now.
  static func changeset(
    of plan: PlanFile, at path: String, against catalog: Catalog, _ connection: Connection
  ) throws -> Changeset {
    do {
      return try plan.changeset(
        against: catalog, scope: connection.scope, guid: connection.client.configuration.guid)
    } catch {
      throw placed(error, path)
    }
  }

  /// An error with the path of the plan, and with the command that makes a new one where that helps.
  private static func placed(_ error: SpreadsheetError, _ path: String) -> SpreadsheetError {
    var error = SpreadsheetError(
      error.code, error.message, hint: error.hint == nil ? nil : "Make a new plan with diff --output.",
      place: error.place, cause: error.cause)
    error.place.file = path
    return error
  }
}
