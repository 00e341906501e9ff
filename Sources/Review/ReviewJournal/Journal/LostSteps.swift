import Foundation
import GRDB
import NStackAPI
import Synchronization
import TranslationReview

/// Steps that are missing from a journal, because its file was damaged or replaced by an older copy.
///
/// SQLite silently ignores a write-ahead log from its first damaged frame on. So a file beside the journal records its
/// last step.
public struct LostSteps: Hashable, Codable, Sendable {
  /// The import that the steps belong to.
  package let importID: String
  /// The time after which a call among the steps can no longer take effect; nil if it was not kept.
  package let timeout: Duration?
  private let row: Int64
  /// The number of blocks that the import had; `Int.max` once it was over.
  private let blocks: Int

  init(since head: JournalRows.Head, _ timeout: Duration?) {
    (importID, row, blocks) = (head.id, head.row, head.isOver ? .max : head.blocks)
    self.timeout = timeout
  }

  /// Whether the steps are missing from a journal.
  func areLost(from rows: JournalRows) throws -> Bool {
    guard let head = try rows.head(id: importID), head.row == row else {
      // Row numbers only grow. If a later import exists, this one was not lost but pruned.
      return try Int64.fetchOne(rows.database, sql: "SELECT max(row) FROM import") ?? 0 <= row
    }
    return !head.isOver && head.blocks < blocks
  }
}

/// The file beside a journal that records the journal's last step.
///
/// It is written after each commit and not synced, so a power cut may leave an older record. That record was true once,
/// so the journal must contain at least that much. If the file cannot be written, the only effect is that a loss of
/// steps goes unnoticed.
final class JournalEndFile: Sendable {
  private static let proofSize = 16

  private let descriptor: Mutex<Int32>

  init(path: String) { descriptor = Mutex(open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)) }

  deinit { descriptor.withLock { descriptor in if descriptor >= 0 { close(descriptor) } } }

  /// The record; nil if there is none, or if a power cut left only a part of it.
  func read() -> LostSteps? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = descriptor.withLock { pread($0, &buffer, buffer.count, 0) }
    let json = Data(buffer.prefix(max(0, count)).dropFirst(Self.proofSize).prefix { $0 != UInt8(ascii: "\n") })
    guard Data(buffer.prefix(Self.proofSize)) == JournalBlock.proof("end", json) else { return nil }
    return try? JSONDecoder().decode(LostSteps.self, from: json)
  }

  func write(_ end: LostSteps) {
    guard let json = try? JSONEncoder.ofRecords.encode(end) else { return }
    let bytes = [UInt8](JournalBlock.proof("end", json) + json + [UInt8(ascii: "\n")])
    descriptor.withLock { _ = pwrite($0, bytes, bytes.count, 0) }
  }

  /// Removes the record durably. This comes before the steps themselves are removed.
  func clear() {
    descriptor.withLock { descriptor in
      _ = ftruncate(descriptor, 0)
      _ = fsync(descriptor)
    }
  }
}
