import TranslationReview

extension KeptImport {
  /// An undo of an import.
  public struct Undoing: Hashable, Sendable {
    /// The id of the undo, which is an import itself.
    public let id: String
    /// Whether it took back everything.
    public let isWhole: Bool
  }

  /// Whether this import undoes all that another one did.
  fileprivate var isWholeUndo: Bool {
    isComplete && !isPart && leftAlone == 0 && outcomes.keys.allSatisfy { ["applied", "already-there"].contains($0) }
  }

  /// Whether any call of the import was carried out.
  fileprivate var hasEffect: Bool { ["applied", "already-there", "overridden"].contains { outcomes[$0] ?? 0 > 0 } }
}

extension [KeptImport] {
  /// The imports, each with its undoings. An undo that was itself undone in whole no longer counts.
  ///
  /// The imports must be in the journal's order, and all of them.
  func markingUndone() -> [KeptImport] {
    var undoings: [String: [KeptImport.Undoing]] = [:]
    for kept in reversed() {
      guard case .undo(let other) = kept.purpose, kept.hasEffect,
        undoings[kept.id]?.contains(where: \.isWhole) != true
      else { continue }
      undoings[other, default: []].append(KeptImport.Undoing(id: kept.id, isWhole: kept.isWholeUndo))
    }
    return map { kept in
      var kept = kept
      kept.undoings = undoings[kept.id]?.reversed() ?? []
      return kept
    }
  }
}
