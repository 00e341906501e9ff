import Basics
import ReviewJournal
import Spreadsheet
import Synchronization

/// A folder for files that are needed for a while. It is made when it is first needed. Call ``remove()`` when it is no
/// longer needed. A signal that ends the program removes it too.
final class TemporaryFolder: Sendable {
  private static let all = Mutex<Set<String>>([])
  /// The maximum number of attempts to empty a folder into which another thread still writes.
  private static let mostTries = 20

  private let made = Mutex<String?>(nil)

  /// Makes the folder unless that is done, and returns its path.
  func path() throws -> String {
    try made.withLock { made in
      if let made { return made }
      let base = EnvironmentVariables.temporaryFolder
      var template = Array("\(base)/nstack-review-XXXXXX".utf8CString)
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

  func remove() {
    let path = made.withLock { $0.take() }
    if let path, Self.all.withLock({ $0.remove(path) }) != nil { Self.remove(path) }
  }

  static func removeAll() {
    let paths = all.withLock { all in
      defer { all = [] }
      return all
    }
    for path in paths { remove(path) }
  }

  private static func remove(_ path: String) {
    for _ in 0..<mostTries {
      for name in (try? PlainFile.names(in: path)) ?? [] where name != "." && name != ".." {
        if unlink("\(path)/\(name)") != 0, errno == EISDIR || errno == EPERM { remove("\(path)/\(name)") }
      }
      if rmdir(path) == 0 || errno != ENOTEMPTY { return }
    }
  }
}
