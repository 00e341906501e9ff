import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TextStore
public import TranslationReview

struct PreviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "preview", "Write the texts as NStack serves them, with proposals applied, for an app to load. Sends nothing.",
    discussion: """
      Writes languages.json and a resource-LOCALE.json for each locale, and replaces those of an earlier preview. With \
      returned sheets, their changes are shown as if they were sent. `sandbox --data` serves the folder.
      """,
    examples: [
      "preview --output preview --only mine", "preview returned.xlsx --output preview --locale da-DK",
      "preview --output preview --pseudo long",
    ])

  @OptionGroup var sheets: SheetReadingOptions
  @Option(name: .output, help: .value("dir", "The folder for the files."), completion: .directory) var folder: String
  @Option("word", "Show only proposals of this profile (mine).") var only: [String] = []
  @OptionGroup var form: PseudoFlag
  @OptionGroup var locales: LocaleOptions
  @OptionGroup var planning: PlanningFlags
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(!folder.isEmpty, "--output is empty; it takes the name of a folder.")
    if sheets.files.isEmpty { try refuse(planning.givenForSheets, "is about returned sheets, and none was given.") }
  }

  func run() async throws {
    var job = PreviewJob(in: folder)
    job.selection = locales.selection
    job.choice = try only.words(among: ["mine"]).isEmpty ? .all : .own
    job.pseudo = form.pseudo
    if !sheets.files.isEmpty {
      let fetched = TemporaryFolder()
      defer { fetched.remove() }
      let named = try await sheets.fetched(into: fetched, output, connection)
      job.source = try PlanSource(named, planning)
    }
    let written = try await connection.withProfile(output) { [job] profile in
      try await job.run(profile, TerminalDialog(output))
    }
    try print(written)
    if let changeset = written.changeset { try OutputOptions.requireNoFindings(in: changeset, planning.failOn) }
  }

  private func print(_ written: PreviewJob.Written) throws {
    written.languageLines.forEach(output.note)
    written.changeset?.problemLines.forEach(Terminal.note)
    if output.json { return try Terminal.print(json(of: written)) }
    for file in written.files { output.note("wrote \(file.path): \(Counted.text(file.proposals, "proposal"))") }
    for path in written.removed { output.note("removed \(path): this preview does not have its locale") }
    if let changeset = written.changeset { output.note("sheets: \(changeset.callsLine)") }
  }

  private func json(of written: PreviewJob.Written) -> JSONValue {
    let files = written.files.map { file in
      JSONValue.members(["locale": file.locale, "file": file.path, "proposals": file.proposals])
    }
    let object: JSONValue = ["folder": folder, "files": files, "removed": written.removed]
    return written.changeset.map { object.with(["plan": $0.json]) } ?? object
  }
}

struct PseudoFlag: ParsableArguments {
  @Option("form", "Write all texts in this form, to reveal hard-coded or cut-off ones.") var pseudo: PseudoLocalization?
}

extension PseudoLocalization: ExpressibleByArgument {}
