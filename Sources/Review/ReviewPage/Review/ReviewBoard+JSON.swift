import Basics
import NStackAPI
import ReviewReports
import TranslationReview

extension ReviewBoard {
  func json(ofKeyAt key: Int, inLanguageAt language: Int) -> JSONValue {
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    let pending = index.sheet.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    let current = catalog.value(ofKeyAt: key, inLanguageAt: language)
    let context = rules.contexts[catalog.keys[key]]
    let description = [index.pluralNumbers(ofKeyAt: key, inLanguageAt: language), context?.description.nonEmpty]
      .compactMap(\.self)
    return [
      "id": text.pageID, "section": text.section, "key": text.key, "locale": text.locale,
      "source": index.source(ofKeyAt: key, forLanguageAt: language), "current": current,
      "reviewed": index.isReviewed(keyAt: key, inLanguageAt: language),
      "note": book.notes[text] ?? index.note(of: text), "isNoteKept": book.notes[text] == nil,
      "suggestion": index.suggestion(forKeyAt: key, inLanguageAt: language).map(Self.json),
      "status": Self.status(current: current, pending), "maximum": context?.maximumLength,
      "description": description.joined(separator: " · ").nonEmpty, "screenshot": context?.screenshot.nonEmpty,
      "proposals": pending.map { proposal in
        JSONValue.members([
          "ref": String(proposal.id), "value": proposal.value, "mine": proposal.canDelete,
          "deletable": proposal.canDelete,
        ])
      }, "draft": draftJSON(of: text), "conflict": conflictJSON(of: text),
      "findings": Self.json(assessments[text]?.item.findings ?? []),
    ]
  }

  private static func status(current: String, _ pending: [Proposal]) -> String {
    if pending.contains(where: \.canDelete) { return "proposed" }
    if !pending.isEmpty { return "proposed-by-others" }
    return current.isEmpty ? "missing" : "translated"
  }

  private static func json(_ suggestion: SheetSuggestions.Suggestion) -> JSONValue {
    var (match, score): (String, Int?) = ("exact", nil)
    switch suggestion.match {
    case .exact: break
    case .language: match = "language"
    case .folded: match = "folded"
    case .fuzzy(let found): (match, score) = ("fuzzy", found)
    }
    return [
      "value": suggestion.text, "memory": suggestion.memory, "entry": suggestion.entry, "match": match, "score": score,
      "lacks": suggestion.lackedPlaceholders,
    ]
  }

  static func json(_ findings: [TextFinding]) -> JSONValue {
    findings.map { found in
      JSONValue.members([
        "rule": found.check, "severity": found.severity.rawValue, "message": found.fault.forReader,
        "token": found.token,
      ])
    }.json
  }

  // MARK: - Drafts

  private func draftJSON(of text: TextIdentity) -> JSONValue? {
    guard let draft = book.drafts[text], let found = assessments[text] else { return nil }
    return Self.members(of: draft.request).with([
      "fromFile": draft.isAsReturned, "place": draft.isAsReturned ? draft.origin?.place.description : nil,
      "remarks": found.remarks.map(\.forReader), "state": found.state.rawValue,
      "message": found.reasonBesideFindings.forReader, "accepted": draft.isAccepted, "approved": draft.isApproved,
      "outcome": outcomes[text].map { JSONValue.members(["name": $0.name, "message": $0.reason.forReader]) },
    ])
  }

  /// What a draft asks for: its kind, the proposed value, and the proposal to withdraw.
  static func members(of request: Draft.Intent) -> JSONValue {
    switch request {
    case .propose(let value): ["kind": "propose", "value": value.string, "ref": nil]
    case .withdraw(let id, _): ["kind": "withdraw", "value": nil, "ref": String(id)]
    case .signOff: ["kind": "ok", "value": nil, "ref": nil]
    }
  }

  // MARK: - Conflicts

  private func conflictJSON(of text: TextIdentity) -> JSONValue? {
    if let alternatives = openAlternatives(for: text) {
      return [
        "kind": "sheets", "message": "The returned sheets ask for different things for this text.",
        "alternatives": alternatives.map { alternative in
          Self.members(of: alternative.request).with([
            "place": alternative.origin.map { $0.place.description + $0.place.byline },
            "pieces": Self.value(of: alternative).map {
              Self.pieces(from: alternative.seenProposal ?? alternative.seenCurrent, to: $0)
            },
          ])
        },
      ]
    }
    guard let draft = book.drafts[text], let found = assessments[text], found.state == .conflict else { return nil }
    let (kind, base, server) = sides(of: draft, found)
    let sheet = Self.value(of: draft)
    return [
      "kind": kind, "message": found.item.reason.forReader, "base": base, "server": server, "sheet": sheet,
      "serverPieces": base.map { Self.pieces(from: $0, to: server) },
      "sheetPieces": sheet.map { Self.pieces(from: base ?? server, to: $0) },
      "canSend": found.conflict?.canSendSheet ?? true,
    ]
  }

  /// The text that a draft proposes; nil if it proposes none.
  private static func value(of draft: Draft) -> String? {
    if case .propose(let value) = draft.request { value.string } else { nil }
  }

  /// The differences of a text from another one, in pieces that the page highlights.
  private static func pieces(from old: String, to new: String) -> [JSONValue] {
    WordDiff(from: old, to: new).pieces.map { ["kind": $0.kind.rawValue, "text": $0.text] }
  }

  /// The kind of a conflict, and the two texts to compare. The earlier text is nil if only its fingerprint is known.
  private func sides(of draft: Draft, _ assessment: DraftAssessment) -> (kind: String, base: String?, server: String) {
    let proposal = assessment.item.serverProposal
    switch assessment.conflict?.kind {
    case .ownProposal?: return ("mine", draft.seenProposal ?? "", proposal?.value ?? "")
    case .otherProposal?:
      let wasSeen = proposal.map { draft.base.otherProposals[$0.id] != nil || draft.base.proposalID == $0.id }
      return ("other", wasSeen == true ? nil : "", proposal?.value ?? "")
    case .currentValue?, .earlierDecision?, nil:
      let current = catalog.value(of: draft.text) ?? ""
      // If this person's own proposal is gone, the conflict is reported like a changed current value.
      guard ExactText(current) == ExactText(draft.seenCurrent), let seen = draft.seenProposal else {
        return ("current", draft.seenCurrent, current)
      }
      return ("mine", seen, "")
    }
  }
}

extension String { fileprivate var nonEmpty: String? { isEmpty ? nil : self } }
