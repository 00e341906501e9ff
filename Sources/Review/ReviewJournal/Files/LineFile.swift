import Basics
import Spreadsheet

/// A file of lines that several processes add to at the same time.
///
/// If the machine stops while a line is written, that line is incomplete. A reader skips it, and the next line begins
/// on a new line.
package struct LineFile {
  enum Change {
    case append([String])
    /// Replaces the whole file.
    case replace([String])
  }

  private static let most = 256 << 20

  let path: String
  /// What error messages call the file.
  let name: String

  /// The lines of the file; none if it does not exist.
  func lines() throws -> [Substring] {
    guard let bytes = try PlainFile.bytes(at: path, most: Self.most) else { return [] }
    // An incomplete line may end within a character, but the other lines can still be read.
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  /// Changes the file durably. The closure gets the lines, which no other process changes meanwhile.
  func update(_ change: ([Substring]) throws -> Change) throws {
    try locked { descriptor in
      switch try change(try lines()) {
      case .append(let lines): if !lines.isEmpty { try append(lines, to: descriptor) }
      case .replace(let lines): try PlainFile.replace(path, with: lines.map { $0 + "\n" }.joined())
      }
    }
  }

  private func append(_ lines: [String], to descriptor: Int32) throws {
    // An incomplete line must not damage the next one.
    var last: UInt8 = 0x0A
    let size = lseek(descriptor, 0, SEEK_END)
    if size > 0, pread(descriptor, &last, 1, size - 1) != 1 { throw failure() }
    let text = (last == 0x0A ? "" : "\n") + lines.map { $0 + "\n" }.joined()
    if let reason = Self.append(text, to: descriptor, size: Int(size)) { throw failure(reason) }
    if size == 0 { SyncedFolder.syncName(of: path) }
  }

  /// Writes text at the end of a file and syncs it. If that fails, what was written is removed, because a partial line
  /// in the middle of the file would be damage.
  ///
  /// - Parameter size: The size of the file, which is the descriptor's position.
  /// - Returns: The `errno` of the failure; nil if the text is on the disk.
  package static func append(_ text: String, to descriptor: Int32, size: Int, sync: (Int32) -> Int32 = { fsync($0) })
    -> Int32?
  {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    if rest.isEmpty, sync(descriptor) == 0 { return nil }
    let reason = errno
    _ = ftruncate(descriptor, off_t(size))
    return reason
  }

  /// Calls `body` with the open file while it is locked against other processes.
  private func locked(_ body: (Int32) throws -> Void) throws {
    try PlainFile.makeFolders(above: path)
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw failure() }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX) == 0 else { throw failure() }
      // The previous holder of the lock may have replaced the file.
      var (own, there) = (stat(), stat())
      guard fstat(descriptor, &own) == 0 else { throw failure() }
      guard stat(path, &there) == 0, own.st_ino == there.st_ino, own.st_dev == there.st_dev else { continue }
      return try body(descriptor)
    }
  }

  private func failure(_ reason: Int32 = errno) -> SpreadsheetError {
    SpreadsheetError(
      .ioWrite, "\(name) cannot be kept: \(String(cString: strerror(reason))).",
      place: SpreadsheetError.Place(file: path))
  }
}
