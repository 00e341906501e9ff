import ArgumentParser
import Basics
import NStackAPI
import TranslationReview

/// `status`: how far each locale is.
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
      try await Connection.withConnection(connection, output) { connection in
        let status = CatalogStatus(try await connection.fetchCatalog(output))
        let rounds = SheetRegisterFile.rounds(self.connection, scope: connection.scope, output)
        let unfinished = try JournalPlace.unfinishedImports(connection)
        try output.tell(
          status.json.adding("sheets", rounds.json).adding("unfinishedImports", .array(unfinished.map(\.json))),
          lines: { status.lines() + rounds.lines() + unfinished.map { "import \($0.line)" } })
      }
    }
  }
}
