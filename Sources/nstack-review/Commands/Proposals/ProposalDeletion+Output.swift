import Basics
import ReviewJournal
import ReviewReports
import TranslationReview

extension ProposalDeletion.LeftOut {
  var line: String { "proposal \(id): \(reason.map { "refused: \($0)" } ?? "already gone")" }
}

extension ProposalDeletion.Plan {
  /// What the plan leaves out, in sentences.
  var remarks: [String] {
    var remarks: [String] = []
    let chosen = plan.changeset.deleteCount
    if let final = finalIDs?.count, final > 0 {
      remarks.append(
        "\(final) of \(Counted.text(chosen, "deletion")) \(final == 1 ? "is" : "are") final: "
          + "`history undo` cannot bring \(final == 1 ? "it" : "them") back")
    }
    if chosen < matching { remarks.append("--limit: \(chosen) of \(Counted.text(matching, "proposal")) that match") }
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
    object.with([
      "matching": matching, "othersMatching": othersMatching,
      "final": finalIDs?.count,
    ])
  }
}

/// What became of one proposal that was to be deleted.
private struct DeletedProposal {
  let id: Int
  let outcome: String
  /// Why it is not gone; nil if it is.
  let problem: String?

  var line: String { "proposal \(id): \(outcome.replacing("-", with: " "))" }

  var json: JSONValue {
    let json = JSONValue.members(["id": id, "outcome": outcome])
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
        (outcome, problem) = ("in-doubt", "the call was made, and the list was not read again: \(reason)")
      } else {
        (outcome, problem) = ("deleted", nil)
      }
    case .alreadyThere: (outcome, problem) = ("already-gone", nil)
    case .overridden: (outcome, problem) = ("refused", "the server answered that it is gone, and lists it still")
    case .refused, .conflict: (outcome, problem) = ("refused", result.message)
    case .inDoubt: (outcome, problem) = ("in-doubt", result.message)
    case .failed, .notAttempted: (outcome, problem) = ("not-attempted", result.message)
    }
  }
}

extension ProposalDeletion.Outcome {
  /// Prints what became of each proposal, and ends with the exit code.
  func print(_ output: OutputOptions) throws {
    let report = result.report
    let proposals = proposals
    let json = plan.adding(to: .members(["proposals": proposals.map(\.json)]))
      .with(["import": result.id])
    let problems = proposals.compactMap { proposal in
      proposal.problem.map { "error: \(proposal.line): \(Visible.text($0.replacing("\n", with: " "), limit: 4_000))" }
    }
    let isPrinted = output.printSent(
      json, summary: "\(Counted.text(proposals.count, "proposal")) asked to be deleted (\(Self.counts(proposals)))",
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
