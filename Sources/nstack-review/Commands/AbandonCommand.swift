import ArgumentParser
import ReviewJournal

/// `history abandon`: closes an import that was cut off.
struct AbandonCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "abandon", abstract: "Leave an import that was cut off as it is: it is no longer unfinished.",
    discussion: """
      `status` lists the imports that were cut off, with their ids. An import that is abandoned can still be shown, and taken \
      back with `history undo`.

      Examples:

        nstack-review history abandon 20260131-100000-abc
        nstack-review history abandon 20260131-100000-abc --profile staging
      """)

  @Argument(help: "The import's id.") var id: String
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      try await Connection.withProfile(connection, output) { profile in
        let kept = try await ImportSession.open(profile, TerminalDialog(output)) { try await $0.abandon(id) }
        output.note("left as it is: import \(kept.summary)")
      }
    }
  }
}
