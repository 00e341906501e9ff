import Basics
import NStackAPI

/// The questions that a plan asks about earlier imports.
extension OwnHistory {
  /// An action that one of this profile's imports may have taken.
  package struct Question: Hashable, Sendable {
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

  /// Returns the questions that planning a sheet may ask.
  package static func questions(of sheet: ReturnedSheet, against catalog: Catalog) -> Set<Question> {
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
}
