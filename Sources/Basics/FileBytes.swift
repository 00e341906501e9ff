#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of regular files, read within a bound.
package enum FileBytes {
  /// Why a file was not read.
  package enum Failure: Error, Equatable {
    /// It is a folder, a pipe or a device.
    case notRegular
    /// It has more bytes than are allowed.
    case tooLarge
    /// The system refuses, with its error number.
    case system(Int32)

    /// What is wrong, as the end of a sentence that begins with the file's name.
    ///
    /// - Parameter most: The most bytes that were allowed.
    package func predicate(most: Int) -> String {
      switch self {
      case .notRegular: "is not a regular file: it is a folder, a pipe or a device."
      case .tooLarge: "is larger than \(most) bytes."
      case .system(let number): "cannot be read: \(String(cString: strerror(number)))."
      }
    }
  }

  /// The bytes of a file; nil if there is none.
  ///
  /// - Parameters:
  ///   - most: The most bytes that the file may have.
  ///   - first: The most bytes that are read.
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
}
