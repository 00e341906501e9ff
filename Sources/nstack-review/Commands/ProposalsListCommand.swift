public import ArgumentParser
import Basics
public import NStackAPI
import ReviewJournal
import TranslationReview

/// `proposals list`.
struct ProposalsListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List proposals.",
    discussion: """
      The flags that choose proposals are combined: a proposal must fit all of them.

      Examples:

        nstack-review proposals list --mine
        nstack-review proposals list --section 'account*' --state all --json
        nstack-review proposals list --failing any --older-than 90
      """)

  @Option(name: .long, help: "unaccepted, accepted or all.")
  var state = ProposalState.unaccepted
  @OptionGroup var filters: ProposalFilterOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let filter = try filters.filter()
      try await Connection.withProfile(connection, output) { profile in
        let dialog = TerminalDialog(output)
        let read = try await profile.proposals(in: state, withTexts: filter.needsTexts, dialog)
        let listed = try await profile.chosen(by: filter, from: read, dialog)
        try output.tell(
          JSONValue.object([("proposals", .array(listed.map(\.json)))]), lines: { listed.map(ProposalText.line) })
        if !output.json { output.note(Counted.text(listed.count, "proposal")) }
      }
    }
  }
}

extension ProposalState: ExpressibleByArgument {}
