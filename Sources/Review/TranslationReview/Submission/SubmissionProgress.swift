package import NStackAPI

/// The progress of each change of a plan, computed from the journal's entries.
package struct SubmissionProgress: Sendable {
  package struct State: Hashable, Sendable {
    /// The number of times that its call was made.
    package var attempts = 0
    /// The time of the last attempt, in seconds since 1970.
    package var lastSent: Double?
    /// The moment of the last attempt, counted from the machine's boot; nil if it was not saved.
    package var lastMoment: SystemMoment?
    /// Whether an answer to its call was lost at least once.
    package var wasUnconfirmed = false
    /// The outcome; nil if the call was not tried yet or will be tried again.
    ///
    /// It is unconfirmed from the start of an attempt until the outcome of the attempt is known.
    package var outcome: ChangeOutcome?
    /// The listed proposals that its call overrode although the plan did not know them.
    package var overrode: [Proposal] = []
    /// The outcome of its last attempt whose answer was lost.
    var unconfirmed: ChangeOutcome?

    /// Whether its call was withdrawn before it was sent, for the journal and the next run.
    var isWithdrawn: Bool { if case .notAttempted = outcome { attempts > 0 } else { false } }

    /// Returns the time until the server can no longer carry out a call of an earlier run.
    ///
    /// The system clock may have been changed since, so the age of a call is known only until the machine restarts. If
    /// the age is not known, the wait begins again.
    package func timeUntilCertain(settleTime: Duration, now: SystemMoment?) -> Duration {
      now?.elapsed(since: lastMoment).map { max(.zero, settleTime - $0) } ?? settleTime
    }

    /// Whether the outcome of the call is unknown.
    package var isUnconfirmed: Bool { if case .unconfirmed = knownOutcome { attempts > 0 } else { false } }

    /// The outcome to report now; nil if the call was never tried.
    package var knownOutcome: ChangeOutcome? { outcome ?? unconfirmed }
  }

  package private(set) var states: [State]

  /// Creates the progress of a plan that was not started.
  package init(count: Int) { states = [State](repeating: State(), count: count) }

  package init(count: Int, entries: [JournalEntry]) {
    self.init(count: count)
    for entry in entries { apply(entry) }
  }

  /// Applies one entry. An entry for a change that the plan does not have is ignored.
  package mutating func apply(_ entry: JournalEntry) {
    switch entry {
    case .intent(let change, let attempt, let time, let moment) where states.indices.contains(change):
      states[change].attempts = attempt
      states[change].lastSent = time
      states[change].lastMoment = moment
      states[change].outcome = .unconfirmed(
        code: JournalError.Code.noOutcome.rawValue,
        message: "The call was made, but the import ended before its answer was saved.")
    case .outcome(let change, let outcome, _, let overrode) where states.indices.contains(change):
      if !overrode.isEmpty { states[change].overrode = overrode }
      if case .unconfirmed = outcome {
        states[change].wasUnconfirmed = true
        states[change].unconfirmed = outcome
      }
      states[change].outcome = outcome
    default: break
    }
  }

  /// Marks calls without an outcome as calls whose answers were lost, for a resumed run.
  package mutating func markLostAnswers() {
    for index in states.indices {
      if case .unconfirmed = states[index].outcome {
        states[index].wasUnconfirmed = true
        states[index].unconfirmed = states[index].outcome
      }
    }
  }

  /// Resets a change so that it is tried again.
  package mutating func reopen(_ change: Int) { states[change].outcome = nil }

  /// Removes one attempt that was not sent.
  package mutating func withdrawAttempt(_ change: Int) {
    states[change].attempts -= 1
    states[change].outcome = nil
  }

  /// The proposals that calls overrode, by the index of the change.
  var overrode: [Int: [Proposal]] {
    var overrode: [Int: [Proposal]] = [:]
    for (change, state) in states.enumerated() where !state.overrode.isEmpty { overrode[change] = state.overrode }
    return overrode
  }

  /// Whether resuming the plan could carry out nothing more.
  package var isComplete: Bool { states.allSatisfy { state in state.outcome.map { !$0.isOpen } ?? false } }
}
