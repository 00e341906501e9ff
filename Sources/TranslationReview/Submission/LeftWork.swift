package import NStackAPI

/// The work that an interrupted import still has to do after a later import has finished.
package enum LeftWork {
  /// Returns the open changes of the interrupted import that the later one does not ask for and the server does not hold.
  ///
  /// - Parameters:
  ///   - record: The interrupted import.
  ///   - entries: Its steps.
  ///   - changeset: The plan of the later import.
  ///   - isSameSheet: Whether both imports read the same sheet. Then the later one decides about all texts that it changes.
  ///   - proposals: The server's pending proposals now.
  package static func changes(
    of record: SubmissionRecord, _ entries: [JournalEntry], notIn changeset: Changeset, isSameSheet: Bool,
    against proposals: [Proposal]
  ) -> [Changeset.Change] {
    struct Wish: Hashable {
      let text: TextIdentity
      let operation: Changeset.Change.Operation?
    }
    let wishes = Set(
      changeset.changes.map { Wish(text: $0.text, operation: $0.operation) }
        + (isSameSheet ? changeset.changes.map { Wish(text: $0.text, operation: nil) } : []))
    let snapshot = ProposalSnapshot(ProposalList(proposals: proposals), begun: .zero)
    let changes = record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: entries).states
    return zip(changes, states).compactMap { change, state in
      guard state.outcome?.isOpen ?? true || state.isWithdrawn, snapshot.completion(of: change) == nil,
        !wishes.contains(Wish(text: change.text, operation: change.operation)),
        !wishes.contains(Wish(text: change.text, operation: nil))
      else { return nil }
      return change
    }
  }
}
