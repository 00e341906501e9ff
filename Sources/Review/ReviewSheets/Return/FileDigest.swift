import Basics
package import Spreadsheet
private import SystemCrypto

/// The digest that identifies the files of a plan.
package enum FileDigest {
  /// SHA-256 of the bytes of the file at a path, in hexadecimal digits.
  package static func sha256(ofFileAt path: String) throws(SpreadsheetError) -> String {
    try sha256(of: try InputFile(path: path))
  }

  /// SHA-256 of a file's bytes, up to the size that the file had when it was opened.
  package static func sha256(of file: InputFile) throws(SpreadsheetError) -> String {
    let digest = MessageDigest(.sha256)
    let size = 1 << 18
    let buffer = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var offset = 0
    while offset < file.size {
      let count = min(size, file.size - offset)
      try file.read(count, at: offset, into: buffer)
      digest.add(UnsafeRawBufferPointer(start: buffer, count: count))
      offset += count
    }
    return HexDigit.text(of: digest.value)
  }

  package static func sha256(of bytes: ArraySlice<UInt8>) -> String { HexDigit.text(of: MessageDigest.sha256(bytes)) }
}

/// Computes the digest of a file on its own thread while the file's rows are read. Reading the rows takes longer, so
/// the digest yields to all other work.
final class DigestAhead: @unchecked Sendable {
  private let file: InputFile
  /// The digest or an error; the thread sets it before it ends.
  private var result: Result<String, SpreadsheetError>?
  private var thread: WorkerThread?

  init(of file: InputFile) {
    self.file = file
    thread = WorkerThread.processors > 1 ? WorkerThread(isPatient: true) { [self] in compute() } : nil
  }

  /// Waits for the digest. Must be called before the last reference to the object is released.
  func value() throws(SpreadsheetError) -> String {
    thread?.join()
    thread = nil
    if result == nil { compute() }
    return try result?.get() ?? ""
  }

  private func compute() { result = Result { () throws(SpreadsheetError) in try FileDigest.sha256(of: file) } }
}
