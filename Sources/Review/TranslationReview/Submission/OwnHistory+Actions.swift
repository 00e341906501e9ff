/// The actions of an import, taken from the steps in its journal.
extension OwnHistory {
  /// An action of an import, as the journal's index stores it.
  package struct IndexedAction: Hashable, Sendable {
    package let fingerprint: String
    /// The index of the sheet's file among the import's files; nil for an undo, which counts as work on the files of
    /// the import that it undoes.
    package let file: Int?
    /// The sheet id of the row; nil if it is the file's.
    package let sheetID: TextHash?

    package init(fingerprint: String, file: Int?, sheetID: TextHash? = nil) {
      (self.fingerprint, self.file, self.sheetID) = (fingerprint, file, sheetID)
    }
  }

  /// Returns the actions that an import took, or may have taken, as the journal's index stores them.
  package static func indexedActions(of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool)
    -> [IndexedAction]
  {
    actions(of: changeset, entries, isUndo: isUndo).flatMap { action -> Set<IndexedAction> in
      guard !isUndo else { return [IndexedAction(fingerprint: action.question.fingerprint, file: nil, sheetID: nil)] }
      let fingerprint = action.question.fingerprint
      return Set(
        action.items.map { item in
          let row = changeset.items[item].row
          let file = row.place.fileIndex
          let id = row.base?.sheetID
          let isOfFile = changeset.files.indices.contains(file) && changeset.files[file].sheetID == id?.text
          return IndexedAction(fingerprint: fingerprint, file: file, sheetID: isOfFile ? nil : id)
        })
    }
  }

  /// Returns the actions that an import took, or may have taken, each with the rows that asked for it.
  static func actions(of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool) -> [(
    question: Question, items: [Int]
  )] {
    let states = SubmissionProgress(count: changeset.changes.count, entries: entries).states
    var actions: [(question: Question, items: [Int])] = []
    for (change, state) in zip(changeset.changes, states) where state.attempts > 0 {
      switch change.operation {
      case .propose(let value):
        let posting = Posting(value, change.text)
        actions.append((isUndo ? .left(posting) : .posted(posting), change.items))
      case .delete(let id, _): actions.append((.deleted(id), change.items))
      }
      // The server may have changed the white space at the edges of the value.
      if case .applied(_, let altered?) = state.outcome {
        actions.append((.left(Posting(altered, change.text)), change.items))
      }
    }
    return actions
  }
}
