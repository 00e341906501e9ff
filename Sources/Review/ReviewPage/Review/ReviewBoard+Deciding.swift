import Basics
import NStackAPI
import TranslationReview

/// A person's decision about one text.
enum Decision: Sendable {
  /// To propose a value, whatever the server has now.
  case propose(String)
  /// To withdraw this person's own proposal with this id; nil for the first one that can be withdrawn.
  case withdraw(Int?)
  /// To reject somebody else's proposal with this id.
  case reject(Int)
  /// To propose the suggestion as it is.
  case accept
  /// To approve the value of the text's draft; without a draft, to sign the text off as it is.
  case signOff
  /// To write a note, which is saved and never sent; an empty one removes the note.
  case note(String)
  /// To remove the draft.
  case clear
  /// To return to the decision before the last one.
  case undo
  /// To send a draft in conflict anyway.
  case keepMine
  /// To keep the server's text: drops a draft that is in conflict, or the requests of all sheets.
  case keepServers
  /// To choose one of the requests of sheets that disagree, by its index.
  case choose(Int)
}

extension ReviewBoard {
  func step(for decision: Decision, about text: TextIdentity) throws(ReviewPageError) -> DraftStep {
    let existing = book.drafts[text]
    guard index.place(of: text) != nil else {
      // If the server no longer has a text, its draft can only be removed.
      guard case .clear = decision, let existing else { throw Self.unknown(text) }
      return Self.dropping(existing)
    }
    switch decision {
    case .propose(let value): return .drafted(try proposing(value, for: text, origin: existing?.origin))
    case .withdraw(let id): return .drafted(try withdrawing(id, of: text, existing))
    case .reject(let id): return .drafted(try rejecting(id, of: text, existing))
    case .accept: return .drafted(try accepting(text, existing))
    case .signOff: return .drafted(try signingOff(text, existing))
    case .note(let note): return .noted(text, note == index.note(of: text) ? nil : note)
    case .clear: return existing.map(Self.dropping) ?? .cleared(text)
    case .choose(let option):
      guard let alternatives = openAlternatives(for: text), alternatives.indices.contains(option) else {
        throw ReviewPageError(.noConflict, "There is nothing to choose for this text.")
      }
      return .drafted(alternatives[option])
    case .keepServers:
      if let alternatives = openAlternatives(for: text) {
        return .left(text, asked: Self.fingerprint(of: alternatives))
      }
      return Self.dropping(try conflicting(text))
    case .keepMine: return .drafted(try insisting(on: try conflicting(text)))
    case .undo: throw ReviewPageError(.nothingToUndo, "There is no earlier decision about this text.")
    }
  }

  /// What the rules would say about a value.
  func assessment(ofProposing value: String, for text: TextIdentity) -> DraftAssessment? {
    let draft = rules.draft(.propose(ExactText(value)), for: text, origin: book.drafts[text]?.origin)
    return assessment(of: draft)
  }

  private func assessment(of draft: Draft) -> DraftAssessment? {
    rules.assessments(of: [draft], notes: book.notes)[draft.text]
  }

  // MARK: - Proposing

  static let emptyMessage = "The text is empty. NStack takes no empty proposal."

  private func proposing(_ value: String, for text: TextIdentity, origin: Draft.SheetRow?) throws(ReviewPageError)
    -> Draft
  {
    guard !value.allSatisfy(\.isWhitespace) else { throw ReviewPageError(.empty, Self.emptyMessage) }
    let draft = rules.draft(.propose(ExactText(value)), for: text, origin: origin)
    if let refusal = refusal(of: draft) { throw refusal }
    return draft
  }

  /// Why a proposal cannot become a draft; nil if it can. A proposal that only a check refuses can, because the written
  /// text must not be lost.
  func refusal(of draft: Draft) -> ReviewPageError? { assessment(of: draft).flatMap(refusal) }

  func refusal(_ assessment: DraftAssessment) -> ReviewPageError? {
    let item = assessment.item
    switch item.verdict {
    case .alreadyProposed:
      return ReviewPageError(
        .alreadyProposed,
        item.serverProposal?.canDelete == true
          ? "You have proposed this text already. NStack takes it only once."
          : "Somebody else has proposed this text already. NStack takes it only once.")
    case .delete where item.row.intent.isProposal:
      return ReviewPageError(
        .alreadyProposed, "Somebody else has proposed this text already. Withdraw your proposal instead.")
    case .sameAsCurrent:
      return ReviewPageError(
        .sameAsCurrent,
        item.serverProposal == nil
          ? "The server has this text already." : "The server has this text already. Withdraw your proposal instead.")
    case .conflict: return ReviewPageError(.undecidable, item.message)
    default: return nil
    }
  }

  // MARK: - Withdrawing

