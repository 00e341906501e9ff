import Foundation
import GRDB
import TranslationReview

/// The summary of a finished import, as the file stores it.
struct KeptSummary: Codable {
  var outcomes: [String: Int]
  /// The time of the last call, in seconds since 1970; nil if there was none.
  var lastSent: Double?
  /// The numbers of rows, changes and steps in the blocks.
  var items: Int
  var changes: Int
  var entries: Int
  /// The number of blocks, and the checksum of the last one.
  var blocks: Int
  var blocksChecksum: String
}

/// Finished imports: their rows, packed, and a summary from which lists are made.
extension JournalRows {
  /// The number of rows in one block, so that no more of a large import is inflated at a time.
  private static let rowsOfBlock = 16_384

  /// The rows of an import as they were written.
  struct Bodies {
    var items: [Data] = []
    var changes: [Data] = []
    var entries: [Data] = []
  }

  /// The summary of a finished import; nil for any other.
  func summary(ofRow row: Int64, id: String) throws -> KeptSummary? {
    guard
      let found = try Row.fetchOne(
        database, sql: "SELECT body, checksum FROM summary WHERE import = ?", arguments: [row])
    else { return nil }
    let body: Data = found[0]
    guard found[1] == Self.checksum("summary \(id)", row, 0, body) else { throw Self.damaged("summary", row, 0) }
    return try JSONDecoder().decode(KeptSummary.self, from: body)
  }

  /// The rows of an import, from its blocks if it is finished.
  func bodies(of head: Head) throws -> Bodies {
    guard let summary = try summary(ofRow: head.row, id: head.id) else {
      return Bodies(
        items: try checkedRows("item", of: head.row).bodies, changes: try checkedRows("change", of: head.row).bodies,
        entries: try checkedRows("entry", of: head.row).bodies)
    }
    let blocks = try checkedRows("block", of: head.row)
    guard blocks.bodies.count == summary.blocks, blocks.last.base64EncodedString() == summary.blocksChecksum else {
      throw Self.damaged("block", head.row, blocks.bodies.count)
    }
    var bodies = Bodies()
    for (position, block) in blocks.bodies.enumerated() {
      let lists = try DocumentBlock.lists(in: block)
      guard lists.count == 3 else { throw Self.damaged("block", head.row, position) }
      bodies.items += lists[0]
      bodies.changes += lists[1]
      bodies.entries += lists[2]
    }
    guard bodies.items.count == summary.items, bodies.changes.count == summary.changes,
      bodies.entries.count == summary.entries
    else { throw Self.damaged("summary", head.row, 0) }
    return bodies
  }

  /// Packs a finished import, and adds what it did to the index. Only readings before the last one are dropped.
  ///
  /// An import with a damaged row stays as it is; reading it throws an error.
  func archive(_ head: Head) throws {
    guard var bodies = try? self.bodies(of: head), let kept = try? record(head, bodies) else { return }
    let lastReading = kept.entries.lastIndex(where: \.isReading)
    bodies.entries = zip(kept.entries, bodies.entries).enumerated().filter { index, entry in
      !entry.0.isReading || index == lastReading
    }.map(\.element.1)
    guard let blocks = try? Self.blocks(of: [bodies.items, bodies.changes, bodies.entries]) else { return }
    for table in ["item", "change", "entry"] {
      try database.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [head.row])
    }
    let last = try insert(blocks, into: "block", of: head.row)
    let progress = SubmissionProgress(count: kept.record.changeset.changes.count, entries: kept.entries)
    let summary = KeptSummary(
      outcomes: progress.outcomeCounts, lastSent: progress.states.compactMap(\.lastSent).max(),
      items: bodies.items.count, changes: bodies.changes.count, entries: bodies.entries.count, blocks: blocks.count,
      blocksChecksum: last.checksum.base64EncodedString())
    let body = try Self.encoder().encode(summary)
    try database.execute(
      sql: "INSERT INTO summary (import, body, checksum) VALUES (?, ?, ?)",
      arguments: [head.row, body, Self.checksum("summary \(head.id)", head.row, 0, body)])
    try index(kept.record, kept.entries, of: head)
  }

  /// The rows in blocks of about ``rowsOfBlock``, each with its part of every list.
  private static func blocks(of lists: [[Data]]) throws -> [Data] {
    let count = 1 + lists.map(\.count).reduce(0, +) / rowsOfBlock
    return try (0..<count).map { block in
      try DocumentBlock.bytes(
        of: lists.map { Array($0[(block * $0.count / count)..<((block + 1) * $0.count / count)]) })
    }
  }
}
