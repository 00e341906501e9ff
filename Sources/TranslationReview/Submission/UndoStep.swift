import Basics
import NStackAPI

/// What undoing an import does about one text.
struct UndoStep {
  /// The decision.
  var verdict: Verdict
  /// The reason for sending nothing; empty for a call.
  var message = ""
  /// The call; nil for none.
  var operation: Changeset.Change.Operation?
  /// The value that was pending before; nil if none was, or none is known.
  var wish: String?

  /// Nothing to undo, because the call did not reach the server.
  static let nothingDone = UndoStep(
    verdict: .alreadyGone, message: "The answer to the call was lost, and the call was not carried out.")

  private static func proposing(_ value: String) -> UndoStep {
    UndoStep(verdict: .propose, operation: .propose(value: value), wish: value)
  }

  /// Returns the step for the changes of one text.
  ///
  /// - Parameters:
  ///   - changes: The import's changes.
  ///   - done: The places of the text's changes that the import carried out.
  ///   - pending: The proposals that were pending before the import.
  static func undoing(
    _ changes: [Changeset.Change], _ done: [Int], pending: [Proposal], _ snapshot: ProposalSnapshot
  ) -> UndoStep {
    let own = snapshot.own(changes[done[0]].text)
    let before =
      UndoPlan.deleted(done, of: changes).last.flatMap { last in pending.first { $0.id == last.id } }
      ?? pending.first(where: \.canDelete)
    let posted = done.compactMap { index -> String? in
      if case .propose(let value) = changes[index].operation { value } else { nil }
    }.last
    guard let posted else { return bringingBack(before, beside: own, pending: pending) }
    if let before, let own = own.first, ExactText(own.value) == ExactText(before.value) {
      return UndoStep(
        verdict: .alreadyProposed, message: "The proposal from before the import is pending again.",
        wish: before.value)
    }
    guard let now = own.first else {
      return UndoStep(
        verdict: .alreadyGone, message: "The import's proposal is already gone.", wish: before?.value)
    }
    guard snapshot.proposal(left: posted, for: changes[done[done.count - 1]]) != nil else {
      return UndoStep(
        verdict: .conflict,
        message: "This profile's proposal is now \"\(Visible.text(now.value))\", so it is left alone.",
        wish: before?.value)
    }
    guard let before else {
      return UndoStep(verdict: .delete, operation: .delete(proposalID: now.id, value: now.value))
    }
    return proposing(before.value)
  }

  /// Returns the step that proposes a deleted value again.
  ///
  /// - Parameter own: This profile's proposals of the text now. Another one would replace them.
  private static func bringingBack(_ before: Proposal?, beside own: [Proposal], pending: [Proposal]) -> UndoStep {
    guard let before else {
      return UndoStep(verdict: .refused, message: "The value of the deleted proposal is not known.")
    }
    guard let now = own.first else { return proposing(before.value) }
    if own.contains(where: { ExactText($0.value) == ExactText(before.value) }) {
      return UndoStep(
        verdict: .alreadyProposed,
        message: "This profile already proposes the deleted value, so there is nothing to bring back.",
        wish: before.value)
    }
    if own.allSatisfy(pending.contains) {
      return UndoStep(
        verdict: .refused,
        message: "The import left this profile's proposal \"\(Visible.text(now.value))\" of the text. NStack keeps one "
          + "of each user, so the deleted one cannot be brought back beside it.",
        wish: before.value)
    }
    return UndoStep(
      verdict: .conflict,
      message: "This profile now proposes \"\(Visible.text(now.value))\", so the text is left alone.",
      wish: before.value)
  }

  /// Returns the step that proposes again what the import overrode, if the import can be undone.
  func posting(_ overrode: Proposal, of text: TextIdentity, _ snapshot: ProposalSnapshot) -> UndoStep {
    let now = snapshot.proposals(of: text)
    let same = now.filter { ExactText($0.value) == ExactText(overrode.value) }
    if same.contains(where: { !$0.canDelete }) {
      return UndoStep(
        verdict: .alreadyProposed,
        message: "Somebody else has already proposed \"\(Visible.text(overrode.value))\" again.", wish: overrode.value)
    }
    if !same.isEmpty {
      return UndoStep(
        verdict: .alreadyProposed,
        message: "\"\(Visible.text(overrode.value))\" is already pending again, from this profile.",
        wish: overrode.value)
    }
    // If nothing is pending, proposing again replaces nothing.
    guard operation != nil || (verdict == .alreadyGone && now.isEmpty) else { return self }
    return .proposing(overrode.value)
  }

  /// Returns the step as far as the text still exists: NStack takes no proposal for any other.
  ///
  /// - Parameter texts: The server's texts; nil if they were not read.
  func checked(_ text: TextIdentity, in texts: Catalog?) -> UndoStep {
    guard case .propose? = operation, let texts, texts.isGone(text) else { return self }
    return UndoStep(
      verdict: .gone, message: "The text no longer exists, so its proposal cannot be brought back.", wish: wish)
  }
}
