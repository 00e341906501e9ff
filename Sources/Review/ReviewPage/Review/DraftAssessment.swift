import Basics
import NStackAPI
import TranslationReview

/// What an import's rules say about one draft, according to the last reading of the server.
struct DraftAssessment: Sendable {
  enum State: String, Sendable {
    case ready
    /// The draft needs approval before it can be sent.
    case waiting
    /// The server changed since the decision, so a person must decide again.
    case conflict
    /// The draft cannot be sent, for a reason.
    case refused
  }

  let item: Changeset.Item
  let conflict: Conflict?

  var state: State {
    if item.verdict.isChange || [.reviewed, .rejected].contains(item.verdict) { return .ready }
    return item.verdict == .conflict ? .conflict : item.verdict == .unapproved ? .waiting : .refused
  }

  /// Why the draft is not ready; empty if it is ready, or if the findings already say why.
  var reasonBesideFindings: Reason {
    // That a draft waits for approval is plain without a reason. Why an approval does not count is not.
    let isOpen = state == .waiting && item.row.action.isEmpty
    return state == .ready || isOpen || item.verdict == .refusedByCheck ? .none : item.reason
  }

  /// Remarks about the draft other than findings, such as checks that the row's note ignores.
  var remarks: [Reason] {
    item.notes.filter { note in
      // A draft is assessed without most others, and the page shows these texts with their drafts.
      !note.codes.contains("note.sameSource") && !item.findings.contains { note.contains($0.reason) }
    }
  }
}

extension Changeset.Item {
  /// Whether the server already has what the row asks for. It does not count if another person proposed the same text.
  var isFulfilled: Bool {
    switch verdict {
    case .alreadyProposed: serverProposal?.canDelete == true
    case .sameAsCurrent: serverProposal == nil
    case .alreadyGone: true
    default: false
    }
  }
}

/// The number of drafts in each state: in total, by language, and by section of each language.
///
/// Updated with each change of a draft, because a page asks for the counts after each decision.
struct DraftTally: Sendable {
  private(set) var total = TextCounts()
  /// The counts by the index of the language.
  private(set) var languages: [Int: TextCounts] = [:]
  /// The counts by the indices of the language and of the section.
  private(set) var sections: [Int: [Int: TextCounts]] = [:]
  /// The texts with a draft that the server no longer has. They count only in the total.
  private(set) var gone: Set<TextIdentity> = []

  /// Counts a draft. With a sign of -1 the draft is subtracted instead, and must have the same assessment as when it
  /// was counted.
  mutating func count(_ draft: Draft, _ assessment: DraftAssessment?, _ index: CatalogIndex, sign: Int = 1) {
    var counts = TextCounts()
    counts.drafts = 1
    if let assessment {
      if !assessment.item.findings.isEmpty { counts.findings = 1 }
      switch assessment.state {
      case .ready where assessment.item.verdict == .delete: counts.deletes = 1
      case .ready where assessment.item.verdict == .rejected: counts.rejections = 1
      case .ready where assessment.item.verdict == .reviewed: (counts.signOffs, counts.unreviewed) = (1, -1)
      case .ready: counts.proposals = 1
      case .waiting: counts.waiting = 1
      case .conflict: counts.conflicts = 1
      case .refused: break
      }
    }
    total.add(counts, sign: sign)
    guard let (key, language) = index.place(of: draft.text) else {
      if sign > 0 { gone.insert(draft.text) } else { gone.remove(draft.text) }
      return
    }
    languages[language, default: TextCounts()].add(counts, sign: sign)
    sections[language, default: [:]][index.sectionOfKey[key], default: TextCounts()].add(counts, sign: sign)
  }
}
