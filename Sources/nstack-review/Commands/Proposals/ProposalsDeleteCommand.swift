import TranslationReview
import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports
import TranslationReview

struct ProposalsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "delete", "Delete proposals of this profile: by id, or all that filters choose.",
    discussion: """
      Ids are deleted as they are. Filters are combined, choose only proposals of this profile, and show what would go \
      before they ask; without a terminal they need --yes and --allow-delete. Ids and filters exclude each other.

      A deletion is an import: `import --resume` goes on with it if it is cut off, and `history undo` proposes again what \
      it deleted. Some deletions are final, and the preview marks them: NStack takes no proposal for a text that no \
      longer exists, and keeps one of each user for a text. `deleted` is said only of a proposal that the server no longer \
      lists.
      """,
    examples: [
      "proposals delete 118 119 120", "proposals delete --same-as-current --dry-run",
      "proposals delete --failing any --locale da-DK --yes --allow-delete --max-deletes 1000",
    ])

  @Argument(help: "The ids.") var ids: [Int] = []
  @OptionGroup var filters: ProposalFilterOptions
  @Option(help: .value("n", "Delete at most this many of what filters choose, the lowest ids first."))
  var limit: Int?
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var deletions: DeletionOptions
  @OptionGroup(title: "Connection") var connection: ConnectionOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    try require(
      ids.isEmpty || !filters.isGiven,
      "Ids and filters exclude each other, and both were given; `proposals list` with the filters shows ids.")
    try require(
      !ids.isEmpty || filters.isGiven,
      "Neither ids nor a filter say what to delete; --mine alone means all proposals of this profile.")
    try require(
      ids.isEmpty || limit == nil, "--limit is for filters, and ids were given; leave --limit out, or name fewer ids.")
    try require(
      filters.context.context == nil || filters.failing != nil,
      "--context gives maximum lengths for --failing, and --failing is missing.")
    try require("--limit", limit, takes: "a number from 0 on") { $0 >= 0 }
  }

  func run() async throws {
    let filter = try filters.filter(takesLanguages: false)
    let deletion = ProposalDeletion(ids.isEmpty ? .matching(filter) : .ids(ids), limit: limit)
    try await Connection.withProfile(connection, output) { profile in
      // The ids name what is deleted, as the answer to a question would.
      let dialog = TerminalDialog(output, isConsentGiven: consent.yes || !ids.isEmpty, stop: profile.stop)
      if consent.dryRun { return try print(try await profile.plan(deletion, dialog)) }
      let outcome = try await ImportSession.open(profile, dialog) {
        try await $0.delete(deletion, options: options)
      }
      try outcome.print(output)
    }
  }

  private var options: ImportOptions {
    var options = ImportOptions()
    options.allowsDelete = deletions.allowDelete || !ids.isEmpty
    options.maximumDeletes = deletions.maxDeletes
    return options
  }

  private func print(_ plan: ProposalDeletion.Plan) throws {
    let changeset = plan.plan.changeset
    try output.print(
      plan.adding(to: changeset.json),
      lines: {
        DeletionPreview(changeset, final: plan.finalIDs ?? [])
          .lines(limit: Terminal.isOutputATerminal ? Terminal.height : .max)
          + plan.leftOut.map(\.line) + ["plan: \(changeset.deleteCount) to delete"]
      }, problems: { changeset.problemLines })
    if !output.json { plan.remarks.forEach(output.note) }
    try output.requireDeletes(of: changeset, atMost: deletions.maxDeletes)
    if changeset.hasRefusals || plan.leftOut.contains(where: { $0.reason != nil }) { throw ExitStatus.findings.error }
  }
}