  /// - Parameter id: The proposal; nil if proposals for several texts are withdrawn at once. In that case, written
  ///   drafts stay.
  private func withdrawing(_ id: Int?, of text: TextIdentity, _ existing: Draft?) throws(ReviewPageError) -> Draft {
    if id == nil, existing?.request.withdrawnID == nil { try refuseSecond(existing) }
    let pending = catalog.pendingProposals(of: text)
    guard let proposal = pending.first(where: { id == nil ? $0.canDelete : $0.id == id }) else {
      if id == nil { throw ReviewPageError(.notOwn, "There is no proposal of yours to withdraw.") }
      throw ReviewPageError(.notOwn, "The proposal is gone from the server. Read the server again.")
    }
    guard proposal.canDelete else {
      throw ReviewPageError(.notOwn, "Somebody else made this proposal, and only they can withdraw it.")
    }
    return rules.draft(
      .withdraw(proposalID: proposal.id, value: ExactText(proposal.value)), for: text, origin: existing?.origin)
  }

  private func rejecting(_ id: Int, of text: TextIdentity, _ existing: Draft?) throws(ReviewPageError) -> Draft {
    try refuseSecond(existing)
    guard let proposal = catalog.pendingProposals(of: text).first(where: { $0.id == id }) else {
      throw ReviewPageError(.notOwn, "The proposal is gone from the server. Read the server again.")
    }
    guard !proposal.canDelete else { throw ReviewPageError(.notOwn, "This proposal is yours. Withdraw it instead.") }
    return rules.draft(.withdraw(proposalID: id, value: ExactText(proposal.value)), for: text, origin: nil)
  }

  // MARK: - Accepting and signing off

  /// A draft that accepts the suggestion, like `accept` under `Action`.
  private func accepting(_ text: TextIdentity, _ existing: Draft?) throws(ReviewPageError) -> Draft {
    guard let place = index.place(of: text),
      let suggestion = index.suggestion(forKeyAt: place.key, inLanguageAt: place.language)
    else { throw ReviewPageError(.noSuggestion, "There is no suggestion for this text.") }
    try refuseSecond(existing)
    var draft = try proposing(suggestion.text, for: text, origin: nil)
    draft.base = draft.base.suggesting(TextHash(suggestion.text))
    return draft
  }

  private func signingOff(_ text: TextIdentity, _ existing: Draft?) throws(ReviewPageError) -> Draft {
    if let existing, case .propose = existing.request { return try approving(existing) }
    guard !isReviewed(text) else {
      throw ReviewPageError(.alreadyReviewed, "This text was reviewed already, and did not change since.")
    }
    try refuseSecond(existing)
    if let place = index.place(of: text), index.suggestion(forKeyAt: place.key, inLanguageAt: place.language) != nil {
      throw ReviewPageError(.undecidable, "This text has a suggestion, which the server does not have. Accept it.")
    }
    let draft = rules.draft(.signOff, for: text, origin: nil)
    if let found = assessment(of: draft), found.state != .ready {
      throw ReviewPageError(.undecidable, found.item.message)
    }
    return draft
  }

  /// A draft whose value is approved, like `ok` beside a changed proposal.
  private func approving(_ draft: Draft) throws(ReviewPageError) -> Draft {
    guard let found = assessments[draft.text], found.state == .ready || found.state == .waiting else {
      throw ReviewPageError(
        .undecidable, assessments[draft.text]?.item.reason.forReader ?? "This draft cannot be sent.")
    }
    // What waits although it is approved has an approval that does not count.
    guard !draft.isApproved || found.state == .waiting, !draft.isAccepted else {
      throw ReviewPageError(.alreadyReviewed, "This draft was approved already.")
    }
    var approved = rules.draft(draft.request, for: draft.text, origin: draft.origin, isApproved: true)
    approved.approver = rules.author
    return approved
  }

  /// Refuses a decision that would discard what a person wrote or decided before. Rows with two requests are refused
  /// for the same reason.
  private func refuseSecond(_ existing: Draft?) throws(ReviewPageError) {
    guard existing == nil || existing?.request == .signOff else {
      throw ReviewPageError(.undecidable, "There is a draft for this text already. Discard it first.")
    }
  }

  // MARK: - Conflicts

  private func conflicting(_ text: TextIdentity) throws(ReviewPageError) -> Draft {
    guard let draft = book.drafts[text], assessments[text]?.state == .conflict else {
      throw ReviewPageError(.noConflict, "There is no conflict to decide for this text.")
    }
    return draft
  }

  /// The draft as if it had been decided now, so that no later change is in conflict with it.
  private func insisting(on draft: Draft) throws(ReviewPageError) -> Draft {
    var request = draft.request
    if request.withdrawnID != nil {
      // The proposal that the conflict is about, because this person may have several proposals for the text.
      guard let assessment = assessments[draft.text], assessment.conflict?.canSendSheet == true,
        let own = assessment.item.serverProposal
      else { throw ReviewPageError(.undecidable, "You no longer have a proposal to withdraw.") }
      request = .withdraw(proposalID: own.id, value: ExactText(own.value))
    }
    let decided = rules.draft(request, for: draft.text, origin: draft.origin)
    if let refusal = refusal(of: decided) { throw refusal }
    return decided
  }

  // MARK: - Steps

  /// The step that drops a draft. If a sheet asked for it, it does not come back when the sheet is given again.
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
