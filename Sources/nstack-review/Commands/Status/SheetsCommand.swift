import ReviewJournal
import ReviewReports
import TranslationReview
import ArgumentParser
import Basics

struct SheetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "sheets", "List exported sheets, stop waiting for some, or exchange reviewed texts.",
    examples: ["sheets list", "sheets reviewed --export reviewed.json"],
    subcommands: [ListCommand.self, CloseCommand.self, ReviewedCommand.self], defaultSubcommand: ListCommand.self)

  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "list", "List the sheets that are out, in the order of their export.",
      discussion: "A sheet is out until a file of it is imported on this machine, or until it is closed.",
      examples: ["sheets list", "sheets list --all --json"])

    @Flag(help: "Also list sheets that came back or were closed.")
    var all = false
    @OptionGroup(title: "Connection") var application: ApplicationOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      try await Connection.withProfile(application, output) { profile in
        let rounds = try profile.rounds()
        let json = JSONValue.array((all ? rounds.rounds : rounds.out).map(\.json))
        try output.print(.members(["sheets": json]), lines: { all ? rounds.lines() : rounds.linesOfOut() })
      }
    }
  }

  struct CloseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      "close", "Stop waiting for sheets that will not come back.",
      discussion: "A closed sheet can still be imported.",
      examples: ["sheets close abcdefghij", "sheets close abcdefghij klmnopqrst --json"])

    @Argument(help: "The ids of the sheets (see sheets list).") var ids: [String]
    @OptionGroup(title: "Connection") var application: ApplicationOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
      try await Connection.withProfile(application, output) { profile in
        let closed = try profile.close(sheets: ids)
        try output.print(
          JSONValue.members(["sheets": closed.map(\.json)]), lines: { closed.flatMap(\.lines) })
      }
    }
  }
}
