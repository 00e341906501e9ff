import Basics
import ReviewJournal
import TranslationReview

/// The files that `generate` writes. A file that has the same bytes already is left alone, so that a build does not begin
/// anew.
struct GeneratedFiles {
  /// What was done, or with `--check` would be done, with a file.
  enum Change: String {
    case written, unchanged, removed
  }

  private(set) var changes: [(path: String, change: Change)] = []

  /// Whether a file is not as it would be written.
  var isOutOfDate: Bool { changes.contains { $0.change != .unchanged } }

  /// Compares files with what is on the disk, and writes those that differ.
  ///
  /// - Parameters:
  ///   - files: The paths with their texts.
  ///   - stale: Files of an earlier run that this one does not have.
  ///   - checkOnly: Whether nothing is written.
  init(_ files: [(path: String, text: String)], removing stale: [String] = [], checkOnly: Bool) throws {
    for file in files {
      let bytes = Array(file.text.utf8)
      let isSame = try PlainFile.bytes(at: file.path) == bytes
      if !isSame, !checkOnly { try PlainFile.write(bytes, to: file.path) }
      changes.append((file.path, isSame ? .unchanged : .written))
    }
    for path in stale {
      if !checkOnly { PlainFile.remove(path) }
      changes.append((path, .removed))
    }
  }

  /// The files with what was done.
  var json: JSONValue {
    .array(changes.map { .object([("file", .string($0.path)), ("change", .string($0.change.rawValue))]) })
  }

  /// Tells of the files on standard error.
  ///
  /// - Parameter checkOnly: Whether nothing was written.
  func tell(checkOnly: Bool, _ output: OutputOptions) {
    for (path, change) in changes {
      switch change {
      case .written where checkOnly:
        Terminal.note("error: \(Visible.path(path)) is out of date. Run the command again without --check.")
      case .removed where checkOnly:
        Terminal.note("error: \(Visible.path(path)) is not needed any more. Run the command again without --check.")
      case .written: output.note("wrote \(path)")
      case .removed: output.note("removed \(path): this run does not have it")
      case .unchanged: output.note("unchanged \(path)")
      }
    }
  }
}
