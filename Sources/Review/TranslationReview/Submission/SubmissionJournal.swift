package import NStackAPI
import Synchronization

@_exported public import struct Basics.CodedError

/// One step of a submission, saved in the journal before the next step.
///
/// Times are in seconds since 1970 and only shown to people, because the system clock may be changed between two runs.
/// A resumed run relies on moments.
package enum JournalEntry: Hashable, Codable, Sendable {
  /// A call is about to be made. Attempts are counted from one. The moment is nil if the system does not provide it.
  case intent(change: Int, attempt: Int, time: Double, moment: SystemMoment? = nil)
  /// The outcome of a call, from its answer or from a reading. `overrode` lists the proposals that the call replaced
  /// although the plan did not know them.
  case outcome(change: Int, ChangeOutcome, time: Double, overrode: [Proposal] = [])
  /// A reading of the proposals. The time is when it began.
  ///
  /// `listed` has the proposals that it listed for the first time, for texts whose calls were in flight or not yet
  /// compared with a reading. Those calls may have overridden them.
  case reading(time: Double, listed: [Proposal] = [])
  /// The end of the submission. It is complete if nothing is left to resume.
  case ended(time: Double, isComplete: Bool)
}

/// The storage for the steps of a submission, so that a later run can resume it.
///
/// Once ``append(_:)`` has returned, its entries must survive a crash of the process and of the machine.
package protocol SubmissionJournal: Sendable {
  /// Saves a submission before its first call.
  ///
  /// - Throws: ``JournalError``; then nothing is sent.
  func begin(_ record: SubmissionRecord) async throws(JournalError)

  /// Saves entries in their order, all of them or none.
  ///
  /// - Throws: ``JournalError``; then the calls whose intents are among the entries are not made.
  func append(_ entries: [JournalEntry]) async throws(JournalError)
}

/// An error of a journal: it cannot be used, or could not save an entry.
public typealias JournalError = CodedError<JournalErrorCode>

/// The code of a ``JournalError``.
public enum JournalErrorCode: String, Sendable {
  /// Another import on this machine is using the journal.
  case locked = "journal.locked"
  /// The file, or a record in it, is damaged.
  case corrupt = "journal.corrupt"
  /// The file has another version than the program reads.
  case unknownVersion = "journal.unknown-version"
  /// The disk is full.
  case noSpace = "journal.no-space"
  /// The file cannot be opened, read or written.
  case unusable = "journal.unusable"
  /// The system does not guarantee that written data survives a power cut.
  case notDurable = "journal.not-durable"
  /// The journal has no import with this id.
  case unknownImport = "journal.unknown-import"
  /// The journal has the intent of a call but no outcome. This code is given to unconfirmed calls and never thrown.
  case noOutcome = "journal.no-outcome"
}

/// A journal in memory, which is lost when the process ends. For tests, and for programs that never resume.
package final class InMemoryJournal: SubmissionJournal {
  private let state = Mutex<(record: SubmissionRecord?, entries: [JournalEntry])>((nil, []))

  /// Creates an empty journal.
  package init() {}

  /// The submission that was begun; nil before that.
  package var record: SubmissionRecord? { state.withLock(\.record) }
  /// All entries, in order.
  package var entries: [JournalEntry] { state.withLock(\.entries) }

  /// Saves the submission.
  package func begin(_ record: SubmissionRecord) { state.withLock { $0.record = record } }

  /// Saves entries.
  package func append(_ entries: [JournalEntry]) { state.withLock { $0.entries += entries } }
}

/// Writes the entries of many workers to the journal in groups.
///
/// While one group is being written, the next one is collected, so that a slow disk does not delay the calls in flight.
actor JournalGroup {
  private enum Wake {
    case written
    case failed(JournalError)
    case lead
  }

  private let journal: any SubmissionJournal
  private var gathered: [JournalEntry] = []
  private var waiting: [CheckedContinuation<Wake, Never>] = []
  private var isWriting = false
  /// The first failure. After it, nothing more is written.
  private(set) var failure: JournalError?

  init(_ journal: any SubmissionJournal) { self.journal = journal }

  /// Saves entries; returns when the journal has them.
  func record(_ entries: [JournalEntry]) async throws(JournalError) {
    if let failure { throw failure }
    gathered += entries
    if isWriting {
      switch await withCheckedContinuation({ waiting.append($0) }) {
      case .written: return
      case .failed(let error): throw error
      case .lead: break
      }
    }
    isWriting = true
    let group = gathered
    let followers = waiting
    gathered = []
    waiting = []
    do throws(JournalError) {
      try await journal.append(group)
      for follower in followers { follower.resume(returning: .written) }
    } catch {
      failure = error
      for follower in followers + waiting { follower.resume(returning: .failed(error)) }
      waiting = []
      isWriting = false
      throw error
    }
    if waiting.isEmpty {
      isWriting = false
    } else {
      // The first waiter of the next group writes it. The group's entries are already collected.
      waiting.removeFirst().resume(returning: .lead)
    }
  }
}

/// A submission as a journal saves it before the first call.
public struct SubmissionRecord: Sendable {
  /// The purpose of a submission.
  public enum Purpose: Hashable, Codable, Sendable {
    /// To apply returned sheets.
    case sheets
    /// To undo the import with an id.
    case undo(of: String)
    /// To delete pending proposals that were chosen without a sheet.
    case deletion
    /// To send the drafts of a review page. Drafts that were not sent stay on the page.
    case drafts
  }

  /// The id of the submission, unique in the journal.
  package let id: String
  /// The identity of the plan.
  package let identity: PlanIdentity
  /// The purpose of the submission.
  package let purpose: Purpose
  /// The time of the start, in seconds since 1970.
  package let startedAt: Double
  /// A hash of the application, platform and origin.
  package let scope: TextHash
  /// A hash of the guid of the person who proposes; nil if it was not saved.
  package let guidFingerprint: String?
  /// The absolute paths of the changeset's files, in their order; nil if they were not saved.
  package let paths: [String]?
  /// Whether proposals may be deleted.
  package let allowsDelete: Bool
  /// Whether only a chosen part of an import is undone.
  package let isPart: Bool
  /// The sheet, preset or person whose part is undone; nil if it was not chosen so.
  package let share: String?
  /// The plan.
  package let changeset: Changeset

  /// Creates a record from its fields.
  package init(
    id: String, identity: PlanIdentity, purpose: Purpose = .sheets, startedAt: Double, scope: TextHash,
    guidFingerprint: String? = nil, paths: [String]? = nil, allowsDelete: Bool, isPart: Bool = false,
    share: String? = nil, changeset: Changeset
  ) {
    self.id = id
    self.identity = identity
    self.purpose = purpose
    self.startedAt = startedAt
    self.scope = scope
    self.guidFingerprint = guidFingerprint
    self.paths = paths
    self.allowsDelete = allowsDelete
    self.isPart = isPart
    self.share = share
    self.changeset = changeset
  }
}
