import GRDB
package import TranslationReview

/// The imports that pruning removes from a journal.
package struct PruningPlan: Sendable {
  /// The imports to forget, the oldest first.
  package let imports: [KeptImport]
  /// Imports that could be pruned but are kept, because an unfinished import may still need them.
  package let needed: [KeptImport]
  /// The unfinished import that needs them; nil if none does.
  package let unfinished: KeptImport?
}

extension ReviewJournal {
  /// Finds the imports that pruning would forget.
  ///
  /// It never removes an unfinished import, or an import whose undo is kept. It also keeps an import that made calls
  /// after an unfinished one was started, so that resuming the unfinished one does not undo this work.
  ///
  /// - Parameters:
  ///   - before: Only imports that were started before this time are removed, in seconds since 1970; nil for any.
  ///   - keeping: The number of newest imports that are kept; nil for none.
  package func pruningPlan(before: Double?, keeping: Int?) throws(JournalError) -> PruningPlan {
    let imports = try imports()
    let unfinished = imports.first { !$0.isComplete }
    let unfinishedSince = imports.filter { !$0.isComplete }.map(\.startedAt).min() ?? .infinity
    // Compared by their order, because the calendar clock may have been set back.
    let later = Set(imports.drop { $0.isComplete }.map(\.id))
    let asked = imports.dropLast(keeping ?? 0).filter { kept in
      kept.isComplete && before.map { kept.startedAt < $0 } ?? true
    }
    let needed = asked.filter { kept in
      guard let last = kept.lastSent else { return false }
      return later.contains(kept.id) || last >= unfinishedSince
    }
    var forgotten = Set(asked.map(\.id)).subtracting(needed.map(\.id))
    // An undo needs its import's files in the journal, so that import must stay. Newer imports are checked first.
    for kept in imports.reversed() where !forgotten.contains(kept.id) {
      if case .undo(let other) = kept.purpose { forgotten.remove(other) }
    }
    return PruningPlan(
      imports: imports.filter { forgotten.contains($0.id) }, needed: needed,
      unfinished: needed.isEmpty ? nil : unfinished)
  }

  /// Removes finished imports, and frees their space.
  ///
  /// - Returns: The number of bytes by which the file became smaller.
  /// - Throws: `unusable` for an unfinished import; `noSpace` on a full disk. In that case the imports are removed, but
  ///   the file keeps its size.
  package func prune(_ imports: [KeptImport]) throws(JournalError) -> Int {
    let before = try size()
    // Until the next step is written, it would go unnoticed if a step were lost.
    acceptLostSteps()
    try perform { database in
      try database.write { database in
        let rows = JournalRows(database)
        for kept in imports {
          let head = try rows.requiredHead(id: kept.id)
          guard try rows.keptImport(head).isComplete else {
            throw JournalError(.unusable, "The import \(kept.id) is unfinished, so it cannot be forgotten.")
          }
          try head.delete(database)
        }
        // The index is ordered by its key, so one pass finds all imports.
        try database.execute(sql: "DELETE FROM action WHERE import NOT IN (SELECT row FROM import)")
      }
      try database.vacuum()
    }
    return max(0, before - (try size()))
  }

  /// The size of the file in bytes, after a checkpoint.
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
