package enum FileBytes {
  package enum Failure: Error, Equatable {
    case notRegular
    case tooLarge
    case system(Int32)

    /// What is wrong, as the end of a sentence that begins with the file's name.
    package func predicate(most: Int) -> String {
      switch self {
      case .notRegular: "is not a regular file: it is a folder, a pipe or a device."
      case .tooLarge: "is larger than \(most) bytes."
      case .system(let number): "cannot be read: \(String(cString: strerror(number)))."
      }
    }
  }

  /// The bytes of a file; nil if there is none.
  package static func bytes(at path: String, most: Int = .max, first: Int = .max) throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(errno)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard Int(status.st_size) <= most else { throw .tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(first, Int(status.st_size)))
    var buffer = [UInt8](repeating: 0, count: min(first, 1 << 16))
    while bytes.count < first {
      let count = read(descriptor, &buffer, buffer.count)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno)
      }
      bytes.append(contentsOf: buffer[..<count])
      guard bytes.count <= most else { throw .tooLarge }
    }
    return bytes
  }

  /// The names in a folder, in any order, including `.` and `..`; nil if there is no folder.
  package static func names(inFolder path: String) throws(Failure) -> [[UInt8]]? {
    guard let folder = opendir(path) else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system(errno)
    }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while let entry = readdir(folder) {
      names.append(withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) })
    }
    return names
  }
}
