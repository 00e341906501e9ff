import Basics
import NStackAPI

/// The questions that a plan asks about earlier imports, and the traces that answer them.
extension OwnHistory {
  /// An action that one of this profile's imports may have taken.
  public struct Question: Hashable, Sendable {
    enum Deed: Hashable, Sendable {
      /// Proposed a value for a text.
      case posted(Posting)
      /// Left a text with a value: by an undo, or because the server altered a proposal.
      case left(Posting)
      /// Deleted the proposal with an id.
      case deleted(Int)
    }

    let deed: Deed

    /// A hash that is unique to the question, in 64 hexadecimal digits.
    package var mark: String {
      switch deed {
      case .posted(let posting): PlanIdentity(parts: ["posted"] + Self.parts(posting)).text
      case .left(let posting): PlanIdentity(parts: ["left"] + Self.parts(posting)).text
      case .deleted(let id): PlanIdentity(parts: ["deleted", "\(id)"]).text
      }
    }

    private static func parts(_ posting: Posting) -> [String] {
      [posting.text.section, posting.text.key, posting.text.locale, posting.value.string]
    }
  }

  /// An action of an import, as the journal's index stores it.
  package struct Trace: Hashable, Sendable {
    /// The ``Question/mark`` of the action.
    package let mark: String
    /// The place of the sheet's file among the import's files; nil for an undo, which works on the files of the import that
    /// it undoes.
    package let file: Int?
    /// The sheet id of the row; nil if it is that of the file.
    package let sheetID: TextHash?
  }

  /// Returns the questions that planning a sheet may ask.
  public static func questions(of sheet: ReturnedSheet, against catalog: Catalog) -> Set<Question> {
    var questions: Set<Question> = []
    for row in sheet.rows {
      for own in catalog.pendingProposals(of: row.text) where own.canDelete {
        let posting = Posting(own.value, row.text)
        questions.formUnion([Question(deed: .posted(posting)), Question(deed: .left(posting))])
      }
      if let id = row.base?.proposalID { questions.insert(Question(deed: .deleted(id))) }
    }
    return questions
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
  static func deeds(
    of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool
  ) -> [(question: Question, items: [Int])] {
    let states = SubmissionProgress(count: changeset.changes.count, entries: entries).states
    var deeds: [(question: Question, items: [Int])] = []
    for (change, state) in zip(changeset.changes, states) where state.attempts > 0 {
      switch change.operation {
      case .propose(let value):
        let posting = Posting(value, change.text)
        deeds.append((Question(deed: isUndo ? .left(posting) : .posted(posting)), change.items))
      case .delete(let id, _): deeds.append((Question(deed: .deleted(id)), change.items))
      }
      // The server may have changed the white space at the edges of the value.
      if case .applied(_, let altered?) = state.outcome {
        deeds.append((Question(deed: .left(Posting(altered, change.text))), change.items))
      }
    }
    return deeds
  }
}
