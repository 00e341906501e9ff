extension SubmissionReport {
  /// The report of a submission as its journal holds it. What the last reading found stands in the outcomes.
  public init(_ record: SubmissionRecord, _ entries: [JournalEntry]) {
    let progress = SubmissionProgress(count: record.changeset.changes.count, entries: entries)
    let outcomes = progress.states.map { $0.standing ?? .notAttempted(reason: "The import ended before this call.") }
    let differences = outcomes.enumerated().compactMap { index, outcome -> Difference? in
      guard case .overridden(let seen) = outcome else { return nil }
      return Difference(change: index, seen: seen)
    }
    self.init(
      changeset: record.changeset, outcomes: outcomes,
      verification: differences.isEmpty ? .notRead("this is what the journal holds") : .differences(differences),
      isResumable: !progress.isComplete)
  }
}
