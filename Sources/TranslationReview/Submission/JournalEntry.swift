public import NStackAPI

/// One thing that a submission keeps before it goes on.
///
/// Times are seconds since 1970, for people to read: the calendar may be set between two runs. What another run decides rests on
/// moments.
public enum JournalEntry: Hashable, Sendable {
  /// A call is about to be made; attempts are counted from one. The moment is nil where the system does not tell it, and in
  /// journals of earlier versions.
  case intent(change: Int, attempt: Int, time: Double, moment: SystemMoment? = nil)
  /// A call ended, or was settled by a reading, which may also have found which proposals it overrode.
  case outcome(change: Int, ChangeOutcome, time: Double, overrode: [Proposal] = [])
  /// The proposals were read. The time is when the reading began; in journals of earlier versions, when it ended.
  ///
  /// `listed` holds what it listed for the first time of texts whose calls were in flight or not yet compared with a reading:
  /// those calls may have overridden it.
  case reading(time: Double, listed: [Proposal] = [])
  /// The submission ended; complete is one that has nothing left to go on with.
  case ended(time: Double, isComplete: Bool)
}

/// Where a submission keeps what it does, so that another run can go on after it.
///
/// What ``append(_:)`` was given survives a crash of the process and of the machine once it has returned.
public protocol SubmissionJournal: Sendable {
  /// Keeps a plan before any of its calls is made.
  ///
  /// - Throws: ``JournalError``; nothing is sent then.
  func begin(_ record: SubmissionRecord) async throws(JournalError)

  /// Keeps entries in their order, all of them or none.
  ///
  /// - Throws: ``JournalError``; the calls whose intents these are do not take place.
  func append(_ entries: [JournalEntry]) async throws(JournalError)
}
