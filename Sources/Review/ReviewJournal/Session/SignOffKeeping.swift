import Basics
import NStackAPI
import Synchronization
import TranslationReview

extension ImportSession {
  /// Saves the sign-offs in the rows of an import, with the time at which the import was started.
  ///
  /// - Parameter replacesLater: Whether they replace sign-offs that have a later time, which may come from another
  ///   person's fast clock. Once the import has started, a later sign-off is really newer.
  func keepSignOffs(of record: SubmissionRecord, replacingLater replacesLater: Bool) throws {
    try keep(record.changeset.signOffs, of: record, replacingLater: replacesLater)
  }

  func keep(_ signOffs: [SignOff], of record: SubmissionRecord, replacingLater replacesLater: Bool) throws {
    guard !signOffs.isEmpty else { return }
    guard let register = profile.signOffRegister else { throw ReviewProfile.noStateFolder }
    let known = replacesLater ? try register.signOffs(in: record.scope) : SignOffs()
    let dated = SignOffs(signOffs, at: UTCTime.text(record.startedAt), replacing: known)
    _ = try register.add(dated, scope: record.scope)
  }
}

/// The journal of an import with sign-offs. Sign-offs depend on no call, so they are saved before the first one and
/// survive whatever ends the import.
final class SignOffJournal: SubmissionJournal {
  private let journal: any SubmissionJournal
  private let keep: @Sendable () throws -> Void
  private let isKept = Mutex(false)

  init(_ journal: any SubmissionJournal, keepingSignOffsBy keep: @escaping @Sendable () throws -> Void) {
    self.journal = journal
    self.keep = keep
  }

  func begin(_ record: SubmissionRecord) async throws(JournalError) {
    try await journal.begin(record)
    // A failure does not stop the import. The session tries again afterwards, and reports it then.
    try? keepSignOffs()
  }

  func append(_ entries: [JournalEntry]) async throws(JournalError) { try await journal.append(entries) }

  /// Saves the sign-offs, unless they are saved already.
  func keepSignOffs() throws {
    try isKept.withLock { isKept in
      guard !isKept else { return }
      try keep()
      isKept = true
    }
  }
}
