import Basics
import NStackAPI
import Synchronization

/// What readings listed of the texts that calls are about, and what those calls overrode of it.
///
/// NStack has no write on a condition: somebody may propose between the reading that a call rests on and the call. What a
/// reading listed before a call was answered, and the next reading no longer lists, was overridden by it.
final class ListedProposals: Sendable {
  private enum Phase {
    /// It was not made, or changed nothing.
    case before
    /// It was made; the answer is not there, or was lost.
    case called
    /// It was carried out; answered at a moment of the monotonic clock.
    case answered(Duration)
    case judged
  }

  private struct Text {
    var phase = Phase.before
    /// What may have stood there when the call was carried out.
    var listed: [Proposal]
    var sentAt: Duration?
  }

  private let changes: [Changeset.Change]
  private let texts: Mutex<[Text]>
  /// What readings listed of texts that are not judged yet, and the journal does not hold.
  private let unkept = Mutex<[Proposal]>([])

  /// - Parameter entries: What an earlier run kept of its steps.
  init(_ changes: [Changeset.Change], after entries: [JournalEntry] = []) {
    self.changes = changes
    var texts = changes.map { Text(listed: $0.pending ?? []) }
    for entry in entries {
      switch entry {
      case .intent(let change, _, _, _) where texts.indices.contains(change): texts[change].phase = .called
      case .outcome(let change, let outcome, let time, _) where texts.indices.contains(change):
        switch outcome {
        case .applied: texts[change].phase = .answered(.seconds(clamping: time))
        case .inDoubt: texts[change].phase = .called
        default: texts[change].phase = .before
        }
      case .reading(let began, let listed):
        let listed = Dictionary(grouping: listed) { ProposalSnapshot.place($0.text) }
        for (index, change) in changes.enumerated() {
          switch texts[index].phase {
          // One that began before the answer may not show yet what the call did.
          case .answered(let time) where time <= .seconds(clamping: began): texts[index].phase = .judged
          case .called, .answered: texts[index].listed += listed[ProposalSnapshot.place(change.text)] ?? []
          case .before, .judged: break
          }
        }
      default: break
      }
    }
    // Every reading of this run begins later.
    for index in texts.indices { if case .answered = texts[index].phase { texts[index].phase = .answered(.zero) } }
    self.texts = Mutex(texts)
  }

  /// A call is about to leave.
  func begin(_ change: Int, at time: Duration) {
    texts.withLock { texts in
      texts[change].sentAt = time
      if case .before = texts[change].phase { texts[change].phase = .called }
    }
  }

  /// The call did not leave.
  func withdraw(_ change: Int, wasInDoubt: Bool) {
    texts.withLock { $0[change].phase = wasInDoubt ? .called : .before }
  }

  /// When a call left last, by the monotonic clock; nil where it did not in this run.
  func lastSent(_ change: Int) -> Duration? { texts.withLock { $0[change].sentAt } }

  /// A call came to an end.
  ///
  /// - Parameter time: When, by the monotonic clock; of what a reading settled, when that began.
  func end(_ change: Int, _ outcome: ChangeOutcome, at time: Duration) {
    texts.withLock { texts in
      guard case .called = texts[change].phase else { return }
      switch outcome {
      case .applied: texts[change].phase = .answered(time)
      // Somebody else went on with the text, and nobody can tell whether the call was carried out before.
      case .overridden: texts[change].phase = .judged
      case .inDoubt: break
      default: texts[change].phase = .before
      }
    }
  }

  /// Takes in a reading.
  ///
  /// - Returns: The changes that are now known to have overridden something, each with what that was.
  func take(_ snapshot: ProposalSnapshot) -> [(change: Int, overrode: [Proposal])] {
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

  /// What readings listed for the first time since this was asked last, for the journal to keep.
  func takeUnkept() -> [Proposal] {
    unkept.withLock { unkept in
      defer { unkept = [] }
      return unkept
    }
  }

  /// What of the listed proposals a change that was carried out replaced, though the plan did not mean it to.
  private static func overridden(
    by change: Changeset.Change, of listed: [Proposal], _ snapshot: ProposalSnapshot
  ) -> [Proposal] {
    switch change.operation {
    case .delete(let id, let value):
      return listed.filter { $0.id == id && ExactText($0.value) != ExactText(value) }
    case .propose(let value):
      let now = snapshot.proposals(of: change.text)
      let isOursThere = snapshot.proposal(left: value, for: change) != nil
      // Where somebody else's stands beside ours, the server keeps one for each person: theirs went in another way.
      let keepsOthers = isOursThere && now.contains { !$0.canDelete }
      let planned = Set((change.pending ?? []).filter(\.canDelete))
      return listed.filter { proposal in
        guard !now.contains(where: { $0.id == proposal.id && isSame($0, proposal) }) else { return false }
        // It may be there still, in a form that cannot be read.
        guard snapshot.unread(withID: proposal.id, of: change.text) == nil else { return false }
        guard proposal.canDelete else { return !keepsOthers }
        return change.pending != nil && !planned.contains(proposal) && ExactText(proposal.value) != ExactText(value)
      }
    }
  }

  /// Whether a proposal is still the one that was listed: somebody else may change theirs, an own one is another with another value.
  private static func isSame(_ now: Proposal, _ listed: Proposal) -> Bool {
    now.canDelete == listed.canDelete && (!now.canDelete || ExactText(now.value) == ExactText(listed.value))
  }
}
