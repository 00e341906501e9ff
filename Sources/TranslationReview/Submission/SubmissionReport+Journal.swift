extension SubmissionReport {
  /// Creates the report of a submission from its journal. The findings of the last reading are in the outcomes.
  public init(_ record: SubmissionRecord, _ entries: [JournalEntry]) {
    let progress = SubmissionProgress(count: record.changeset.changes.count, entries: entries)
    let outcomes = progress.states.map { $0.standing ?? .notAttempted(reason: "The import ended before this call.") }
    let differences = outcomes.enumerated().compactMap { index, outcome -> Difference? in
      guard case .overridden(let seen) = outcome else { return nil }
      return Difference(change: index, seen: seen)
    }
    let verification: Verification =
      if !Self.wasReadAtTheEnd(entries, count: progress.states.count) {
        .notRead("the journal has no reading after the last call, and the server was not asked again")
      } else {
        differences.isEmpty ? .verified : .differences(differences)
      }
    self.init(
      changeset: record.changeset, outcomes: outcomes, verification: verification,
      isResumable: !Self.isComplete(entries), overrode: progress.overrode)
  }

  private static func isComplete(_ entries: [JournalEntry]) -> Bool {
    if case .ended(_, true)? = entries.last { true } else { false }
  }

  /// Whether the import is complete and all its calls had ended before the last reading.
  private static func wasReadAtTheEnd(_ entries: [JournalEntry], count: Int) -> Bool {
    let reading = entries.lastIndex { if case .reading = $0 { true } else { false } }
    guard let reading, isComplete(entries) else { return false }
    let isCalledLater = entries[reading...].contains { if case .intent = $0 { true } else { false } }
    let before = SubmissionProgress(count: count, entries: Array(entries[..<reading]))
    return !isCalledLater && before.states.allSatisfy { !$0.isWithdrawn && $0.outcome?.isEnded ?? false }
  }
}

extension ChangeOutcome {
  /// Whether the outcome of the call was saved.
  fileprivate var isEnded: Bool {
    if case .inDoubt(JournalError.Code.noOutcome.rawValue, _) = self { false } else { true }
  }
}
