import NStackAPI
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
  /// What tells who proposed from others; nil where that was not kept.
  public let guidMark: String?
  /// The files that it came from; their paths are from the root but in journals of earlier versions.
  public let files: [ReturnedSheet.File]
  /// The files that are not review sheets and were left out.
  public let foreignFiles: [ReturnedSheet.ForeignFile]
  /// How many calls it planned.
  public let changes: Int
  /// How many of them ended in each outcome, by `ChangeOutcome.name`; `not-attempted` for the rest.
  public let outcomes: [String: Int]
  /// When a call was made last, in seconds since 1970; nil where none was.
  public let lastSent: Double?
  /// When a call was made last whose outcome is not known, in seconds since 1970; nil where none is in doubt.
  public let lastInDoubt: Double?
  /// The time after which such a call cannot be carried out any more; nil where none is in doubt, or it was not kept.
  public let timeoutInDoubt: Duration?
  /// Whether the reviewers' notes were kept.
  public let keepsNotes: Bool
  /// Whether nothing is left to go on with.
  public let isComplete: Bool

  /// - Parameter summary: What is known of an import that is over; its steps are not needed then.
  init(_ head: KeptHead, entries kept: [KeptEntry], summary: KeptSummary? = nil) throws {
    let entries = try kept.map { try $0.entry() }
    id = head.id
    identity = PlanIdentity(text: head.plan)
    purpose = head.undoOf.map { .undo(of: $0) } ?? .sheets
    startedAt = head.startedAt
    scope = head.scopeHash
    guidMark = head.guidMark
    files = head.returnedFiles
    foreignFiles = head.leftOutFiles
    keepsNotes = head.hasRemarks == true
    changes = head.changes
    let progress = SubmissionProgress(count: summary == nil ? head.changes : 0, entries: entries)
    var counts: [String: Int] = [:]
    var last: Double?
    var timeouts: [Int: Double] = [:]
    for entry in kept { if let change = entry.change, let timeout = entry.timeout { timeouts[change] = timeout } }
    var longest: Double?
    for (index, state) in progress.states.enumerated() {
      counts[state.standing?.name ?? "not-attempted", default: 0] += 1
      guard case .inDoubt = state.standing else { continue }
      last = max(last ?? 0, state.lastSent ?? 0)
      if let timeout = timeouts[index] { longest = max(longest ?? 0, timeout) }
    }
    outcomes = summary?.outcomes ?? counts
    lastSent = summary.map(\.lastSent) ?? progress.states.compactMap(\.lastSent).max()
    lastInDoubt = last
    timeoutInDoubt = longest.map { .seconds(clamping: $0) }
    if case .ended(_, true)? = entries.last { isComplete = true } else { isComplete = summary != nil }
  }
}
