import Basics
import NStackAPI
public import TranslationReview

/// The texts that reviewers signed off.
extension ReviewProfile {
  /// The sign-offs that this profile's register has for its application, platform and server.
  ///
  /// - Throws: The register's error, such as `SpreadsheetError` `io.read`.
  public func signOffs() throws -> SignOffs {
    try signOffRegister?.signOffs(in: scope.hash) ?? SignOffs()
  }

  /// The same. If the register cannot be read, the dialog is told, and the sign-offs are not known.
  public func signOffs(_ dialog: any ImportDialog) -> SignOffs? {
    do {
      return try signOffs()
    } catch {
      dialog.note(.registerFailed(error))
      return nil
    }
  }

  /// Adds sign-offs of this application, platform and server to the register.
  ///
  /// - Throws: ``ImportError``: `config.state-folder`; the register's error.
  public func keep(_ signOffs: SignOffs) throws -> SignOffs.Merge {
    guard let signOffRegister else { throw Self.noStateFolder }
    return try signOffRegister.add(signOffs, scope: scope.hash)
  }
}

extension ImportSession {
  /// Keeps the texts that the rows of an import signed off, with the time at which the import was started.
  ///
  /// - Parameter replacesLater: Whether they replace sign-offs with a later time, as of a person whose clock is ahead.
  ///   After the start of the import, a later sign-off is a newer one.
  func keepSignOffs(of record: SubmissionRecord, replacingLater replacesLater: Bool) throws {
    let signOffs = record.changeset.signOffs
    guard !signOffs.isEmpty else { return }
    guard let register = profile.signOffRegister else { throw ReviewProfile.noStateFolder }
    let known = replacesLater ? try register.signOffs(in: record.scope) : SignOffs()
    let dated = SignOffs(signOffs, at: UTCTime.text(record.startedAt), replacing: known)
    _ = try register.add(dated, scope: record.scope)
  }

  /// Keeps the sign-offs of an import that was carried out.
  ///
  /// - Returns: Whether they are kept; if not, the dialog is told.
  func areSignOffsKept(in journal: SignOffJournal) -> Bool {
    do {
      try journal.keepSignOffs()
      return true
    } catch {
      dialog.note(.signOffsFailed(error))
      return false
    }
  }
}
