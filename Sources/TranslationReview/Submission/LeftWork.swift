package import NStackAPI

/// What an import that was cut off still has to do once a later one is through.
package enum LeftWork {
  /// The open changes of the earlier import that are neither wanted by the later one nor done on the server.
  ///
  /// - Parameters:
  ///   - record: The import that was cut off.
  ///   - entries: Its steps.
  ///   - changeset: The plan of the later one.
  ///   - isSameSheet: Whether both read the same file, where it is the later one that says what is wanted of its texts.
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
