import Basics
import NStackAPI
import TranslationReview

extension ReviewBoard {
  /// A text as a page shows it.
  func json(ofKeyAt key: Int, inLanguageAt language: Int) -> JSONValue {
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    let current = catalog.value(ofKeyAt: key, inLanguageAt: language)
    let context = rules.contexts[catalog.keys[key]]
    return .object([
      ("id", .string(TextID.text(of: text))), ("section", .string(text.section)), ("key", .string(text.key)),
      ("locale", .string(text.locale)),
      ("source", .optional(index.source(ofKeyAt: key, forLanguageAt: language))), ("current", .string(current)),
      ("status", .string(Self.status(current: current, pending))),
      ("maximum", context?.maximumLength.map { .integer($0) } ?? .null),
      ("description", .optional(context?.description.nonEmpty)),
      ("screenshot", .optional(context?.screenshot.nonEmpty)),
      ("proposals", .array(pending.map(Self.json))), ("draft", draftJSON(of: text)),
      ("conflict", conflictJSON(of: text)), ("findings", Self.json(standings[text]?.item.findings ?? [])),
    ])
  }

  private static func status(current: String, _ pending: [Proposal]) -> String {
    if pending.contains(where: \.canDelete) { return "proposed" }
    if !pending.isEmpty { return "proposed-by-others" }
    return current.isEmpty ? "missing" : "translated"
  }

  private static func json(_ proposal: Proposal) -> JSONValue {
    .object([
      ("ref", .string(String(proposal.id))), ("value", .string(proposal.value)), ("mine", .boolean(proposal.canDelete)),
      ("deletable", .boolean(proposal.canDelete)),
    ])
  }

  /// The findings of checks.
  static func json(_ findings: [TextFinding]) -> JSONValue {
    .array(
      findings.map { found in
        .object([
          ("rule", .string(found.check)), ("severity", .string(found.severity.rawValue)),
          ("message", .string(found.message)), ("token", .optional(found.token)),
        ])
      })
  }

  // MARK: - Drafts

  private func draftJSON(of text: TextIdentity) -> JSONValue {
    guard let draft = book.drafts[text], let standing = standings[text] else { return .null }
    let outcome = outcomes[text].map { outcome in
      JSONValue.object([("name", .string(outcome.name)), ("message", .string(outcome.message))])
    }
    return .object(
      Self.members(of: draft.wish) + [
        ("fromFile", .boolean(draft.isAsReturned)),
        ("place", .optional(draft.isAsReturned ? draft.origin?.place(fileIndex: 0).description : nil)),
        ("remarks", .array(standing.remarks.map { .string($0) })),
        ("state", .string(standing.state.rawValue)),
        ("message", .string(standing.state == .ready ? "" : standing.item.message)), ("outcome", outcome ?? .null),
      ])
  }

  /// What a draft asks for: its kind, the proposed value, and the proposal to withdraw.
  static func members(of wish: Draft.Wish) -> [(String, JSONValue)] {
    switch wish {
    case .propose(let value): [("kind", .string("propose")), ("value", .string(value.string)), ("ref", .null)]
    case .withdraw(let id, _): [("kind", .string("withdraw")), ("value", .null), ("ref", .string(String(id)))]
    }
  }

  // MARK: - Conflicts

  private func conflictJSON(of text: TextIdentity) -> JSONValue {
    guard let draft = book.drafts[text], let standing = standings[text], standing.state == .conflict else {
      return .null
    }
    let (kind, base, server) = sides(of: draft, standing)
    let sheet: String? = if case .propose(let value) = draft.wish { value.string } else { nil }
    return .object([
      ("kind", .string(kind)), ("message", .string(standing.item.message)), ("base", .optional(base)),
      ("server", .string(server)), ("sheet", .optional(sheet)),
      ("canSend", .boolean(standing.conflict?.canSendMine ?? true)),
    ])
  }

  /// The kind of a conflict, and the two texts to compare. The text from before is nil if only its fingerprint is known.
  private func sides(of draft: Draft, _ standing: Standing) -> (kind: String, base: String?, server: String) {
    let proposal = standing.item.serverProposal
    switch standing.conflict?.kind {
    case .ownProposal?: return ("mine", draft.seenProposal ?? "", proposal?.value ?? "")
    case .otherProposal?:
      let wasSeen = proposal.map { draft.base.otherProposals[$0.id] != nil || draft.base.proposalID == $0.id }
      return ("other", wasSeen == true ? nil : "", proposal?.value ?? "")
    case .currentValue?, nil:
      let current = catalog.value(of: draft.text) ?? ""
      // A proposal of one's own that is gone is told in the same way as a current value that changed.
      guard ExactText(current) == ExactText(draft.seenCurrent), let seen = draft.seenProposal else {
        return ("current", draft.seenCurrent, current)
      }
      return ("mine", seen, "")
    }
  }
}

extension String {
  /// The text, or nil if it is empty.
  fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
