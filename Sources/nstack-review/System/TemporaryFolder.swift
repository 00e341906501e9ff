import Spreadsheet
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A folder for files from Drive. It is made when it is first needed; call ``remove()`` in the end. A signal that ends the program
/// removes it too.
final class TemporaryFolder: Sendable {
  /// The folders that are there.
  private static let all = Mutex<Set<String>>([])
  /// How often a folder is emptied into which another thread still writes.
  private static let mostTries = 20

  private let made = Mutex<String?>(nil)

  /// Makes the folder unless that is done, and returns its path.
  ///
  /// - Throws: `SpreadsheetError` `io.write`.
  func path() throws -> String {
    try made.withLock { made in
      if let made { return made }
      let base = EnvironmentVariables.value("TMPDIR") ?? "/tmp"
      var template = Array("\(base)/nstack-review-drive-XXXXXX".utf8CString)
      let path = try Self.all.withLock { all in
        guard mkdtemp(&template) != nil else {
          throw SpreadsheetError(
            .ioWrite, "no temporary folder can be created: \(String(cString: strerror(errno))).",
            hint: "Set TMPDIR to a folder in which you may write.", place: SpreadsheetError.Place(file: base))
        }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        all.insert(path)
        return path
      }
      made = path
      return path
    }
  }

  /// Removes the folder and the files in it.
  func remove() {
    let path = made.withLock { made in
      defer { made = nil }
      return made
    }
    if let path, Self.all.withLock({ $0.remove(path) }) != nil { Self.remove(path) }
  }

  /// Removes all folders, before the program ends.
  static func removeAll() {
    let paths = all.withLock { all in
      defer { all = [] }
      return all
    }
    for path in paths { remove(path) }
  }

  private static func remove(_ path: String) {
    for _ in 0..<mostTries {
      empty(path)
      if rmdir(path) == 0 || errno != ENOTEMPTY { return }
    }
  }

  private static func empty(_ path: String) {
    guard let folder = opendir(path) else { return }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      withUnsafeBytes(of: &entry.pointee.d_name) { name in
        if let start = name.bindMemory(to: CChar.self).baseAddress { _ = unlinkat(dirfd(folder), start, 0) }
      }
    }
  }
}
