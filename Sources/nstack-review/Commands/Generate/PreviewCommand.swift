import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TextStore
import TranslationReview

/// `preview`: writes NStack's files with proposals applied.
struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Write the texts as NStack serves them, with proposals applied, for an app to load. Sends nothing.",
    discussion: """
      Writes languages.json and a resource-LOCALE.json for each locale, in the place of those of an earlier preview. \
      Values without a proposal keep their bytes. Of several proposals for a text, an own one is shown before another's, and \
      then the newest. With returned sheets, their changes are shown as if they were sent. `sandbox --preview` serves \
      the folder.

      Examples:

        nstack-review preview --output preview --mine
        nstack-review preview returned.xlsx --output preview --locale da-DK
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @Option(
    name: [.customLong("output"), .customShort("o")],
    help: ArgumentHelp("The folder for the files; it is created if there is none.", valueName: "dir"),
    completion: .directory)
  var folder: String
  @Flag(name: .long, help: "Show only proposals of this profile.")
  var mine = false
  @OptionGroup var locales: LocaleOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if folder.isEmpty { throw ValidationError("--output is empty; it takes the name of a folder.") }
    if sheets.files.isEmpty, let flag = planning.flagsOfSheets.first {
      throw ValidationError("\(flag) is about returned sheets, and none was given.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      var job = PreviewJob(in: folder)
      locales.apply(to: &job.selection)
      job.choice = mine ? .own : .all
      if !sheets.files.isEmpty {
        let fetched = TemporaryFolder()
        defer { fetched.remove() }
        let named = try await sheets.fetched(into: fetched, output, connection)
        job.source = try PlanSource(named, planning)
      }
      let written = try await Connection.withProfile(connection, output) { [job] profile in
        try await job.run(profile, TerminalDialog(output))
      }
      try tell(written)
      if let changeset = written.changeset { try DiffCommand.endWithFindings(of: changeset, planning.checks.failOn) }
    }
  }

  private func tell(_ written: PreviewJob.Written) throws {
    written.languageLines.forEach(output.note)
    written.changeset?.problemLines.forEach(Terminal.note)
    if output.json { return try Terminal.print(json(of: written)) }
    for file in written.files { output.note("wrote \(file.path): \(Counted.text(file.proposals, "proposal"))") }
    for path in written.removed { output.note("removed \(path): this preview does not have its locale") }
    if let changeset = written.changeset { output.note("sheets: \(changeset.callsLine)") }
  }

  private func json(of written: PreviewJob.Written) -> JSONValue {
    let files = written.files.map { file in
      JSONValue.object([
        ("locale", .string(file.locale)), ("file", .string(file.path)), ("proposals", .integer(file.proposals)),
      ])
    }
    let object = JSONValue.object([
      ("folder", .string(folder)), ("files", .array(files)), ("removed", .array(written.removed.map { .string($0) })),
    ])
    return written.changeset.map { object.adding("plan", $0.json) } ?? object
  }
}
