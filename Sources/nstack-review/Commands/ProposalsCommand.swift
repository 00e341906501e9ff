public import ArgumentParser
import Basics
public import NStackAPI
import ReviewJournal
import TranslationReview

/// `proposals`: the same calls for one text, or a filtered list.
struct ProposalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "proposals", abstract: "List, add or delete single proposals.",
    discussion: """
      Examples:

        nstack-review proposals list --mine --locale da-DK
        nstack-review proposals add account newsletter da-DK 'Send mig nyheder'
      """,
    subcommands: [ListCommand.self, AddCommand.self, DeleteCommand.self])

  /// `proposals list`.
  struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List proposals.",
      discussion: """
        Examples:

          nstack-review proposals list --mine
          nstack-review proposals list --section 'account*' --state all --json
        """)

    @Flag(name: .long, help: "Only those that this profile may delete.")
    var mine = false
    @Flag(name: .long, help: "Only those for texts that no longer exist.")
    var orphaned = false
    @Option(name: .long, help: "unaccepted, accepted or all.")
    var state = ProposalState.unaccepted
    @OptionGroup var selection: SelectionOptions
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let dialog = TerminalDialog(output)
          let taken = selection.selection
          let locales = Set(selection.locale.map(LocaleName.normalized))
          var catalog = orphaned ? try await profile.readCatalog(dialog) : nil
          let proposals: [Proposal]
          if let catalog {
            proposals = catalog.orphanedProposals
          } else {
            let list = try await profile.client.proposalList(state: state)
            output.warn(of: list.unread)
            proposals = list.proposals
          }
          if !selection.fits(proposals) {
            // A pattern that matches no proposal may match a text without one.
            if catalog == nil { catalog = try await profile.readCatalog(dialog) }
            if let catalog { try selection.refuseUnmatched(in: catalog, and: proposals) }
          }
          let listed = proposals.filter { proposal in
            (!mine || proposal.canDelete) && taken.includes(TextKey(proposal.text))
              && (locales.isEmpty || locales.contains(LocaleName.normalized(proposal.text.locale)))
          }
          try output.tell(
            JSONValue.object([("proposals", .array(listed.map(\.json)))]), lines: { listed.map(ProposalText.line) })
          if !output.json { output.note(Counted.text(listed.count, "proposal")) }
        }
      }
    }
  }

  /// `proposals add`.
  struct AddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Propose a value for one text.",
      discussion: """
        Examples:

          nstack-review proposals add account newsletter da-DK 'Send mig nyheder'
          nstack-review proposals add start offer en-GB -- '-10% on rye bread'
        """)

    @Argument(help: "The section.") var section: String
    @Argument(help: "The key.") var key: String
    @Argument(help: "The locale.") var locale: String
    @Argument(help: "The value to propose.") var value: String
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        guard !value.allSatisfy(\.isWhitespace) else {
          throw Failure.usage(.emptyValue, "an empty text cannot be proposed.")
        }
        try await Connection.withProfile(connection, output) { profile in
          let text = TextIdentity(section: section, key: key, locale: locale)
          let proposal = try await profile.client.propose(value, for: text)
          let isPrinted = output.tellSent(
            proposal.json, summary: "the text was proposed as proposal \(proposal.id)",
            lines: { ["proposal \(proposal.id): \(ProposalText.oneLine(proposal.value))"] })
          if !isPrinted { throw ExitStatus.partial.error }
        }
      }
    }
  }

  /// `proposals delete`.
  struct DeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "delete", abstract: "Delete proposals of this profile by id.",
      discussion: """
        Says `deleted` only of a proposal that the server no longer lists.

        Examples:

          nstack-review proposals delete 118
          nstack-review proposals delete 118 119 120 --json
        """)

    @Argument(help: "The ids.") var ids: [Int]
    @OptionGroup var connection: ConnectionOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
      try await CommandRun.run(output) {
        try await Connection.withProfile(connection, output) { profile in
          let outcomes = try await ProposalDeletion(profile, TerminalDialog(output)).outcomes(of: ids)
          var members: [JSONValue] = []
          var isPrinted = true
          for (id, outcome) in outcomes {
            var fields: [(String, JSONValue)] = [("id", .integer(id)), ("outcome", .string(outcome.name))]
            let line = "proposal \(id): \(outcome.words)"
            if let failure = outcome.failure {
              fields.append(("message", .string(failure.line)))
              if !output.json { Terminal.note("error: \(line): \(failure.shownLine)") }
            } else if !output.json {
              isPrinted = output.tellSent(.null, summary: line, lines: { [line] }) && isPrinted
            }
            members.append(.object(fields))
          }
          if output.json {
            let summary = "\(Counted.text(outcomes.count, "proposal")) asked to be deleted"
            isPrinted = output.tellSent(
              JSONValue.object([("proposals", .array(members))]), summary: summary, lines: { [] })
          }
          if !isPrinted || outcomes.contains(where: { $0.outcome.failure != nil }) { throw ExitStatus.partial.error }
        }
      }
    }
  }
}

/// Proposals as lines of a list.
enum ProposalText {
  /// A proposal as a line.
  static func line(_ proposal: Proposal) -> String {
    let name = "\(Visible.text(proposal.text.section))/\(Visible.text(proposal.text.key))"
    let mark = proposal.canDelete ? "deletable" : "-"
    return "\(proposal.id)  \(name)  \(Visible.text(proposal.text.locale))  \(mark)  \(oneLine(proposal.value))"
  }

  static func oneLine(_ value: String) -> String {
    Visible.text(value, limit: 200)
  }
}

extension ProposalState: ExpressibleByArgument {}

extension ProposalDeletion.Outcome {
  /// The outcome's name in JSON.
  fileprivate var name: String {
    switch self {
    case .deleted: "deleted"
    case .alreadyGone: "already-gone"
    case .otherPlatform, .refused: "refused"
    case .inDoubt: "in-doubt"
    case .notAttempted: "not-attempted"
    }
  }

  /// The reason why the proposal is not gone; nil if it is.
  fileprivate var failure: Failure? {
    switch self {
    case .deleted, .alreadyGone: nil
    case .otherPlatform(let error):
      Failure(
        NStackError(
          error.code, delivery: error.delivery, request: error.request,
          message: "\(error.message); choose its --platform"))
    case .refused(let error), .inDoubt(let error), .notAttempted(let error): Failure(error)
    }
  }

  /// The outcome in words, if it is not a failure.
  fileprivate var words: String { name.replacing("-", with: " ") }
}
