import Basics
package import Spreadsheet

/// Reads and writes small files, and answers questions about paths.
package enum PlainFile {
  /// The text of a file; nil if the file does not exist.
  package static func text(at path: String, most: Int = 1 << 20) throws -> String? {
    guard let bytes = try bytes(at: path, most: most) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(path, "is not UTF-8.") }
    return text
  }

  /// The bytes of a file, at most the `first` of them; nil if the file does not exist. A file of more than `most` bytes
  /// is refused.
  package static func bytes(at path: String, most: Int = .max, first: Int = .max) throws -> [UInt8]? {
    do throws(FileBytes.Failure) { return try FileBytes.bytes(at: path, most: most, first: first) } catch {
      throw failure(path, error.predicate(most: most), code: error == .notRegular ? .fileNotRegular : .ioRead)
    }
  }

  /// Whether group or others may read or write a file.
  package static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o077 != 0
  }

  /// Removes all rights of group and others from a file or folder, if it exists.
  package static func closeToOthers(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    _ = chmod(path, status.st_mode & 0o700)
  }

  /// The names in a folder that are valid UTF-8; an empty list if the folder does not exist.
  package static func names(in path: String) throws -> [String] {
    do throws(FileBytes.Failure) {
      return try FileBytes.names(inFolder: path)?.compactMap { String(validating: $0, as: UTF8.self) } ?? []
    } catch { throw failure(path, error.predicate(most: 0)) }
  }

  /// Writes a file atomically, and creates the folders above it. Only the user can read a new file; a replaced file
  /// keeps its permissions.
  package static func write(_ text: String, to path: String) throws {
    let mask = umask(0o077)
    defer { umask(mask) }
    try write(Array(text.utf8), to: path)
  }

  /// Writes a secret atomically, readable by the user alone, whatever the earlier file's permissions.
  package static func writeSecret(_ text: String, to path: String) throws {
    // A new file gets the permissions of the one that it replaces.
    if chmod(path, 0o600) != 0, errno != ENOENT {
      throw failure(path, "cannot be closed to others: \(String(cString: strerror(errno))).")
    }
    try write(text, to: path)
  }

  /// Writes a file atomically, and creates the folders above it for the user alone.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    try makeFolders(above: path)
    let output = try OutputFile(path: path)
    try bytes.withUnsafeBytes { try output.write($0) }
    try output.finish()
  }

  /// Replaces a file atomically. Its folder must exist.
  package static func replace(_ path: String, with text: String) throws { try replace(path) { $0.write(text) } }

  /// Replaces a file atomically, written piece by piece. Its folder must exist.
  package static func replace(_ path: String, by write: (inout CheckedTextOutput<OutputFile>) -> Void) throws {
    let output = try OutputFile(path: path)
    var text = CheckedTextOutput(output)
    write(&text)
    try text.finish()
    try output.finish()
  }

  /// Creates the folders above a path, by default for the user alone, and syncs their names.
  package static func makeFolders(above path: String, mode: UInt32 = 0o700) throws {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      made += made.isEmpty && part.isEmpty ? "/" : "\(part)/"
      if mkdir(made, mode_t(mode)) == 0 {
        SyncedFolder.syncName(of: made)
      } else if errno != EEXIST, errno != EISDIR {
        throw failure(made, "cannot be created: \(String(cString: strerror(errno))).")
      }
    }
  }

  /// Whether two paths name the same file.
  package static func isSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino
  }

  /// The reason why no file can be written at a path, as far as it is known without writing; nil if none is known.
  package static func reasonNotToWrite(_ path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return "there is a folder of that name" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    guard access(folder, W_OK | X_OK) == 0 else {
      return "no file can be created in its folder (\(String(cString: strerror(errno))))"
    }
    return nil
  }

  /// The size of a file in bytes; nil if the file does not exist.
  package static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) { unlink(path) }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  private static func failure(_ path: String, _ message: String, code: SpreadsheetError.Code = .ioRead)
    -> SpreadsheetError
  { SpreadsheetError(code, "the file \(message)", place: SpreadsheetError.Place(file: path)) }
}

/// Paths that do not depend on the working folder.
package enum AbsolutePath {
  /// A path from the root, without `.`, `..` and doubled slashes; links are not followed.
  package static func of(_ path: String) -> String {
    // The addresses of sheets in Google Drive do not depend on a folder.
    guard !path.hasPrefix("drive:") else { return path }
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(currentFolder)/\(path)").split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static var currentFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
