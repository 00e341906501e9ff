import Basics
import Foundation
import GRDB
import NStackAPI
import Synchronization
import SystemCrypto
import TranslationReview

/// Steps that are missing from a journal, because its file was damaged or replaced by an older copy.
public struct LostSteps: Hashable, Sendable {
  /// The import that they belonged to.
  package let importID: String
  /// The number of missing steps; nil if the whole import is missing, or it has other steps instead.
  package let count: Int?
  /// The time after which a call among them can no longer take effect; nil if it was not kept.
  package let timeout: Duration?
}

/// The last state of a journal that was written.
///
/// SQLite ends a write-ahead log silently at its first damaged frame, so only a note beside the file shows that the
/// last steps were lost.
struct JournalMark: Equatable {
  let row: Int64
  let id: String
  let steps: Int
  /// The checksum of the last step, or of the import's own row if there is none.
  let checksum: Data
  /// The seconds after which none of its calls can take effect any more; nil if unknown.
  var timeout: Double?

  private static let version = "nstack-review mark 1"

  init(row: Int64, id: String, steps: Int, checksum: Data) {
    (self.row, self.id, self.steps, self.checksum) = (row, id, steps, checksum)
  }

  /// Reads ``line`` back; nil for anything else.
  init?(line: String) {
    let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 7, parts[0] == Self.version, let row = Int64(parts[1]), let steps = Int(parts[2]),
      let checksum = Data(base64Encoded: parts[3]), parts[6] == Self.proof(parts.dropLast())
    else { return nil }
    self.init(row: row, id: parts[5], steps: steps, checksum: checksum)
    timeout = Double(parts[4])
  }

  /// The mark on one line, with a checksum of its own at the end.
  var line: String {
    let parts =
      [Self.version, "\(row)", "\(steps)", checksum.base64EncodedString()] + [timeout.map { "\($0)" } ?? "", id]
    return (parts + [Self.proof(parts[...])]).joined(separator: "\t")
  }

  private static func proof(_ parts: ArraySlice<String>) -> String {
    Data(MessageDigest.sha256(parts.joined(separator: "\t").utf8).prefix(16)).base64EncodedString()
  }
}

/// The file beside a journal with its mark.
///
/// It is written after each commit and not synced. Whichever mark a power cut leaves was true once, so the journal must
/// contain at least as much. If the mark cannot be written, damage goes unnoticed and nothing else.
final class JournalMarkFile: Sendable {
  private let descriptor: Mutex<Int32>

  init(path: String) { descriptor = Mutex(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) }

  deinit { descriptor.withLock { descriptor in if descriptor >= 0 { close(descriptor) } } }

  /// The mark; nil if there is none, or only a part after a power cut.
  func read() -> JournalMark? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = descriptor.withLock { pread($0, &buffer, buffer.count, 0) }
    guard count > 0, let end = buffer[..<count].firstIndex(of: UInt8(ascii: "\n")),
      let line = String(validating: buffer[..<end], as: UTF8.self)
    else { return nil }
    return JournalMark(line: line)
  }

  func write(_ mark: JournalMark) {
    let bytes = Array((mark.line + "\n").utf8)
    descriptor.withLock { _ = pwrite($0, bytes, bytes.count, 0) }
  }

  /// Removes the mark durably, before the steps that it describes are removed.
  func clear() {
    descriptor.withLock { descriptor in
      _ = ftruncate(descriptor, 0)
      _ = fsync(descriptor)
    }
  }
}

extension JournalRows {
  /// The steps that are missing since a mark was written; nil if none are.
  func stepsLost(since mark: JournalMark) throws -> LostSteps? {
    func lost(_ count: Int? = nil) -> LostSteps {
      LostSteps(importID: mark.id, count: count, timeout: mark.timeout.map { .seconds(clamping: $0) })
    }
    guard
      let found = try Row.fetchOne(
        database, sql: "SELECT row, checksum FROM import WHERE id = ?", arguments: [mark.id]), found[0] == mark.row
    else {
      // Row numbers only rise, so a later import shows that this one was removed after the mark was written.
      let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0
      return last > mark.row ? nil : lost()
    }
    // A finished import lost nothing: its end is its last step.
    if try summary(ofRow: mark.row, id: mark.id) != nil { return nil }
    guard mark.steps > 0 else { return found[1] == mark.checksum ? nil : lost() }
    let count =
      try Int.fetchOne(database, sql: "SELECT count(*) FROM entry WHERE import = ?", arguments: [mark.row]) ?? 0
    guard count >= mark.steps else { return lost(mark.steps - count) }
    let last = try Data.fetchOne(
      database, sql: "SELECT checksum FROM entry WHERE import = ? AND place = ?", arguments: [mark.row, mark.steps - 1])
    return last == mark.checksum ? nil : lost()
  }
}
