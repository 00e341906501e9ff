import Spreadsheet

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Small files that the program reads and writes for itself.
enum PlainFile {
  /// The text of a file; nil where there is none.
  static func text(at path: String, most: Int = 1 << 20) throws -> String? {
    guard let bytes = try bytes(at: path, most: most) else { return nil }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw failure(path, "is not UTF-8.") }
    return text
  }

  /// The bytes of a file; nil where there is none.
  ///
  /// - Parameters:
  ///   - most: How many bytes the file may have.
  ///   - first: How many of them are read.
  static func bytes(at path: String, most: Int = .max, first: Int = .max) throws -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw failure(path, "cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw failure(path, "is no regular one: a folder, a pipe or a device stands there.", code: "file.not-regular")
    }
    guard Int(status.st_size) <= most else { throw failure(path, "is larger than \(most) bytes.") }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(first, Int(status.st_size)))
    var buffer = [UInt8](repeating: 0, count: min(first, 1 << 16))
    while bytes.count < first {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path, "cannot be read: \(String(cString: strerror(errno))).")
      }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= most else { throw failure(path, "is larger than \(most) bytes.") }
    }
    return bytes
  }

  /// Whether group or others may read or write a file.
  static func isOpenToOthers(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & 0o077 != 0
  }

  /// Writes a file whole, readable by the user alone, with the folders above it.
  static func write(_ text: String, to path: String) throws {
    let mask = umask(0o077)
    defer { umask(mask) }
    try write(Array(text.utf8), to: path)
  }

  /// Writes a file whole, with the folders above it, which are open to the user alone.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try makeFolders(above: path)
    let output = try OutputFile(path: path)
    try bytes.withUnsafeBytes { try output.write($0) }
    try output.finish()
  }

  /// Makes the folders above a path, open to the user alone, and brings their names to the disk.
  static func makeFolders(above path: String) throws {
    var made = ""
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
      made += made.isEmpty && part.isEmpty ? "/" : "\(part)/"
      if mkdir(made, 0o700) == 0 {
        SyncedFolder.syncName(of: made)
      } else if errno != EEXIST, errno != EISDIR {
        throw failure(made, "cannot be made: \(String(cString: strerror(errno))).")
      }
    }
  }

  /// Whether two paths lead to one file.
  static func isSame(_ left: String, _ right: String) -> Bool {
    var (one, other) = (stat(), stat())
    return stat(left, &one) == 0 && stat(right, &other) == 0 && one.st_dev == other.st_dev
      && one.st_ino == other.st_ino
  }

  /// Why no file can be made or replaced at a path, as far as can be seen before it is tried; nil where nothing speaks
  /// against it.
  static func reasonNotToWrite(_ path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return "there is a folder of that name" }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let folder = parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
    guard access(folder, W_OK | X_OK) == 0 else {
      return "its folder does not take files (\(String(cString: strerror(errno))))"
    }
    return nil
  }

  /// How many bytes a file has; nil where there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Removes a file where there is one.
  static func remove(_ path: String) {
    unlink(path)
  }

  static func exists(_ path: String) -> Bool {
    access(path, F_OK) == 0
  }

  private static func failure(_ path: String, _ message: String, code: String = "io.read") -> SpreadsheetError {
    SpreadsheetError(
      SpreadsheetError.Code(rawValue: code), "the file \(message)", place: SpreadsheetError.Place(file: path))
  }
}
