#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as it was at some moment: which one, how large, and when it was last written to.
package struct FileVersion: Hashable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// The file at a path, now; nil where there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    self.init(status)
  }

  init(_ status: stat) {
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    seconds = Int(modified.tv_sec)
    nanoseconds = Int(modified.tv_nsec)
  }

  /// Does something once more that failed because another program wrote to the file meanwhile: it may have saved it.
  ///
  /// - Throws: What the first try throws; `file.changed` only where the second one does.
  package static func retryingOnce<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as SpreadsheetError where error.code == SpreadsheetError.changed("").code {
      return try body()
    }
  }
}
