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
  /// Keeps the texts that the rows of an import signed off.
  ///
  /// - Returns: Whether they are kept; if not, the dialog is told.
  func keepSignOffs(of sent: SentImport) -> Bool {
    let signOffs = sent.record.changeset.signOffs
    guard !signOffs.isEmpty else { return true }
    do {
      _ = try profile.keep(SignOffs(signOffs, at: profile.now, replacing: try profile.signOffs()))
      return true
    } catch {
      dialog.note(.signOffsFailed(error))
      return false
    }
  }
}
