public import NStackAPI

/// One step of a submission, saved in the journal before the next step.
///
/// Times are seconds since 1970 and are only shown to people, since the calendar may be set between two runs. A resumed
/// run decides by moments.
public enum JournalEntry: Hashable, Sendable {
  /// A call is about to be made. Attempts are counted from one. The moment is nil if the system does not provide it, and in
  /// journals of earlier versions.
  case intent(change: Int, attempt: Int, time: Double, moment: SystemMoment? = nil)
  /// The outcome of a call, from its answer or from a reading. `overrode` lists the proposals that the call replaced
  /// although the plan did not know them.
  case outcome(change: Int, ChangeOutcome, time: Double, overrode: [Proposal] = [])
  /// A reading of the proposals. The time is when it began. In journals of earlier versions it is when it ended.
  ///
  /// `listed` has the proposals that it listed for the first time, of texts whose calls were in flight or not yet compared
  /// with a reading. Those calls may have overridden them.
  case reading(time: Double, listed: [Proposal] = [])
  /// The end of the submission. It is complete if nothing is left to resume.
  case ended(time: Double, isComplete: Bool)
}

/// The storage for the steps of a submission, so that a later run can resume it.
///
/// Once ``append(_:)`` has returned, its entries must survive a crash of the process and of the machine.
public protocol SubmissionJournal: Sendable {
  /// Saves a submission before its first call.
  ///
  /// - Throws: ``JournalError``; then nothing is sent.
  func begin(_ record: SubmissionRecord) async throws(JournalError)

  /// Saves entries in their order, all of them or none.
  ///
  /// - Throws: ``JournalError``; then the calls whose intents are among the entries are not made.
  func append(_ entries: [JournalEntry]) async throws(JournalError)
}
