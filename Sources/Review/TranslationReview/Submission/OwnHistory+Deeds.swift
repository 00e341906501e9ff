/// The actions of an import, taken from the steps in its journal.
extension OwnHistory {
  /// An action of an import, as the journal's index stores it.
  package struct Trace: Hashable, Sendable {
    package let mark: String
    /// The index of the sheet's file among the import's files; nil for an undo, which counts as work on the files of
    /// the import that it undoes.
    package let file: Int?
    /// The sheet id of the row; nil if it is the file's.
    package let sheetID: TextHash?

    package init(mark: String, file: Int?, sheetID: TextHash? = nil) {
      (self.mark, self.file, self.sheetID) = (mark, file, sheetID)
    }
  }

  /// Returns the actions that an import took, or may have taken, as the journal's index stores them.
  package static func traces(of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool) -> [Trace] {
    deeds(of: changeset, entries, isUndo: isUndo).flatMap { deed -> Set<Trace> in
      guard !isUndo else { return [Trace(mark: deed.question.mark, file: nil, sheetID: nil)] }
      let mark = deed.question.mark
      return Set(
        deed.items.map { item in
          let row = changeset.items[item].row
          let file = row.place.fileIndex
          let id = row.base?.sheetID
          let isOfFile = changeset.files.indices.contains(file) && changeset.files[file].sheetID == id?.text
          return Trace(mark: mark, file: file, sheetID: isOfFile ? nil : id)
        })
    }
  }

  /// Returns the actions that an import took, or may have taken, each with the rows that asked for it.
  static func deeds(of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool) -> [(
    question: Question, items: [Int]
  )] {
    let states = SubmissionProgress(count: changeset.changes.count, entries: entries).states
    var deeds: [(question: Question, items: [Int])] = []
    for (change, state) in zip(changeset.changes, states) where state.attempts > 0 {
      switch change.operation {
      case .propose(let value):
        let posting = Posting(value, change.text)
        deeds.append((isUndo ? .left(posting) : .posted(posting), change.items))
      case .delete(let id, _): deeds.append((.deleted(id), change.items))
      }
      // The server may have changed the white space at the edges of the value.
      if case .applied(_, let altered?) = state.outcome {
        deeds.append((.left(Posting(altered, change.text)), change.items))
      }
    }
    return deeds
  }
}
