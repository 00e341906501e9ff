import NStackAPI
import TranslationReview

/// The time of an import's last call about each text, in seconds since 1970.
struct LastCalls {
  private(set) var times: [TextIdentity: Double] = [:]

  /// - Parameter countsAll: Whether to count calls that certainly changed nothing.
  init(_ kept: (record: SubmissionRecord, entries: [JournalEntry]), countsAll: Bool = false) {
    let changes = kept.record.changeset.changes
    let states = SubmissionProgress(count: changes.count, entries: kept.entries).states
    for (change, state) in zip(changes, states) {
      guard let sent = state.lastSent, countsAll || Self.mayHaveChanged(state.standing) else { continue }
      times[change.text] = max(times[change.text] ?? sent, sent)
    }
  }

  private static func mayHaveChanged(_ outcome: ChangeOutcome?) -> Bool {
    switch outcome {
    case .applied, .alreadyThere, .overridden, .inDoubt: true
    default: false
    }
  }
}
