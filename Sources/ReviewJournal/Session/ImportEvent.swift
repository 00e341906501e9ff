public import NStackAPI
public import TranslationReview

/// Something that an import session tells while it works. None of them stops it.
public enum ImportEvent: Sendable {
  /// The journal lost steps that it had kept. The session waits until none of the lost calls can take effect any more.
  case lostSteps(LostSteps, journal: String, wait: Duration)
  /// An earlier import left calls in doubt. The session waits until none of them can take effect any more.
  case waitingForDoubts(Duration)
  /// The texts and proposals are being read.
  case readingBegan
  /// The texts of this many locales are read.
  case reading(done: Int, total: Int)
  /// The reading is over, whether or not it succeeded.
  case readingEnded
  /// The texts and proposals were read; `Catalog.unread` and others say what was left out.
  case read(Catalog)
  /// A list had items that could not be read.
  case unread([UnreadItem])
  /// An import that was cut off is being resumed.
  case resuming(KeptImport)
  /// Calls are about to be made. Until ``sendingEnded``, the profile's stop signal ends the import gently.
  case sendingBegan
  /// Changes were settled.
  case sent(done: Int, total: Int)
  /// No further call is made.
  case sendingEnded
  /// An earlier import still has changes that are neither done nor in this import.
  case stillUnfinished(KeptImport, changes: Int)
  /// What earlier imports still have to do could not be found out.
  case olderImportsUnknown(any Error)
  /// The register of sheets could not be read or written.
  case registerFailed(any Error)
  /// The reviewed texts could not be kept, although the import was carried out.
  case signOffsFailed(any Error)
  /// A memory grew with what was imported, or shrank with what was undone.
  case memoryChanged(String, added: Int, removed: Int)
  /// A memory could not be compared with the journal. The next look-up in it, or the next import, tries again.
  case memoryFailed(any Error)
  /// The server was not read again after the import, so result files show other texts as they were before it. The error
  /// is that of the reading; nil if the import was stopped.
  case resultsFromBefore((any Error)?)
  /// A result file was written.
  case wrote(String)
  /// The sheet of rows to fix was written.
  case wroteToFix(String, rows: Int)
  /// No row needs fixing, so the sheet was not written. Unsettled rows may need it after the import was resumed.
  case nothingToFix(String, unsettled: Int)
  /// A result file could not be written.
  case resultFailed(any Error)
}
