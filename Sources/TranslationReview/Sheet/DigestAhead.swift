import Spreadsheet

/// Takes the digest of a file on a thread of its own, while its rows are read. The rows take longer, and there is more to
/// do while they begin than while they end, so the digest gives way to all else.
final class DigestAhead: @unchecked Sendable {
  private let file: InputFile
  /// Set by the thread before it ends.
  private var result: Result<String, SpreadsheetError>?
  private var thread: WorkerThread?

  init(of file: InputFile) {
    self.file = file
    thread = RowsAhead.isWorthwhile ? WorkerThread(isPatient: true) { [self] in take() } : nil
  }

  /// Waits for the digest. Must be called before the last reference goes.
  ///
  /// - Throws: As ``FileDigest/sha256(of:)``.
  func value() throws(SpreadsheetError) -> String {
    thread?.join()
    thread = nil
    if result == nil { take() }
    return try result?.get() ?? ""
  }

  private func take() {
    result = Result { () throws(SpreadsheetError) in try FileDigest.sha256(of: file) }
  }
}
