import Basics
internal import CLinux

/// A file that appears complete or not at all.
///
/// Bytes are written to a temporary file in the same folder. Once they are on the disk, ``finish()`` renames it to the
/// file's name. Until then an existing file stays untouched.
public final class OutputFile: ByteOutput {
  private let path: String
  private let target: String
  private let folder: String
  private let temporary: String
  private var descriptor: Int32
  /// How many bytes were written, and how many of them are on their way to the disk.
  private var (written, sent) = (0, 0)

  /// Creates the temporary file.
  ///
  /// - Parameter path: The file to write. If it is a symbolic link, the file that it leads to is replaced.
  /// - Throws: `io.not-regular` if something other than a file is there, `io.write`, `io.no-space`.
  public init(path: String) throws(SpreadsheetError) {
    let target = try FilePlace.followingLinks(path)
    let folder = FilePlace.folder(of: target)
    (self.path, self.target, self.folder) = (path, target, folder)
    let permissions = try FilePlace.permissions(ofFileToReplace: target, named: path)
    FilePlace.removeStaleTemporaries(in: folder)
    temporary = FilePlace.newTemporary(in: folder)
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    if descriptor < 0 { throw .writing(errno, to: path) }
    // The lock is held while the file is being written, so that no other process removes it.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    if let permissions { _ = fchmod(descriptor, permissions) }
  }

  deinit { discard() }

  /// The folder of the file.
  public var scratchFolder: String { folder }

  /// Writes bytes to the temporary file.
  ///
  /// - Throws: `io.no-space`, `io.write`.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SpreadsheetError) {
    precondition(descriptor >= 0, "a file that is finished or discarded takes no more bytes")
    try CheckedCall.write(bytes, to: descriptor, file: path)
    written += bytes.count
    #if os(Linux)
      // Starts writing early, so that little is left to wait for at the end. Safety still comes from `fsync`, which
      // also reports errors.
      if written - sent >= 4 << 20 {
        nstack_begin_writeback(descriptor, Int64(sent), Int64(written - sent))
        sent = written
      }
    #endif
  }

  /// Syncs the temporary file, renames it to the file's name and syncs the folder.
  ///
  /// - Throws: `io.no-space`, `io.write`. An existing file is then untouched, unless only the folder could not be
  ///   synced.
  public func finish() throws(SpreadsheetError) {
    precondition(descriptor >= 0, "a file is finished once")
    let written = descriptor
    if fsync(written) != 0 {
      let number = errno
      discard()
      throw .writing(number, to: path)
    }
    descriptor = -1
    if (close(written) != 0 && errno != EINTR) || rename(temporary, target) != 0 {
      let number = errno
      unlink(temporary)
      throw .writing(number, to: path)
    }
    SyncedFolder.sync(folder)
  }

  /// Removes the temporary file; does nothing after ``finish()``.
  public func discard() {
    if descriptor >= 0 {
      close(descriptor)
      descriptor = -1
      unlink(temporary)
    }
  }
}
