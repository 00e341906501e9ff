import ArgumentParser
import NStackAPI
import ReviewJournal
import TranslationReview

/// `history abandon`: an import that was cut off and is not to be gone on with.
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
      try await Connection.withConnection(connection, output) { connection in
        let journal = try JournalPlace.openForImport(connection)
        defer { journal.close() }
        guard let kept = try journal.unfinishedImports().last(where: { $0.id == id }) else {
          throw JournalError(.unknownImport, "There is no unfinished import \"\(id)\".")
        }
        // What is written next takes the note of lost steps away.
        try await ImportRun(connection: connection, output: output, journal: journal).waitForLostSteps()
        try journal.abandon(importWithID: id, time: RetryClock.system.calendarNow())
        output.note("left as it is: import \(kept.summary)")
      }
    }
  }
}
