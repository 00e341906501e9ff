#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The process's standard output, written without loss or with an error.
///
/// A reader that has gone away ends in `io.closed` where the process ignores `SIGPIPE`, and in that signal where not.
public final class StandardOutput: ByteOutput {
  private static let name = "standard output"

  /// Makes one.
  public init() {}

  /// Takes bytes.
  ///
  /// - Throws: `io.no-space`, `io.closed`, `io.write`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    try CheckedWrite.write(bytes, to: STDOUT_FILENO, file: Self.name)
  }

  /// Makes a redirected output durable as far as it can be.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  public func finish() throws(SpreadsheetError) {
    // Pipes and terminals cannot be synced, which is no fault.
    if fsync(STDOUT_FILENO) != 0, errno == ENOSPC || errno == EDQUOT || errno == EIO {
      throw .writing(errno, to: Self.name)
    }
  }

  /// Does nothing: what a reader has cannot be taken back.
  public func discard() {}
}
