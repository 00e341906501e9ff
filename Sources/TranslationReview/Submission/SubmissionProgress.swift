package import NStackAPI

/// How far each change of a plan has come, by what the journal holds. A pure value.
package struct SubmissionProgress: Sendable {
  /// One change.
  package struct State: Hashable, Sendable {
    /// How often its call was made.
    package var attempts = 0
    /// When its call was made last, in seconds since 1970.
    package var lastSent: Double?
    /// The same by the clock of the boot; nil where that was not kept.
    package var lastMoment: SystemMoment?
    /// Whether an answer to it was ever lost.
    package var wasInDoubt = false
    /// How it ended; nil while it has not been tried, or is to be tried again, and in doubt while an attempt has no
    /// outcome.
    package var outcome: ChangeOutcome?
    /// The listed proposals that its call overrode though the plan did not mean it to.
    package var overrode: [Proposal] = []
    /// How its last attempt ended whose answer was lost.
    var doubt: ChangeOutcome?

    /// Whether its call was given up before it left, as the journal shows it to the next run.
    var isWithdrawn: Bool {
      if case .notAttempted = outcome { attempts > 0 } else { false }
    }

    /// The time until a call that an earlier run made cannot be carried out any more.
    ///
    /// The calendar may have been set since: only the clock of the same boot tells how long ago the call was. Where it does not,
    /// the wait begins anew.
    package func restInDoubt(settleTime: Duration, now: SystemMoment?) -> Duration {
      now?.elapsed(since: lastMoment).map { max(.zero, settleTime - $0) } ?? settleTime
    }

    /// Whether its call may or may not have been carried out.
    package var isInDoubt: Bool {
      if case .inDoubt = standing { attempts > 0 } else { false }
    }

    /// What there is to say of it now; nil where it never was tried.
    package var standing: ChangeOutcome? { outcome ?? doubt }
  }

  package private(set) var states: [State]

  /// A plan of which nothing has been done.
  package init(count: Int) {
    states = [State](repeating: State(), count: count)
  }

  /// A plan after some entries.
  package init(count: Int, entries: [JournalEntry]) {
    self.init(count: count)
    for entry in entries { take(entry) }
  }

  /// Takes in one entry; one for a change that the plan does not have is left out.
  package mutating func take(_ entry: JournalEntry) {
    switch entry {
    case .intent(let change, let attempt, let time, let moment) where states.indices.contains(change):
      states[change].attempts = attempt
      states[change].lastSent = time
      states[change].lastMoment = moment
      states[change].outcome = .inDoubt(
        code: "journal.no-outcome", message: "The call was begun, and the import ended before its answer was kept.")
    case .outcome(let change, let outcome, _, let overrode) where states.indices.contains(change):
      if !overrode.isEmpty { states[change].overrode = overrode }
      if case .inDoubt = outcome {
        states[change].wasInDoubt = true
        states[change].doubt = outcome
      }
      states[change].outcome = outcome
    default: break
    }
  }

  /// Marks calls whose outcome never came as in doubt, which is what they are for the run that goes on.
  package mutating func markLostAnswers() {
    for index in states.indices {
      if case .inDoubt = states[index].outcome {
        states[index].wasInDoubt = true
        states[index].doubt = states[index].outcome
      }
    }
  }

  /// Sets a change back to be tried again.
  package mutating func reopen(_ change: Int) {
    states[change].outcome = nil
  }

  /// Takes one attempt back that never left.
  package mutating func withdrawAttempt(_ change: Int) {
    states[change].attempts -= 1
    states[change].outcome = nil
  }

  /// What calls overrode, by the place of the change.
  var overrode: [Int: [Proposal]] {
    var overrode: [Int: [Proposal]] = [:]
    for (change, state) in states.enumerated() where !state.overrode.isEmpty { overrode[change] = state.overrode }
    return overrode
  }

  /// Whether something is left that the same plan, gone on with, may bring to its goal.
  package var isComplete: Bool {
    states.allSatisfy { state in state.outcome.map { !$0.isOpen } ?? false }
  }
}
