import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Steps that are missing from a journal, because its file was damaged or replaced by an older copy.
public struct LostSteps: Hashable, Sendable {
  /// The import that they belonged to.
  public let importID: String
  /// The number of missing steps; nil if the whole import is missing, or other steps are in their place.
  public let count: Int?
  /// The time after which a call among them can no longer take effect; nil if it was not kept.
  public let timeout: Duration?
}

extension JournalRows {
  /// The steps that are missing since a mark was written; nil if none are.
  static func stepsLost(since mark: JournalMark, _ database: Database) throws -> LostSteps? {
    guard
      let found = try Row.fetchOne(
        database, sql: "SELECT row, checksum FROM import WHERE id = ?", arguments: [mark.id]), found[0] == mark.row
    else {
      // Row numbers only rise, so a later import shows that this one was removed after the mark was written.
      let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0
      return last > mark.row ? nil : LostSteps(importID: mark.id, count: nil, timeout: mark.settleTime)
    }
    // A finished import lost nothing: its end is its last step.
    if try summary(ofRow: mark.row, id: mark.id, database) != nil { return nil }
    guard mark.steps > 0 else {
      return found[1] == mark.checksum ? nil : LostSteps(importID: mark.id, count: nil, timeout: mark.settleTime)
    }
    let count =
      try Int.fetchOne(
        database, sql: "SELECT count(*) FROM entry WHERE import = ?", arguments: [mark.row]) ?? 0
    guard count >= mark.steps else {
      return LostSteps(importID: mark.id, count: mark.steps - count, timeout: mark.settleTime)
    }
    let last = try Data.fetchOne(
      database, sql: "SELECT checksum FROM entry WHERE import = ? AND place = ?",
      arguments: [mark.row, mark.steps - 1])
    return last == mark.checksum ? nil : LostSteps(importID: mark.id, count: nil, timeout: mark.settleTime)
  }
}
