import Basics
import NStackAPI

/// What an index of earlier imports is made of, and what a plan asks it.
extension OwnHistory {
  /// Something that an own import may have done.
  public struct Question: Hashable, Sendable {
    enum Deed: Hashable, Sendable {
      /// Proposed a value for a text.
      case posted(Posting)
      /// Left a text with a value: as what the server made of a proposal, or by taking something back.
      case left(Posting)
      /// Deleted the proposal with an id.
      case deleted(Int)
    }

    let deed: Deed

    /// What tells the question from all others: 64 hexadecimal digits.
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

  /// What an import did, as an index keeps it.
  package struct Trace: Hashable, Sendable {
    /// ``Question/mark`` of what was done.
    package let mark: String
    /// The place of the file, among the import's, whose work it was; nil where it was work on the files of the import that was
    /// taken back.
    package let file: Int?
    /// The sheet that the row named; nil where it is the file's.
    package let sheetID: TextHash?
  }

  /// What a plan of a sheet may ask.
  public static func questions(of sheet: ReturnedSheet, against catalog: Catalog) -> Set<Question> {
    var questions: Set<Question> = []
    for row in sheet.rows.map(\.row) {
      for own in catalog.pendingProposals(of: row.text) where own.canDelete {
        let posting = Posting(own.value, row.text)
        questions.formUnion([Question(deed: .posted(posting)), Question(deed: .left(posting))])
      }
      if let id = row.base?.proposalID { questions.insert(Question(deed: .deleted(id))) }
    }
    return questions
  }

  /// What an import did, or may have done, as an index keeps it.
  package static func traces(of changeset: Changeset, _ entries: [JournalEntry], isUndo: Bool) -> [Trace] {
    deeds(of: changeset, entries, isUndo: isUndo).flatMap { deed -> Set<Trace> in
      guard !isUndo else { return [Trace(mark: deed.question.mark, file: nil, sheetID: nil)] }
      let mark = deed.question.mark
      return Set(
        deed.items.map { item in
          let row = changeset.items[item].row
          let file = row.place.fileIndex
          let id = row.row.base?.sheetID
          let isOfFile = changeset.files.indices.contains(file) && changeset.files[file].sheetID == id?.text
          return Trace(mark: mark, file: file, sheetID: isOfFile ? nil : id)
        })
    }
  }

  /// What an import did, or may have done, each with the rows that wanted it.
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
      // The server may keep the value with other edges.
      if case .applied(_, let altered?) = state.outcome {
        deeds.append((Question(deed: .left(Posting(altered, change.text))), change.items))
      }
    }
    return deeds
  }
}
