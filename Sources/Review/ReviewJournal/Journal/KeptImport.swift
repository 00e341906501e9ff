import NStackAPI
public import TranslationReview

/// One import as a list of imports shows it.
public struct KeptImport: Sendable {
  /// The import's name.
  public let id: String
  /// The plan that it carried out.
  package let identity: PlanIdentity
  /// Its purpose.
  package let purpose: SubmissionRecord.Purpose
  /// Its start in seconds since 1970.
  package let startedAt: Double
  /// The application, platform and origin that it went to.
  public let scope: TextHash
  /// A hash of the guid that proposed; nil if it was not kept.
  package let guidMark: String?
  /// The files that it came from, with absolute paths.
  public let files: [ReturnedSheet.File]
  /// The people who wrote in its files and rows, as far as they are known, in alphabetical order.
  package let authors: [String]
  /// The files that are not review sheets and were left out.
  package let foreignFiles: [ReturnedSheet.ForeignFile]
  /// The number of calls that it planned.
  public let changes: Int
  /// The number of calls with each outcome, by `ChangeOutcome.name`; `not-attempted` for the rest.
  public let outcomes: [String: Int]
  /// The time of the last call, in seconds since 1970; nil if there was none.
  package let lastSent: Double?
  /// The time of the last call whose outcome is not known, in seconds since 1970; nil if none is in doubt.
  package let lastInDoubt: Double?
  /// The time after which such a call can no longer take effect; nil if none is in doubt, or if it was not kept.
  package let timeoutInDoubt: Duration?
  /// Whether nothing is left to resume.
  public let isComplete: Bool
  /// What undid this import, the newest last. An undo that was itself undone as a whole is not among them.
  package internal(set) var undoings: [Undoing] = []
  let isPart: Bool
  /// How many rows of the plan lead to no call because of a conflict or a refusal.
  let leftAlone: Int

  init(_ head: KeptHead, entries kept: [KeptEntry], summary: KeptSummary? = nil) throws {
    let entries = try kept.map { try $0.entry() }
    id = head.id
    identity = PlanIdentity(text: head.plan)
    purpose = head.purpose
    startedAt = head.startedAt
    scope = head.scope
    guidMark = head.guidMark
    files = head.returnedFiles
    authors = head.authors ?? []
    foreignFiles = head.foreignFiles ?? []
    changes = head.changes
    isPart = head.isPart ?? false
    leftAlone = head.counts.reduce(0) { sum, count in
      guard let verdict = Verdict(rawValue: count.key), verdict.isRefusal || verdict == .conflict else { return sum }
      return sum + count.value
    }
    let progress = SubmissionProgress(count: summary == nil ? head.changes : 0, entries: entries)
    var timeouts: [Int: Double] = [:]
    for entry in kept { if let change = entry.change, let timeout = entry.timeout { timeouts[change] = timeout } }
    let inDoubt = progress.states.enumerated().filter { _, state in
      if case .inDoubt = state.knownOutcome { true } else { false }
    }
    outcomes = summary?.outcomes ?? progress.outcomeCounts
    lastSent = summary.map(\.lastSent) ?? progress.states.compactMap(\.lastSent).max()
    lastInDoubt = inDoubt.map { $0.element.lastSent ?? 0 }.max()
    timeoutInDoubt = inDoubt.compactMap { timeouts[$0.offset] }.max().map { .seconds(clamping: $0) }
    if case .ended(_, true)? = entries.last { isComplete = true } else { isComplete = summary != nil }
  }
}

extension SubmissionProgress {
  /// The number of calls with each outcome, by its name.
  var outcomeCounts: [String: Int] {
    states.reduce(into: [:]) { $0[$1.knownOutcome?.name ?? "not-attempted", default: 0] += 1 }
  }
}

extension KeptImport {
  /// An undo of an import.
  package struct Undoing: Hashable, Sendable {
    /// The id of the undo, which is an import itself.
    package let id: String
    /// Whether it undid everything.
    package let isWhole: Bool
  }

  /// Whether this import undoes all that another one did.
  fileprivate var isWholeUndo: Bool {
    isComplete && !isPart && leftAlone == 0 && outcomes.keys.allSatisfy { ["applied", "already-there"].contains($0) }
  }

  fileprivate var hasEffect: Bool { ["applied", "already-there", "overridden"].contains { outcomes[$0] ?? 0 > 0 } }
}

extension [KeptImport] {
  /// The imports, each with its undoings. An undo that was itself undone in whole no longer counts.
  ///
  /// The imports must be in the journal's order, and all of them.
  func markingUndone() -> [KeptImport] {
    var undoings: [String: [KeptImport.Undoing]] = [:]
    for kept in reversed() {
      guard case .undo(let other) = kept.purpose, kept.hasEffect, undoings[kept.id]?.contains(where: \.isWhole) != true
      else { continue }
      undoings[other, default: []].append(KeptImport.Undoing(id: kept.id, isWhole: kept.isWholeUndo))
    }
    return map { kept in
      var kept = kept
      kept.undoings = undoings[kept.id]?.reversed() ?? []
      return kept
    }
  }
}
