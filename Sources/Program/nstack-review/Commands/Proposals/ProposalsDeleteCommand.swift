import ArgumentParser
import Basics
import ReviewJournal
import ReviewReports

struct ProposalsDeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "delete", "Delete proposals of this profile: by id, or all that filters choose.",
    discussion: """
      Ids are deleted as they are. Filters are combined, choose only proposals of this profile, and show what would go \
      before they ask; without a terminal they need --yes and --allow-delete. Ids and filters exclude each other.

      A deletion is an import: `history undo` proposes again what it deleted, except for deletions that the preview marks \
      as final.
      """,
    examples: [
      "proposals delete 118 119 120", "proposals delete --only same-as-current --dry-run",
      "proposals delete --only failing --locale da-DK --yes --allow-delete --max-deletes 1000",
    ])

  @Argument(help: "The ids.") var ids: [Int] = []
  @OptionGroup var filters: ProposalFilterOptions
  @OptionGroup var consent: ConsentOptions
  @OptionGroup var deletions: DeletionOptions
  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    try require(
      ids.isEmpty || !filters.isGiven,
      "Ids and filters exclude each other, and both were given; `proposals list` with the filters shows ids.")
    try require(
      !ids.isEmpty || filters.isGiven,
      "Neither ids nor a filter say what to delete; --only mine means all proposals of this profile.")
    try require(
      filters.context.context == nil || filters.choosesFailing,
      "--context gives maximum lengths for --only failing, which is missing.")
  }

  func run() async throws {
    let filter = try filters.filter(filters.words(), takesLanguages: false)
    let deletion = ProposalDeletion(ids.isEmpty ? .matching(filter) : .ids(ids))
    try await connection.withProfile(output) { profile in
      // A user who names ids has already decided what to delete, so no consent is asked for.
      let dialog = TerminalDialog(output, isConsentGiven: consent.yes || !ids.isEmpty, stop: profile.stop)
      if consent.dryRun { return try print(try await profile.plan(deletion, dialog)) }
      let outcome = try await ImportSession.open(profile, dialog) { try await $0.delete(deletion, options: options) }
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
        DeletionPreview(changeset, final: plan.finalIDs ?? []).lines(
          limit: Terminal.isOutputATerminal ? Terminal.height : .max) + plan.leftOut.map(\.line) + [
            "plan: \(changeset.deleteCount) to delete"
          ]
      }, problems: { changeset.problemLines })
    if !output.json { plan.remarks.forEach(output.note) }
    try output.requireDeletes(of: changeset, atMost: deletions.maxDeletes)
    if changeset.hasRefusals || plan.leftOut.contains(where: { $0.reason != nil }) { throw ExitStatus.findings.error }
  }
}

extension ProposalDeletion.LeftOut {
  var line: String { "proposal \(id): \(reason.map { "refused: \($0)" } ?? "already gone")" }
}

extension ProposalDeletion.Plan {
  var remarks: [String] {
    var remarks: [String] = []
    let chosen = plan.changeset.deleteCount
    if let final = finalIDs?.count, final > 0 {
      remarks.append(
        "\(final) of \(Counted.text(chosen, "deletion")) \(final == 1 ? "is" : "are") final: "
          + "`history undo` cannot bring \(final == 1 ? "it" : "them") back")
    }
    if let line = ProposalFilterOptions.line(ofAgeless: ageless) { remarks.append(line) }
    if othersMatching > 0 {
      let (verb, whose) = othersMatching == 1 ? ("matches", "its author") : ("match", "their authors")
      remarks.append(
        "\(Counted.text(othersMatching, "proposal")) of other users \(verb) too and will stay: only \(whose) can delete "
          + (othersMatching == 1 ? "it" : "them"))
    }
    return remarks
  }

  /// The members about the choice, added to an object.
  func adding(to object: JSONValue) -> JSONValue {
    object.with(["othersMatching": othersMatching, "unknownAge": ageless, "final": finalIDs?.count])
  }
}

private struct DeletedProposal: JSONConvertible {
  let id: Int
  let outcome: String
  /// Why the proposal still exists; nil if it is gone.
  let problem: String?

