import Basics
import NStackAPI
import Synchronization
import TranslationReview

/// What must hold after every run, found by comparing plan, report, journal and the server's own log.
enum Invariants {
  /// What is broken, in sentences; empty where all holds.
  static func violations(
    _ changeset: Changeset, _ report: SubmissionReport?, _ disk: InMemoryJournal, _ server: FaultServer, guid: String,
    attempts: Int = 5
  ) -> [String] {
    var found: [String] = []
    let state = server.state.withLock { $0 }
    let mine = state.log.filter { $0.guid == guid }
    if !state.overlaps.isEmpty { found.append("I7/I10: \(state.overlaps)") }
    if state.inFlight != 0 { found.append("I11: \(state.inFlight) requests still in flight") }

    var planned: [TextIdentity: String] = [:]
    var deleted: [Int: Int] = [:]
    for (index, change) in changeset.changes.enumerated() {
      switch change.operation {
      case .propose(let value): planned[change.text] = value
      case .delete(let id, _): deleted[id] = index
      }
    }
    for event in mine where event.method == "POST" {
      if event.text.flatMap({ planned[$0] }) != event.value { found.append("I1: \(event) is not planned") }
    }
    for event in mine where event.method == "DELETE" && event.id.map({ deleted[$0] == nil }) ?? true {
      found.append("I1: \(event) is not planned")
    }
    found += repeated(changeset, mine, attempts: attempts)
    if let report { found += compared(changeset, report, disk, mine, server, guid: guid) }
    return found
  }

  /// I4: no call twice without a reading in between that lacked it.
  private static func repeated(_ changeset: Changeset, _ mine: [FaultServer.Event], attempts: Int) -> [String] {
    var found: [String] = []
    for change in changeset.changes where !change.isDelete {
      let applied = mine.count { $0.kind == .applied && $0.text == change.text }
      if applied > 1 { found.append("I4: \(change.text.key) was applied \(applied) times") }
      let arrivals = mine.filter { $0.kind == .arrival && $0.text == change.text }.map(\.time)
      if arrivals.count > attempts { found.append("I4: \(change.text.key) arrived \(arrivals.count) times") }
      for (first, second) in zip(arrivals, arrivals.dropFirst())
      where !mine.contains(where: { $0.kind == .read && $0.begun >= first && $0.time <= second }) {
        found.append("I4: \(change.text.key) was sent again without a reading")
      }
    }
    return found
  }

  private static func compared(
    _ changeset: Changeset, _ report: SubmissionReport, _ disk: InMemoryJournal, _ mine: [FaultServer.Event],
    _ server: FaultServer, guid: String
  ) -> [String] {
    var found: [String] = []
    if report.outcomes.count != changeset.changes.count { found.append("I6: not every change has an outcome") }
    if report.outcomeCounts.values.reduce(0, +) != changeset.changes.count { found.append("I6: counts do not add up") }
    if report.changeset.items.indices.contains(where: { report.outcome(ofItemAt: $0) == nil }) {
      found.append("I6: a row has no outcome")
    }
    let kept = SubmissionProgress(count: changeset.changes.count, entries: disk.entries).states
    let proposals = server.proposals
    for (index, change) in changeset.changes.enumerated() {
      let outcome = report.outcomes[index]
      if !isLost(report, outcome), kept[index].knownOutcome?.name ?? "not-attempted" != outcome.name {
        found.append(
          "I7: \(change.text.key) is \(outcome.name), kept as \(kept[index].knownOutcome?.name ?? "nothing")")
      }
      let applied = mine.contains { event in
        switch change.operation {
        case .propose: event.kind == .applied && event.text == change.text
        case .delete(let id, _): event.kind == .deleted && event.id == id
        }
      }
      let arrived = mine.contains { event in
        switch change.operation {
        case .propose: event.kind == .arrival && event.text == change.text
        case .delete(let id, _): event.kind == .arrival && event.id == id
        }
      }
      switch outcome {
      case .applied where wasRead(report), .alreadyThere where wasRead(report):
        if !holds(change, proposals, guid) { found.append("I2: \(change.text.key) is \(outcome.name) and not there") }
      case .failed, .refused, .conflict:
        if applied { found.append("I3: \(change.text.key) is \(outcome.name) and was applied") }
      case .notAttempted: if arrived { found.append("I3: \(change.text.key) is not attempted and arrived") }
      default: break
      }
    }
    return found
  }

  /// Whether the proposals were read at the end; what differs then is never called applied.
  private static func wasRead(_ report: SubmissionReport) -> Bool {
    switch report.verification {
    case .verified, .differences: true
    case .notRead, .nothingToVerify: false
    }
  }

  /// Where the disk failed the journal cannot hold what the report says.
  private static func isLost(_ report: SubmissionReport, _ outcome: ChangeOutcome) -> Bool {
    if case .unconfirmed(let code, _) = outcome { return code.hasPrefix("journal.") }
    if case .notRead(let reason) = report.verification { return reason.contains("journal") }
    return false
  }

  static func holds(_ change: Changeset.Change, _ proposals: [FaultServer.Kept], _ guid: String) -> Bool {
    switch change.operation {
    case .propose(let value):
      proposals.contains { $0.guid == guid && $0.text == change.text && ExactText($0.value) == ExactText(value) }
    case .delete(let id, _): !proposals.contains { $0.id == id }
    }
  }
}
