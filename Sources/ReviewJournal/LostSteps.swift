import GRDB

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Steps that a journal had kept and no longer holds: its file was damaged, or an older copy was put in its place.
public struct LostSteps: Hashable, Sendable {
  /// The import that they were of.
  public let importID: String
  /// How many of its steps are gone; nil where all of the import is, or other steps are in their place.
  public let count: Int?
  /// The time after which a call that was among them cannot be carried out any more; nil where that was not kept.
  public let timeout: Duration?
}

extension JournalRows {
  /// What is missing of that which a journal held when a mark was written.
  static func stepsLost(since mark: JournalMark, _ database: Database) throws -> LostSteps? {
    guard
      let found = try Row.fetchOne(
        database, sql: "SELECT row, checksum FROM import WHERE id = ?", arguments: [mark.id]), found[0] == mark.row
    else {
      // Rows are numbered on and on, so a later import tells that this one was taken away after the mark was written.
      let last = try Int64.fetchOne(database, sql: "SELECT max(row) FROM import") ?? 0
      return last > mark.row ? nil : LostSteps(importID: mark.id, count: nil, timeout: mark.settleTime)
    }
    // An import that is over lost nothing: its end is its last step.
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
