import Basics
import NStackAPI
import TranslationReview

/// What a person decides about one text.
enum Decision: Sendable {
  /// To propose a value, whatever the server has now.
  case propose(String)
  /// To withdraw one's own proposal with this id.
  case withdraw(Int)
  /// To leave the text as it is.
  case clear
  /// To return to the decision before the last one.
  case undo
  /// To send what a draft in conflict asks for nevertheless.
  case keepMine
  /// To keep what the server has, and drop the draft in conflict.
  case keepServers
}

extension ReviewBoard {
  /// The step that carries out a decision.
  ///
  /// - Throws: ``ReviewPageError`` if the decision cannot be kept.
  func step(for decision: Decision, about text: TextIdentity) throws(ReviewPageError) -> DraftStep {
    let existing = book.drafts[text]
    guard index.place(of: text) != nil else {
      // A text that is gone can only lose its draft.
      guard case .clear = decision, let existing else { throw Self.unknown(text) }
      return Self.dropping(existing)
    }
    switch decision {
    case .propose(let value): return .drafted(try proposing(value, for: text, origin: existing?.origin))
    case .withdraw(let id): return .drafted(try withdrawing(id, of: text, origin: existing?.origin))
    case .clear: return existing.map(Self.dropping) ?? .cleared(text)
    case .keepServers: return Self.dropping(try conflicting(text))
    case .keepMine: return .drafted(try insisting(on: try conflicting(text)))
    case .undo: throw ReviewPageError(.nothingToUndo, "There is no earlier decision about this text.")
    }
  }

  /// What the rules would say about a value.
  func assessment(ofProposing value: String, for text: TextIdentity) -> DraftAssessment? {
    let draft = rules.draft(.propose(ExactText(value)), for: text, origin: book.drafts[text]?.origin)
    return rules.assessments(of: [draft])[draft.text]
  }

  // MARK: - Proposing

  static let emptyMessage = "The text is empty. NStack takes no empty proposal."

  private func proposing(
    _ value: String, for text: TextIdentity, origin: Draft.SheetRow?
  ) throws(ReviewPageError) -> Draft {
    guard !value.allSatisfy(\.isWhitespace) else {
      throw ReviewPageError(.empty, Self.emptyMessage)
    }
    let draft = rules.draft(.propose(ExactText(value)), for: text, origin: origin)
    if let refusal = refusal(of: draft) { throw refusal }
    return draft
  }

  /// Why a proposal is not even kept; nil for one that a check refuses, because its text must not be lost.
  func refusal(of draft: Draft) -> ReviewPageError? {
    rules.assessments(of: [draft])[draft.text].flatMap(refusal)
  }

  func refusal(_ assessment: DraftAssessment) -> ReviewPageError? {
    let item = assessment.item
    switch item.verdict {
    case .alreadyProposed:
      return ReviewPageError(
        .alreadyProposed,
        item.serverProposal?.canDelete == true
          ? "You have proposed this text already. NStack takes it only once."
          : "Somebody else has proposed this text already. NStack takes it only once.")
    case .sameAsCurrent:
      return ReviewPageError(
        .sameAsCurrent,
        item.serverProposal == nil
          ? "The server has this text already."
          : "The server has this text already. Withdraw your proposal instead.")
    case .conflict: return ReviewPageError(.undecidable, item.message)
    default: return nil
    }
  }

  // MARK: - Withdrawing

  private func withdrawing(
    _ id: Int, of text: TextIdentity, origin: Draft.SheetRow?
  ) throws(ReviewPageError) -> Draft {
    guard let proposal = catalog.pendingProposals(of: text).first(where: { $0.id == id }) else {
      throw ReviewPageError(.notOwn, "The proposal is gone from the server. Read the server again.")
    }
    guard proposal.canDelete else {
      throw ReviewPageError(.notOwn, "Somebody else made this proposal, and only they can withdraw it.")
    }
    return rules.draft(.withdraw(proposalID: id, value: ExactText(proposal.value)), for: text, origin: origin)
  }

  // MARK: - Conflicts

  private func conflicting(_ text: TextIdentity) throws(ReviewPageError) -> Draft {
    guard let draft = book.drafts[text], assessments[text]?.state == .conflict else {
      throw ReviewPageError(.noConflict, "There is no conflict to decide for this text.")
    }
    return draft
  }

  /// The draft as if it had been decided now, so that nothing has changed since.
  private func insisting(on draft: Draft) throws(ReviewPageError) -> Draft {
    var request = draft.request
    if request.withdrawnID != nil {
      // The proposal that the conflict is about, because there can be several of one's own.
      guard let assessment = assessments[draft.text], assessment.conflict?.canSendMine == true,
        let own = assessment.item.serverProposal
      else {
        throw ReviewPageError(.undecidable, "There is no proposal of yours to withdraw any more.")
      }
      request = .withdraw(proposalID: own.id, value: ExactText(own.value))
    }
    let decided = rules.draft(request, for: draft.text, origin: draft.origin)
    if let refusal = refusal(of: decided) { throw refusal }
    return decided
  }

  // MARK: - Steps

  /// The step that drops a draft. What a sheet asks for does not come back when the sheet is given again.
  private static func dropping(_ draft: Draft) -> DraftStep {
    draft.origin.map { .left(draft.text, asked: $0.asked) } ?? .cleared(draft.text)
  }

  static func unknown(_ text: TextIdentity) -> ReviewPageError {
    ReviewPageError(
      .unknownText,
      "The server does not have \(Visible.text(text.section))/\(Visible.text(text.key)) in \(Visible.text(text.locale))."
    )
  }
}
