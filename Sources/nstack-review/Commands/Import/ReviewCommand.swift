import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewPage
import TranslationReview

/// `review`: the same review on a page in the browser.
struct ReviewCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "review",
    abstract: "Review texts and proposals on a page in the browser, until interrupted.",
    discussion: """
      Opens a page on this machine, and prints its address. What is decided on the page is a draft, which is kept on \
      disk at once; nothing leaves before Send, which does what import does. Returned sheets are merged with the \
      server: their edits become drafts, and conflicts are decided on the page.

      Examples:

        nstack-review review --sandbox
        nstack-review review returned.xlsx --no-browser --port 8100
      """)

  @OptionGroup var sheets: SheetReadingOptions
  @OptionGroup var planning: PlanningFlags
  @Option(
    name: .long, help: "The locale whose texts are shown as the source (default: the application's).",
    completion: .locales)
  var source: String?
  @Option(
    name: .long, help: "Descriptions, screenshots and maximum lengths (.yaml or .csv), shown beside the texts.",
    completion: .file(extensions: ["yaml", "yml", "csv", "xlsx"]))
  var context: String?
  @Option(name: .long, help: "The port on 127.0.0.1 (default: a free one).")
  var port = 0
  @Flag(name: .long, help: "Print the address, and open no browser.")
  var noBrowser = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port is \(port); it takes a number from 0 to 65535.")
    }
    guard planning.onConflict == .skip else {
      throw ValidationError("--on-conflict is not for review, because conflicts are decided on the page.")
    }
    guard planning.checks.failOn == .error else {
      throw ValidationError("--fail-on is not for review, which ends when it is interrupted.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      try SystemLimits.require(.server)
      let settings = try settings()
      try await Connection.withProfile(connection, output) { profile in
        let dialog = PageDialog(terminal: TerminalDialog(output))
        let browser = noBrowser || !Terminal.isErrorATerminal ? nil : Browser(folder: settings.draftsFolder)
        let server = try await ReviewPageServer(
          profile, settings, port: port, dialog,
          addressed: { address in
            browser?.forget()
            output.note("to open the page once more: \(address)")
          }, warned: { output.note("warning: \($0)") })
        do {
          try await serve(server, profile, browser)
        } catch {
          await server.stop()
          throw error
        }
      }
    }
  }

  private func serve(_ server: ReviewPageServer, _ profile: ReviewProfile, _ browser: Browser?) async throws {
    // Before anything is printed, because a program that reads the address may end the review at once.
    let interruption = Interruption.first()
    let address = server.address
    try Terminal.print(output.json ? JSONValue.object([("address", .string(address))]).text : address)
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

  /// How many proposals there are, as a line.
  static func farewell(_ leaving: ReviewPageServer.Leaving) -> String {
    let proposals =
      "the server has \(Counted.text(leaving.proposals, "pending proposal")), \(leaving.mine) of them yours"
    guard leaving.drafts > 0 else { return proposals }
    return "\(proposals); \(Counted.being(leaving.drafts, "draft")) kept and not sent: "
      + "open the review again to send \(leaving.drafts == 1 ? "it" : "them")"
  }

  private func settings() throws -> ReviewSettings {
    guard let folder = connection.stateFolder else {
      throw Failure.usage(
        .stateFolder, "there is no folder to keep drafts in, as HOME is not set.", hint: "Set HOME or XDG_STATE_HOME.")
    }
    var settings = ReviewSettings(draftsFolder: folder)
    settings.planning = try planning.options()
    settings.sourceLocale = source
    settings.contexts = try context.map(ContextFile.contexts(at:)) ?? [:]
    settings.sheets = { [sheets, output, connection] in
      guard !sheets.files.isEmpty else { return nil }
      let folder = TemporaryFolder()
      defer { folder.remove() }
      return try await sheets.fetched(into: folder, output, connection).read()
    }
    settings.isSandbox = connection.usesSandbox
    return settings
  }
}
