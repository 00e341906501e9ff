import Foundation
import HTTPCurl
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// A round trip from Swift: an export, a reviewer's edits, a plan, an import, and the same import once more.
///
/// Run it with the variables that `nstack-review sandbox` prints, and with a folder for its files:
///
/// ```sh
/// nstack-review sandbox > sandbox.env &
/// . ./sandbox.env
/// Embedding FOLDER
/// ```
@main enum Embedding {
  static func main() async {
    do {
      guard CommandLine.arguments.count == 2 else { throw Wrong("usage: Embedding FOLDER") }
      let transport = try CurlTransport()
      let result: Result<Void, any Error>
      do {
        let client = NStackClient(configuration: try configuration(), transport: transport)
        result = .success(try await roundTrip(client, in: CommandLine.arguments[1]))
      } catch { result = .failure(error) }
      await transport.shutdown()
      try result.get()
    } catch {
      FileHandle.standardError.write(Data("error: \(error)\n".utf8))
      exit(1)
    }
  }

  /// The connection, from the environment.
  private static func configuration() throws -> NStackConfiguration {
    func variable(_ name: String) throws -> String {
      if let value = ProcessInfo.processInfo.environment[name] { return value }
      throw Wrong("the variable \(name) is not set")
    }
    return try NStackConfiguration(
      baseURL: variable("NSTACK_BASE_URL"), applicationID: Secret(variable("NSTACK_APPLICATION_ID")),
      restAPIKey: Secret(variable("NSTACK_REST_API_KEY")), guid: variable("NSTACK_GUID"))
  }

  private static func roundTrip(_ client: NStackClient, in folder: String) async throws {
    // The folder keeps the journal of imports from run to run.
    let profile = ReviewProfile(client: client, stateFolder: "\(folder)/state")
    let dialog = PrintingDialog()

    var export = try ExportJob(to: .file("\(folder)/review.xlsx"))
    export.selection.locales = [Reviewer.locale]
    let exported = try await export.run(profile, dialog)
    print("exported \(exported.rowTotal) rows")

    try Reviewer.edit("\(folder)/review.xlsx", savingAs: "\(folder)/returned.xlsx")
    let sheet = try ReviewSheetReader.read(["\(folder)/returned.xlsx"])

    let report = try await importSheet(sheet, profile, dialog)
    for line in report.lines() { print("  \(line)") }
    try HTMLReport(report).text.write(toFile: "\(folder)/report.html", atomically: true, encoding: .utf8)
    guard case .verified = report.verification else { throw Wrong("the import was not verified") }
    try await Reviewer.check(client)
    print("the server holds what the reviewer asked for")

    let again = try await importSheet(sheet, profile, dialog)
    guard again.changeset.changes.isEmpty else { throw Wrong("the second import sent something") }
    print("the second import had nothing to send")
  }

  /// Imports a sheet as safely as the program does: a plan from a fresh reading, which is shown, each call in the journal before
  /// it is sent, and a last reading.
  private static func importSheet(_ sheet: ReturnedSheet, _ profile: ReviewProfile, _ dialog: PrintingDialog)
    async throws -> SubmissionReport
  {
    let plan = try await ImportSession.open(profile, dialog) { session in
      // Finishes an import that an earlier run left undone. If its sheet was edited since, the plan of that sheet has the rest.
      do { _ = try await session.resume() } catch let error as ImportError where error.code == .sheetChanged {}
      return try await session.plan(.sheets(sheet, PlanningOptions()))
    }
    show(plan.changeset)
    // Here an app waits for a person, with no session open.
    var options = ImportOptions()
    options.allowsDelete = true
    let outcome = try await ImportSession.open(profile, dialog) { [options] session in
      try await session.run(plan, options: options)
    }
    return outcome.report
  }

  /// Shows the rows with the differences of their texts, as an app would in a table.
  private static func show(_ changeset: Changeset) {
    for diagnostic in changeset.diagnostics { print("  \(diagnostic.line)") }
    for item in changeset.items {
      print("  \(item.row.text.section)/\(item.row.text.key): \(item.verdict.rawValue) \(item.message)")
      for finding in item.findings { print("    \(finding.sentence)") }
      for side in item.sides {
        let pieces = side.pieces.map { piece in
          switch piece.kind {
          case .same: piece.text
          case .removed: "[-\(piece.text)-]"
          case .added: "{+\(piece.text)+}"
          }
        }
        print("    \(side.label.rawValue): \(pieces.joined())")
      }
    }
    print("  plan: \(changeset.proposeCount) to propose, \(changeset.deleteCount) to delete")
  }
}

/// What went wrong, in a sentence.
struct Wrong: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
