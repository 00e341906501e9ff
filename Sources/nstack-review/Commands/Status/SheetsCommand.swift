import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// `sheets`: the exported sheets, and the texts that their reviewers signed off.
struct SheetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheets", abstract: "List exported sheets, stop waiting for some, or exchange reviewed texts.",
    discussion: """
      Examples:

        nstack-review sheets list
        nstack-review sheets reviewed --export reviewed.json
      """,
    subcommands: [ListCommand.self, CloseCommand.self, ReviewedCommand.self], defaultSubcommand: ListCommand.self)

  /// `sheets list`.
  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the sheets that are out, in the order of their export.",
      discussion: """
        A sheet is out until a file of it is imported on this machine, or until it is closed.

        Examples:

          nstack-review sheets list
          nstack-review sheets list --all --json
        """)

    @Flag(name: .long, help: "Also list sheets that came back or were closed, with what came back.")
    var all = false
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(place, output) { profile in
          let rounds = try profile.rounds()
          let json = JSONValue.array((all ? rounds.rounds : rounds.out).map(\.json))
          try output.tell(.object([("sheets", json)]), lines: { all ? rounds.lines() : rounds.linesOfOut() })
        }
      }
    }
  }

  /// `sheets close`.
  struct CloseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "close", abstract: "Stop waiting for sheets that will not come back.",
      discussion: """
        A closed sheet can still be imported.

        Examples:

          nstack-review sheets close abcdefghij
          nstack-review sheets close abcdefghij klmnopqrst --json
        """)

    @Argument(help: "The ids of the sheets (see sheets list).") var ids: [String]
    @OptionGroup var place: PlaceOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(place, output) { profile in
          let closed = try profile.close(sheets: ids)
          try output.tell(
            JSONValue.object([("sheets", .array(closed.map(\.json)))]), lines: { closed.flatMap(\.lines) })
        }
      }
    }
  }
}
