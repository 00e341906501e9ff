import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewPage
import TranslationReview

struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "review", "Review texts and proposals on a page in the browser, until interrupted.",
    discussion: """
      Opens a page on this machine, and prints its address. What is decided there is a draft, kept on disk at once; \
      nothing leaves before Send, which does what import does. The edits of returned sheets become drafts.
      """,
    examples: [
      "review --sandbox", "review --locale da-DK --only unreviewed --memory team.tmx --fuzzy 80",
      "review returned.xlsx --no-browser --port 8100",
    ])

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup(visibility: .rare) var planning: PlanningFlags
  @OptionGroup var texts: TextChoiceOptions
  @Option("n", "The port on 127.0.0.1 (default: the last one, or a free one).") var port: Int?
  @Flag(.noBrowser) var noBrowser = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require("--port", port, takes: "a number from 0 to 65535", (0...65_535).contains)
    try requireToRead("--since", texts.since)
    try require(
      planning.onConflict == .skip && planning.prefer == nil,
      "--on-conflict and --prefer are not for review, because conflicts are decided on the page.")
    try require(planning.failOn == .error, "--fail-on is not for review, which ends when it is interrupted.")
  }

  func run() async throws {
    try SystemLimits.require(SystemLimits.server)
    var settings = try settings()
    try await DriveSheets.with(texts.memories.memory, output) { files in
      settings.memories = try texts.memories.with(files.map(\.path)).choice()
      try await run(settings)
    }
  }

  private func run(_ settings: ReviewSettings) async throws {
    try await connection.withProfile(output) { profile in
      let dialog = PageDialog(terminal: TerminalDialog(output))
      let browser = noBrowser || !Terminal.isErrorATerminal ? nil : Browser(folder: settings.draftsFolder)
      let server = try await ReviewPageServer(
        profile, settings, port: port, dialog,
        addressed: { address in
          browser?.forget()
          output.note("to open the page again: \(address)")
        }, warned: { output.note("warning: \($0)") })
      do { try await serve(server, profile, browser) } catch {
        await server.stop()
        throw error
      }
    }
  }

  private func serve(_ server: ReviewPageServer, _ profile: ReviewProfile, _ browser: Browser?) async throws {
    // Before the address is printed, because a program that reads it may end the review at once.
    let interruption = Interruption.first()
    let address = server.address
    try Terminal.print(output.json ? JSONValue.members(["address": address]).text : address)
    browser?.open(address)
    output.note("the review is open on this address, which works once; end it with Ctrl-C")
    for await _ in interruption { break }
    browser?.forget()
    profile.stop.stop("The review was ended before this call.")
    await server.waitUntilSent()
    let leaving = try await server.leaving
    await server.stop()
    output.note(Self.farewell(leaving))
  }

  static func farewell(_ leaving: ReviewPageServer.Leaving) -> String {
    let proposals =
      "the server has \(Counted.text(leaving.proposals, "pending proposal")), \(leaving.mine) of them yours"
    guard leaving.drafts > 0 else { return proposals }
    return "\(proposals); \(Counted.being(leaving.drafts, "draft")) kept and not sent: "
      + "open the review again to send \(leaving.drafts == 1 ? "it" : "them")"
  }

  private func settings() throws -> ReviewSettings {
    guard let folder = connection.application.folder else { throw Failure.noStateFolder(for: "drafts") }
    var settings = ReviewSettings(draftsFolder: folder)
    let checks = try SettingsFile.checkSettings(glossary: planning.glossary)
    settings.planning = try planning.options(checkedBy: checks)
    settings.author = AuthorName.of(sheets.author)
    settings.glossary = checks.glossary
    settings.selection = try texts.chosen()
    settings.leavesOutReviewed = texts.leavesOutReviewed
    settings.failing = texts.choosesFailing ? checks.checks : nil
    settings.extras = try texts.extras(sheets.csv)
    settings.memories = try texts.memories.choice()
    settings.sheets = { [sheets, output, connection] in
      guard !sheets.files.isEmpty else { return nil }
      let folder = TemporaryFolder()
      defer { folder.remove() }
      return try await sheets.fetched(into: folder, output, connection).read()
    }
    settings.isSandbox = connection.application.usesSandbox
    return settings
  }
}

/// The terminal as the dialog of a review on a page: notes and warnings. The page asks all questions and shows what is
/// sent.
private struct PageDialog: ImportDialog {
  let terminal: TerminalDialog

  func consent(to request: ConsentRequest) -> Consent { .declined }

  func note(_ event: ImportEvent) {
    switch event {
    // The review handles signals itself: the first one ends it, whether or not something is being sent.
    case .sendingBegan, .sent, .sendingEnded: break
    default: terminal.note(event)
    }
  }
}