  var line: String { "proposal \(id): \(outcome.replacing("-", with: " "))" }

  var json: JSONValue {
    let json: JSONValue = ["id": id, "outcome": outcome]
    return problem.map { json.with(["message": $0]) } ?? json
  }

  init(_ left: ProposalDeletion.LeftOut) {
    (id, outcome, problem) = (left.id, left.reason == nil ? "already-gone" : "refused", left.reason)
  }

  init(itemAt index: Int, of report: SubmissionReport) {
    let item = report.changeset.items[index]
    id = item.row.proposalID ?? 0
    guard let result = report.outcome(ofItemAt: index) else {
      (outcome, problem) = ("refused", item.message)
      return
    }
    switch result {
    case .applied:
      if case .notRead(let reason) = report.verification {
        (outcome, problem) = ("unconfirmed", "the call was made, and the list was not read again: \(reason)")
      } else {
        (outcome, problem) = ("deleted", nil)
      }
    case .alreadyThere: (outcome, problem) = ("already-gone", nil)
    case .overridden: (outcome, problem) = ("refused", "the server answered that it is gone, but still lists it")
    case .refused, .conflict: (outcome, problem) = ("refused", result.message)
    case .unconfirmed: (outcome, problem) = ("unconfirmed", result.message)
    case .failed, .notAttempted: (outcome, problem) = ("not-attempted", result.message)
    }
  }
}

extension ProposalDeletion.Outcome {
  /// What became of each proposal, as an object.
  var json: JSONValue { plan.adding(to: ["proposals": proposals]).with(["import": result.id]) }

  /// Prints the outcome for each proposal, and ends with the exit code.
  func print(_ output: OutputOptions) throws {
    let report = result.report
    let proposals = proposals
    let problems = proposals.compactMap { proposal in
      proposal.problem.map { "error: \(proposal.line): \(Visible.text($0.replacing("\n", with: " "), limit: 4_000))" }
    }
    let isPrinted = output.printSent(
      json,
      summary: "the deletion of \(Counted.text(proposals.count, "proposal")) was asked for (\(Self.counts(proposals)))",
      lines: { proposals.filter { $0.problem == nil }.map(\.line) })
    if !output.json {
      problems.forEach(Terminal.note)
      plan.remarks.forEach(output.note)
      output.note("\(Counted.text(proposals.count, "proposal")): \(Self.counts(proposals))")
      if let id = result.id { output.note(undoing(id)) }
    }
    try report.endIfInterrupted(output)
    if !isPrinted || !problems.isEmpty || report.isIncomplete { throw ExitStatus.partial.error }
  }

  /// The import's id, and how to take it back if that is possible.
  private func undoing(_ id: String) -> String {
    guard proposals.contains(where: { $0.outcome == "deleted" }) else { return "import \(id)" }
    let final = plan.finalIDs?.count ?? 0
    guard final < plan.plan.changeset.deleteCount else { return "import \(id); it cannot be taken back" }
    return "import \(id); to propose them again\(final > 0 ? ", except the final ones" : ""): "
      + "nstack-review history undo \(id)"
  }

  /// The proposals in the order of the ids that were asked for, or else of the plan.
  private var proposals: [DeletedProposal] {
    let report = result.report
    let proposals =
      report.changeset.items.indices.map { DeletedProposal(itemAt: $0, of: report) }
      + plan.leftOut.map(DeletedProposal.init)
    guard !plan.leftOut.isEmpty else { return proposals }
    let places = Dictionary(zip(plan.asked, plan.asked.indices), uniquingKeysWith: { first, _ in first })
    return proposals.sorted { places[$0.id] ?? 0 < places[$1.id] ?? 0 }
  }

  private static func counts(_ proposals: [DeletedProposal]) -> String {
    let counts = proposals.reduce(into: [:]) { $0[$1.outcome, default: 0] += 1 }
    let words = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.replacing("-", with: " "))" }
    return words.isEmpty ? "nothing to delete" : words.joined(separator: ", ")
  }
}
