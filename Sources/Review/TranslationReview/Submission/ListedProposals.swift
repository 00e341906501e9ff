import Basics
import NStackAPI
import Synchronization

/// The proposals that readings listed for the texts of the calls, and which of them those calls overrode.
///
/// NStack has no conditional write, so another user may propose between the newest reading and the call. If a proposal was
/// listed before a call was answered, and the next reading no longer lists it, the call overrode it.
final class ListedProposals: Sendable {
  private enum Phase {
    /// The call was not made, or changed nothing.
    case before
    /// The call was made, and its answer is pending or was lost.
    case called
    /// The call was carried out, with its answer at this time of the monotonic clock.
    case answered(Duration)
    /// A later reading was already compared with the call.
    case judged
  }

  private struct State {
    var phase = Phase.before
    /// The proposals that may have been pending when the call was carried out.
    var listed: [Proposal]
    var sentAt: Duration?
  }

  private let changes: [Changeset.Change]
  private let texts: Mutex<[State]>
  /// The listed proposals that are not in the journal yet, of texts that were not compared with a reading yet.
  private let unkept = Mutex<[Proposal]>([])

  init(_ changes: [Changeset.Change], after entries: [JournalEntry] = []) {
    self.changes = changes
    var texts = changes.map { State(listed: $0.pending ?? []) }
    // Calendar times, which may be outside the range of `Duration.seconds(clamping:)`.
    var answeredAt = changes.map { _ in Double.infinity }
    for entry in entries {
      switch entry {
      case .intent(let change, _, _, _) where texts.indices.contains(change): texts[change].phase = .called
      case .outcome(let change, let outcome, let time, _) where texts.indices.contains(change):
        switch outcome {
        case .applied:
          // Every reading of this run begins after all answers of the earlier run.
          texts[change].phase = .answered(.zero)
          answeredAt[change] = time
        case .unconfirmed: texts[change].phase = .called
        default: texts[change].phase = .before
        }
      case .reading(let began, let listed):
        let listed = Dictionary(grouping: listed, by: \.text.normalized)
        for (index, change) in changes.enumerated() {
          switch texts[index].phase {
          // A reading that began before the answer may not show the result of the call yet.
          case .answered where answeredAt[index] <= began: texts[index].phase = .judged
          case .called, .answered: texts[index].listed += listed[change.text.normalized] ?? []
          case .before, .judged: break
          }
        }
      default: break
      }
    }
    self.texts = Mutex(texts)
  }

  /// Records that a call is about to be sent.
  func begin(_ change: Int, at time: Duration) {
    texts.withLock { texts in
      texts[change].sentAt = time
      if case .before = texts[change].phase { texts[change].phase = .called }
    }
  }

  /// Records that the call was not sent.
  func withdraw(_ change: Int, wasUnconfirmed: Bool) {
    texts.withLock { $0[change].phase = wasUnconfirmed ? .called : .before }
  }

  /// The time when a call was last sent, by the monotonic clock; nil if it was not sent in this run.
  func lastSent(_ change: Int) -> Duration? { texts.withLock { $0[change].sentAt } }

  /// Records the outcome of a call.
  ///
  /// - Parameter time: The time of the outcome by the monotonic clock; if it was found by a reading, the time when that
  ///   began.
  func end(_ change: Int, _ outcome: ChangeOutcome, at time: Duration) {
    texts.withLock { texts in
      guard case .called = texts[change].phase else { return }
      switch outcome {
      case .applied: texts[change].phase = .answered(time)
      // Another user has changed the text, and it is unknown whether the call was carried out before that change.
      case .overridden: texts[change].phase = .judged
      case .unconfirmed: break
      default: texts[change].phase = .before
      }
    }
  }

  /// Compares a reading with the calls.
  func compare(with snapshot: ProposalSnapshot) -> [(change: Int, overrode: [Proposal])] {
    texts.withLock { texts in
      var found: [(change: Int, overrode: [Proposal])] = []
      for (index, change) in changes.enumerated() {
        switch texts[index].phase {
        case .judged: continue
        case .before: texts[index].listed = snapshot.proposals(of: change.text)
        case .answered(let time) where snapshot.begun >= time:
          let overrode = Self.overridden(by: change, of: texts[index].listed, snapshot)
          texts[index].phase = .judged
          texts[index].listed = []
          if !overrode.isEmpty { found.append((index, overrode)) }
        case .called, .answered:
          let known = Set(texts[index].listed)
          let new = snapshot.proposals(of: change.text).filter { !known.contains($0) }
          texts[index].listed += new
          unkept.withLock { $0 += new }
        }
      }
      return found
    }
  }

  /// Returns the proposals that were listed for the first time since the last call of this method, for the journal.
  func removeUnkept() -> [Proposal] {
    unkept.withLock { unkept in
      defer { unkept = [] }
      return unkept
    }
  }

  /// The listed proposals that a finished call replaced although its plan did not know them.
  private static func overridden(by change: Changeset.Change, of listed: [Proposal], _ snapshot: ProposalSnapshot)
    -> [Proposal]
  {
    switch change.operation {
    case .delete(let id, let value): return listed.filter { $0.id == id && ExactText($0.value) != ExactText(value) }
    case .propose(let value):
      let now = snapshot.proposals(of: change.text)
      let isOursThere = snapshot.proposal(left: value, for: change) != nil
      // If another user's proposal is pending along with ours, the server keeps one for each user, so our call did not
      // replace it.
      let keepsOthers = isOursThere && now.contains { !$0.canDelete }
      let planned = Set((change.pending ?? []).filter(\.canDelete))
      return listed.filter { proposal in
        guard !now.contains(where: { $0.id == proposal.id && isSame($0, proposal) }) else { return false }
        // It may still be pending, in a form that cannot be read.
        guard snapshot.unread(withID: proposal.id, of: change.text) == nil else { return false }
        guard proposal.canDelete else { return !keepsOthers }
        return change.pending != nil && !planned.contains(proposal) && ExactText(proposal.value) != ExactText(value)
      }
    }
  }

  /// Whether a proposal is still the one that was listed. Other users may edit theirs; one of ours with another value is a
  /// different proposal.
  private static func isSame(_ now: Proposal, _ listed: Proposal) -> Bool {
    now.canDelete == listed.canDelete && (!now.canDelete || ExactText(now.value) == ExactText(listed.value))
  }
}
