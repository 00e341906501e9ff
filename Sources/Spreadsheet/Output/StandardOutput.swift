#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's standard output, written without loss or with an error.
///
/// A reader that has gone away, or a terminal that was closed, ends in `io.closed`; a pipe's reader only where the process
/// ignores `SIGPIPE`, else in that signal.
public final class StandardOutput: ByteOutput {
  private static let name = "standard output"

  /// Makes one.
  public init() {}

  /// Takes bytes.
  ///
  /// - Throws: `io.no-space`, `io.closed`, `io.write`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    do throws(SpreadsheetError) {
      try CheckedWrite.write(bytes, to: STDOUT_FILENO, file: Self.name)
    } catch {
      throw Self.isClosedTerminal ? .writing(EPIPE, to: Self.name) : error
    }
  }

  /// Whether standard output is a terminal that was closed, of which the system says no more than EIO.
  private static var isClosedTerminal: Bool {
    var status = stat()
    guard fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
    return isatty(STDOUT_FILENO) == 0 && errno == EIO
  }

  /// Makes a redirected output durable as far as it can be.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  public func finish() throws(SpreadsheetError) {
    // Pipes and terminals cannot be synced, which is no fault.
    guard fsync(STDOUT_FILENO) != 0 else { return }
    let number = errno
    if number == ENOSPC || number == EDQUOT || (number == EIO && !Self.isClosedTerminal) {
      throw .writing(number, to: Self.name)
    }
  }

  /// Does nothing: what a reader has cannot be taken back.
  public func discard() {}
}
