import ArgumentParser
import Basics
import ReviewJournal
import NStackAPI
import TranslationReview

/// `status`: shows the progress of each locale.
struct StatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Show per locale how many texts are missing, proposed and deletable.",
    discussion: """
      Also lists the exported sheets that came back, and the imports that were cut off.

      Examples:

        nstack-review status --sandbox
        nstack-review status --profile staging --json
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      try await Connection.withProfile(connection, output) { profile in
        let dialog = TerminalDialog(output)
        let status = CatalogStatus(try await profile.readCatalog(dialog))
        let rounds = profile.rounds(dialog)
        let unfinished = try profile.unfinishedImports()
        try output.tell(
          status.json.adding("sheets", rounds.json).adding("unfinishedImports", .array(unfinished.map(\.json))),
          lines: { status.lines() + rounds.lines() + unfinished.map { "import \($0.line)" } })
      }
    }
  }
}
