import TranslationReview

extension ProcessLock {
  /// Takes the lock that keeps two imports on one machine apart.
  ///
  /// - Throws: `locked` with the id of the process that holds it; `unusable`.
  static func ofJournal(path: String) throws(JournalError) -> ProcessLock {
    do throws(Failure) {
      return try ProcessLock(path: path)
    } catch {
      switch error {
      case .system(let what, let reason): throw JournalError(JournalFile.file.fault(what, reason))
      case .held(let holder):
        throw JournalError(
          .locked,
          "Another import of this profile is running on this machine"
            + (holder.map { " (process \($0))." } ?? ".") + " Wait until it has ended.")
      }
    }
  }
}
