extension Changeset {
  /// Returns the plan with some of its changes only. The rows that ask for the others are skipped, with a note.
  ///
  /// - Parameter picked: The places in ``changes`` of the changes to keep.
  public func keeping(_ picked: Set<Int>) -> Changeset {
    var plan = self
    plan.changes = []
    for (index, change) in changes.enumerated() {
      if picked.contains(index) {
        plan.changes.append(change)
        continue
      }
      for item in change.items {
        plan.counts[items[item].verdict, default: 0] -= 1
        plan.counts[.skipped, default: 0] += 1
        plan.items[item].verdict = .skipped
        plan.items[item].notes.append(Item.leftOutNote)
      }
    }
    plan.counts = plan.counts.filter { $0.value > 0 }
    return plan
  }
}

extension Changeset.Item {
  /// The note of a row that was left out. A journal keeps the notes, so the row is known after a resumed import too.
  fileprivate static let leftOutNote = "Left out when the changes were picked; nothing is sent for it."

  /// Whether the row's change was left out by ``Changeset/keeping(_:)``. The reviewer's request is still open.
  var isLeftOut: Bool { verdict == .skipped && notes.contains(Self.leftOutNote) }
}
