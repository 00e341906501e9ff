import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import ReviewReports
import TranslationReview

/// `proposals delete`.
struct ProposalsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Delete proposals of this profile: by id, or all that filters choose.",
    discussion: """
      Ids are deleted as they are. Filters are combined, choose only proposals of this profile, and show what would go \
      before they ask; without a terminal they need --yes and --allow-delete. Ids and filters exclude each other.

      A deletion is an import: `import --resume` goes on with it if it is cut off, and `history undo` proposes again what \
      it deleted. Some deletions are final, and the preview marks them: NStack takes no proposal for a text that no \
      longer exists, and keeps one of each user for a text. `deleted` is said only of a proposal that the server no longer \
      lists.

      Examples:

        nstack-review proposals delete 118 119 120
        nstack-review proposals delete --same-as-current --dry-run
        nstack-review proposals delete --failing any --locale da-DK --yes --allow-delete --max-deletes 1000
      """)

  @Argument(help: "The ids.") var ids: [Int] = []
  @OptionGroup var filters: ProposalFilterOptions
  @Option(
    name: .long,
    help: ArgumentHelp("Delete at most this many of what filters choose, the lowest ids first.", valueName: "n"))
  var limit: Int?
  @Option(
    name: .long, help: ArgumentHelp("Send nothing at all if more proposals than this would be deleted.", valueName: "n")
  )
  var maxDeletes: Int?
  @Flag(name: .long, help: "Delete without asking, together with --allow-delete.")
  var yes = false
  @Flag(name: .long, help: "Delete without asking, together with --yes.")
  var allowDelete = false
  @Flag(name: .long, help: "Only show what would be deleted.")
  var dryRun = false
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard ids.isEmpty || !filters.isGiven else {
      throw ValidationError(
        "Ids and filters exclude each other, and both were given; `proposals list` with the filters shows ids.")
    }
    guard !ids.isEmpty || filters.isGiven else {
      throw ValidationError(
        "Neither ids nor a filter say what to delete; --mine alone means all proposals of this profile.")
    }
    guard ids.isEmpty || limit == nil else {
      throw ValidationError("--limit is for filters, and ids were given; leave --limit out, or name fewer ids.")
    }
    guard filters.context == nil || filters.failing != nil else {
      throw ValidationError("--context gives maximum lengths for --failing, and --failing is missing.")
    }
    for (name, number) in [("--limit", limit), ("--max-deletes", maxDeletes)] {
      if let number, number < 0 { throw ValidationError("\(name) is \(number); it takes a number from 0 on.") }
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let filter = try filters.filter(takesLanguages: false)
      let deletion = ProposalDeletion(ids.isEmpty ? .matching(filter) : .ids(ids), limit: limit)
      try await Connection.withProfile(connection, output) { profile in
        // The ids name what is deleted, as the answer to a question would.
        let dialog = TerminalDialog(output, isConsentGiven: yes || !ids.isEmpty, stop: profile.stop)
        if dryRun { return try tell(try await profile.plan(deletion, dialog)) }
        let outcome = try await ImportSession.open(profile, dialog) {
          try await $0.delete(deletion, options: options)
        }
        try outcome.tell(output)
      }
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.allowsDelete = allowDelete || !ids.isEmpty
    options.maximumDeletes = maxDeletes
    return options
  }

  private func tell(_ plan: ProposalDeletion.Plan) throws {
    let changeset = plan.plan.changeset
    try output.tell(
      plan.adding(to: changeset.json),
      lines: {
        DeletionPreview(changeset, final: plan.finalIDs ?? [])
          .lines(limit: Terminal.isOutputATerminal ? Terminal.height : .max)
          + plan.leftOut.map(\.line) + ["plan: \(changeset.deleteCount) to delete"]
      }, problems: { changeset.problemLines })
    if !output.json { plan.remarks.forEach(output.note) }
    try output.refuse(changeset, above: maxDeletes)
    if changeset.hasRefusals || plan.leftOut.contains(where: { $0.reason != nil }) { throw ExitStatus.findings.error }
  }
}
