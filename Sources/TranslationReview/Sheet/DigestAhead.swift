import Spreadsheet

/// Computes the digest of a file on its own thread while the file's rows are read. Reading the rows takes longer, and
/// more so at the start than at the end, so the digest yields to all other work.
final class DigestAhead: @unchecked Sendable {
  private let file: InputFile
  /// The digest or an error; the thread sets it before it ends.
  private var result: Result<String, SpreadsheetError>?
  private var thread: WorkerThread?

  init(of file: InputFile) {
    self.file = file
    thread = RowsAhead.isWorthwhile ? WorkerThread(isPatient: true) { [self] in take() } : nil
  }

  /// Waits for the digest. Must be called before the last reference to the object is released.
  ///
  /// - Throws: The errors of ``FileDigest/sha256(of:)``.
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
