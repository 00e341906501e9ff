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
        plan.items[item].notes.append("Left out when the changes were picked; nothing is sent for it.")
      }
    }
    plan.counts = plan.counts.filter { $0.value > 0 }
    return plan
  }
}
