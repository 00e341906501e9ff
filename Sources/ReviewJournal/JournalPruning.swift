import GRDB
public import TranslationReview

/// What pruning takes out of a journal.
public struct PruningPlan: Sendable {
  /// The imports to forget, the oldest first.
  public let imports: [KeptImport]
  /// Imports that were asked for and are kept, as an unfinished import may still need them.
  public let needed: [KeptImport]
  /// The unfinished import that needs them; nil where none does.
  public let unfinished: KeptImport?
}

extension ReviewJournal {
  /// Finds the imports that pruning would forget.
  ///
  /// An import that is not over is never among them. Neither is one that called about texts after an unfinished one was begun,
  /// which must not undo that work when it is gone on with, nor one that was taken back by an import that is kept.
  ///
  /// - Parameters:
  ///   - before: Only imports that were begun before this time are forgotten, in seconds since 1970; nil for any.
  ///   - keeping: How many of the newest imports are kept; nil for none.
  public func pruningPlan(before: Double?, keeping: Int?) throws(JournalError) -> PruningPlan {
    let imports = try imports()
    let unfinished = imports.first { !$0.isComplete }
    let unfinishedSince = imports.filter { !$0.isComplete }.map(\.startedAt).min() ?? .infinity
    // Those that were begun later: the calendar may have been set back since.
    let later = Set(imports.drop { $0.isComplete }.map(\.id))
    let asked = imports.dropLast(keeping ?? 0).filter { kept in
      kept.isComplete && before.map { kept.startedAt < $0 } ?? true
    }
    let needed = asked.filter { kept in
      guard let last = kept.lastSent else { return false }
      return later.contains(kept.id) || last >= unfinishedSince
    }
    var forgotten = Set(asked.map(\.id)).subtracting(needed.map(\.id))
    // An import that is taken back is known by its files to what took it back; the newest come last.
    for kept in imports.reversed() where !forgotten.contains(kept.id) {
      if case .undo(let other) = kept.purpose { forgotten.remove(other) }
    }
    return PruningPlan(
      imports: imports.filter { forgotten.contains($0.id) }, needed: needed,
      unfinished: needed.isEmpty ? nil : unfinished)
  }

  /// Forgets imports that are over, and gives their room back.
  ///
  /// - Returns: How many bytes the file became smaller.
  /// - Throws: `unusable` for an import that is not over; `noSpace` where there is no room to write the rest anew: the imports
  ///   are forgotten then, and the file keeps its size.
  public func prune(_ imports: [KeptImport]) throws(JournalError) -> Int {
    let before = try size()
    // Until the next step there is nothing that could be told to be lost.
    acceptLostSteps()
    try perform { database in
      try database.write { database in
        for kept in imports {
          let head = try JournalRows.requiredHead(id: kept.id, database)
          guard try JournalRows.summary(of: head, database).isComplete else {
            throw JournalError(.unusable, "The import \(kept.id) is not over, so it cannot be forgotten.")
          }
          for table in ["block", "summary", "item", "change", "entry"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE import = ?", arguments: [head.row])
          }
          try database.execute(sql: "DELETE FROM import WHERE row = ?", arguments: [head.row])
        }
        // The index is in the order of what is asked, so all imports are looked for in one go through it.
        try database.execute(sql: "DELETE FROM trace WHERE import NOT IN (SELECT row FROM import)")
      }
      try database.vacuum()
    }
    return max(0, before - (try size()))
  }

  /// The bytes of the file, with all that was written.
  private func size() throws(JournalError) -> Int {
    try perform { database in
      try database.writeWithoutTransaction { database in
        _ = try database.checkpoint(.truncate)
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        return pages * (try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 0)
      }
    }
  }
}
