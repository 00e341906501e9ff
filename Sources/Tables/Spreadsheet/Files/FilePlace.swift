import Basics

/// Where files are: folders, links, and the temporary files beside a file that is written.
enum FilePlace {
  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The path that a chain of symbolic links leads to, whether or not the file exists.
  static func followingLinks(_ path: String) throws(SpreadsheetError) -> String {
    var path = path
    // Linux also follows at most 40 links.
    for _ in 0..<40 {
      var status = stat()
      if lstat(path, &status) != 0 || status.st_mode & S_IFMT != S_IFLNK { return path }
      let capacity = Int(PATH_MAX)
      var target = [CChar](repeating: 0, count: capacity)
      let length = readlink(path, &target, capacity)
      if length < 0 { throw .writing(errno, to: path) }
      let link = String(decoding: target[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      path = link.utf8.first == UInt8(ascii: "/") ? link : folder(of: path) + "/" + link
    }
    throw .writing(ELOOP, to: path)
  }

  static func permissions(ofFileToReplace target: String, named path: String) throws(SpreadsheetError) -> mode_t? {
    var status = stat()
    if stat(target, &status) != 0 {
      if errno == ENOENT { return nil }
      throw .writing(errno, to: path)
    }
    let place = SpreadsheetError.Place(file: path)
    if status.st_mode & S_IFMT != S_IFREG {
      let found = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "not a regular file"
      throw SpreadsheetError(
        .ioNotRegular, "this is \(found), and can't be replaced by a file.", hint: "Name a file to write.", place: place
      )
    }
    // Renaming over a file needs no permission to write to it, but a file without that permission is protected on
    // purpose.
    if access(target, W_OK) != 0 { throw .writing(errno, to: path) }
    return status.st_mode & 0o777
  }

  // MARK: - Temporary files

  /// The system's folder for temporary files.
  static var temporaryFolder: String {
    guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
    return String(cString: folder)
  }

  private static let prefix = ".spreadsheet-"
  private static let suffix = ".partial"

  static func newTemporary(in folder: String) -> String {
    let number = String(UInt64.random(in: .min ... .max), radix: 16)
    return folder + "/" + prefix + number + suffix
  }

  /// Removes temporary files left by a killed process.
  static func removeStaleTemporaries(in folder: String) {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    let oldest = Double(time(nil) - 3600)
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else { continue }
      guard FileVersion(status).modifiedAt < oldest else { continue }
      let opened = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
      guard opened >= 0 else { continue }
      // A writer that is still running holds a lock.
      if flock(opened, LOCK_EX | LOCK_NB) == 0 { unlink(path) }
      close(opened)
    }
  }
}

/// Syncs the names in a folder. Syncing a new file keeps its bytes, but a power cut may still take its name away.
package enum SyncedFolder {
  /// - Returns: The `errno` of the failure; nil if the names are on the disk, or if the file system cannot sync a folder.
  @discardableResult package static func sync(_ folder: String) -> Int32? {
    let opened = open(folder, O_RDONLY | O_CLOEXEC)
    guard opened >= 0 else { return errno }
    defer { close(opened) }
    return fsync(opened) == 0 || errno == EINVAL || errno == ENOTSUP ? nil : errno
  }

  @discardableResult package static func syncName(of path: String) -> Int32? {
    var path = Substring(path)
    while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") { path = path.dropLast() }
    return sync(FilePlace.folder(of: String(path)))
  }
}
