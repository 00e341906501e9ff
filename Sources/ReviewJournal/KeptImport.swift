public import TranslationReview

/// One import as a list of imports shows it.
public struct KeptImport: Sendable {
  /// The import's name.
  public let id: String
  /// Which plan it carried out.
  public let identity: PlanIdentity
  /// What it was for.
  public let purpose: SubmissionRecord.Purpose
  /// Its start in seconds since 1970.
  public let startedAt: Double
  /// The application, platform and origin that it went to.
  public let scope: TextHash
  /// The files that it came from, as their paths were given.
  public let files: [ReturnedSheet.File]
  /// How many calls it planned.
  public let changes: Int
  /// How many of them ended in each outcome, by ``TranslationReview/ChangeOutcome/name``; `not-attempted` for the rest.
  public let outcomes: [String: Int]
  /// When a call was made last whose outcome is not known, in seconds since 1970; nil where none is in doubt.
  public let lastInDoubt: Double?
  /// Whether nothing is left to go on with.
  public let isComplete: Bool

  init(_ head: KeptHead, entries: [JournalEntry]) {
    id = head.id
    identity = PlanIdentity(text: head.plan)
    purpose = head.undoOf.map { .undo(of: $0) } ?? .sheets
    startedAt = head.startedAt
    scope = head.scopeHash
    files = head.returnedFiles
    changes = head.changes
    let progress = SubmissionProgress(count: head.changes, entries: entries)
    var counts: [String: Int] = [:]
    var last: Double?
    for state in progress.states {
      counts[state.standing?.name ?? "not-attempted", default: 0] += 1
      if case .inDoubt = state.standing { last = max(last ?? 0, state.lastSent ?? 0) }
    }
    outcomes = counts
    lastInDoubt = last
    if case .ended(_, true)? = entries.last { isComplete = true } else { isComplete = false }
  }
}
