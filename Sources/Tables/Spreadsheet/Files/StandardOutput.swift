import Basics

/// The process's standard output. All bytes are written, or an error is thrown.
///
/// After the reader has gone away or the terminal was closed, writing throws `io.closed`. For a pipe it does so only if the
/// process ignores `SIGPIPE`; otherwise that signal ends the process.
package final class StandardOutput: ByteOutput {
  private static let name = "standard output"

  package init() {}

  /// Writes bytes.
  ///
  /// - Throws: `io.no-space`, `io.closed`, `io.write`.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    do throws(SpreadsheetError) { try CheckedCall.write(bytes, to: STDOUT_FILENO, file: Self.name) } catch {
      throw Self.isClosedTerminal ? .writing(EPIPE, to: Self.name) : error
    }
  }

  /// Whether standard output is a terminal that was closed, for which the system only reports EIO.
  private static var isClosedTerminal: Bool {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    return isatty(STDOUT_FILENO) == 0 && errno == EIO
  }

  /// Makes a redirected output durable, as far as possible.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  package func finish() throws(SpreadsheetError) {
    // Pipes and terminals cannot be synced, which is not a fault.
    guard fsync(STDOUT_FILENO) != 0 else { return }
    let number = errno
    if number == ENOSPC || number == EDQUOT || (number == EIO && !Self.isClosedTerminal) {
      throw .writing(number, to: Self.name)
    }
  }

  /// Does nothing: bytes that a reader has received cannot be taken back.
  package func discard() {}
}
