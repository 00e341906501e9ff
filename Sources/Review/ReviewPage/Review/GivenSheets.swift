import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// Returned sheets, merged with the server's texts: which rows became drafts, and which did not.
struct GivenSheets: Sendable {
  /// A row that asks for something but did not become a draft. `name` is a verdict of the rules, or
  /// `decided-otherwise`, `left-out` or `second-row`. `value` is what the reviewer wrote; nil if that is not a text.
  typealias Problem = (place: RowPlace, text: TextIdentity, name: String, reason: Reason, value: String?)

  let files: [ReturnedSheet.File]
  let notes: [ReturnedSheet.Note]
  let remarks: [String]
  /// The rows that did not become drafts, in order.
  private(set) var problems: [Problem] = []
  private(set) var steps: [DraftStep] = []
  /// The different requests of rows for one text. One of them can become the draft.
  private(set) var alternatives: [TextIdentity: [Draft]] = [:]

  /// The fingerprints of all requests of the rows, even of those that the server already fulfils.
  private let requests: [TextIdentity: Set<String>]
  /// The requests of rows that became drafts, or were drafts already.
  private var adopted: [TextIdentity: Draft.Intent] = [:]

  /// Merges the plan of sheets with the drafts of earlier runs. An earlier draft stays, unless it came from an earlier
  /// version of a sheet and was not changed on the page.
  init(_ plan: Changeset, rules: DraftRules, book: DraftBook) {
    files = plan.files
    notes = plan.notes
    let leftOut = plan.items.count { $0.leftOut == .part }
    remarks =
      plan.diagnostics.map(\.line)
      + (leftOut == 0 ? [] : ["\(Counted.being(leftOut, "edited row")) outside the chosen part, and left out."])
    requests = Self.fingerprints(of: plan.items.filter(Self.asks), rules)
    // If a reviewer approved a request, it also counts as approved in other rows with the same request.
    let approved = Self.fingerprints(
      of: plan.items.filter {
        [.approve, .accept].contains($0.row.intent) && [.propose, .disagreement].contains($0.verdict)
      }, rules)
    // A text can have thousands of rows, so its requests are looked up in a set.
    var requestsSeen: [TextIdentity: Set<String>] = [:]
    for item in plan.items {
      switch item.verdict {
      case .unchanged, .skipped, .alreadyGone, .alreadyProposed, .sameAsCurrent: continue
      // A person took the request back, so it does not become a draft. If it is wanted after all, it can be typed on
      // the page.
      case .conflict where item.earlierDecision != nil:
        problems.append(Self.problem(item, item.verdict.rawValue, item.reason))
      // On the page, one's own proposal is withdrawn.
      case .rejected where item.serverProposal?.canDelete == true:
        problems.append(Self.problem(item, item.verdict.rawValue, item.reason))
      case .propose, .delete, .rejected, .reviewed, .refusedByCheck, .conflict:
        if let draft = Self.draft(of: item, rules, approved) {
          adopt(draft, of: item, book)
        } else {
          problems.append(Self.problem(item, item.verdict.rawValue, item.reason))
        }
      default:
        problems.append(Self.problem(item, item.verdict.rawValue, item.reasonNamingRivals))
        guard !item.rivals.isEmpty, item.verdict == .disagreement,
          let alternative = Self.draft(of: item, rules, approved)
        else { continue }
        if requestsSeen[alternative.text, default: []].insert(alternative.request.fingerprint).inserted {
          alternatives[alternative.text, default: []].append(alternative)
        }
      }
    }
    clearDrafts(ofRowsWithoutRequest: plan, book)
  }

  /// The fingerprints of some rows' requests, by text.
  private static func fingerprints(of items: [Changeset.Item], _ rules: DraftRules) -> [TextIdentity: Set<String>] {
    items.reduce(into: [:]) { found, item in
      guard let request = request(of: item) else { return }
      found[rules.index.catalog.canonical(item.row.text), default: []].insert(request.fingerprint)
    }
  }

  /// Whether a row's request can be a draft, either now or from an earlier run.
  private static func asks(_ item: Changeset.Item) -> Bool {
    let asking: [Verdict] = [
      .propose, .delete, .rejected, .reviewed, .refusedByCheck, .conflict, .disagreement, .alreadyGone,
      .alreadyProposed, .sameAsCurrent,
    ]
    return item.earlierDecision == nil
      && (asking.contains(item.verdict) || item.verdict == .skipped && item.leftOut == .part)
  }

  /// Removes drafts that no row asks for any more because the reviewer changed the sheet.
  private mutating func clearDrafts(ofRowsWithoutRequest plan: Changeset, _ book: DraftBook) {
    let paths = Set(plan.files.map { AbsolutePath.of($0.path) })
    for draft in book.inOrder where draft.isAsReturned && adopted[draft.text] == nil && !isAsked(draft) {
      if let origin = draft.origin, paths.contains(origin.path) { steps.append(.cleared(draft.text)) }
    }
  }

  private func isAsked(_ draft: Draft) -> Bool { requests[draft.text]?.contains(draft.request.fingerprint) == true }

  private mutating func adopt(_ draft: Draft, of item: Changeset.Item, _ book: DraftBook) {
    let existing = book.drafts[draft.text]
    if let request = adopted[draft.text] {
      if request != draft.request { problems.append(Self.secondRow(item)) }
      return
    }
    if let existing, existing.request == draft.request {
      adopted[draft.text] = draft.request
      // The row's note and place may have changed, but the base stays that of the decision.
      let (old, new) = (existing.origin, draft.origin)
      let isMoved = (old != new || old?.place.author != new?.place.author) && old?.path == new?.path
      let isNewlyApproved = draft.isApproved && !existing.isApproved || draft.isAccepted && !existing.isAccepted
      if existing.isAsReturned, isMoved || isNewlyApproved {
        var moved = existing
        moved.origin = draft.origin
        moved.isApproved = draft.isApproved || existing.isApproved
        if draft.isAccepted { moved.base = existing.base.suggesting(draft.base.suggestion) }
        steps.append(.drafted(moved))
      }
      return
    }
    if book.left[draft.text]?.contains(draft.request.fingerprint) == true {
      return problems.append(Self.problem(item, "left-out", Reason("given.leftOut")))
    }
    if let existing {
      let isSameFile = existing.origin?.path == draft.origin?.path
      // The row still has the request of the earlier run, but the draft was changed on the page since.
      if isSameFile, existing.origin?.asked == draft.origin?.asked { return }
      guard isSameFile, existing.isAsReturned else {
        return problems.append(Self.problem(item, "decided-otherwise", Reason("given.decidedOtherwise")))
      }
      if isAsked(existing) { return problems.append(Self.secondRow(item)) }
    }
    adopted[draft.text] = draft.request
    steps.append(.drafted(draft))
  }

  private static func secondRow(_ item: Changeset.Item) -> Problem {
    problem(item, "second-row", Reason("given.secondRow"))
  }

  private static func problem(_ item: Changeset.Item, _ name: String, _ reason: Reason) -> Problem {
    (
      item.row.place, item.row.text, name, reason,
      item.row.isProposalChanged && !item.row.proposal.isEmpty ? item.row.proposal : item.row.misplacedText
    )
  }

  /// The draft for a row. If the row is in conflict, or other rows disagree with it, the draft keeps the row's base, which
  /// shows the conflict. Any other row was just compared with the server.
  ///
  /// - Parameter approved: The requests that a reviewer approved.
  private static func draft(of item: Changeset.Item, _ rules: DraftRules, _ approved: [TextIdentity: Set<String>])
    -> Draft?
  {
    guard let request = request(of: item) else { return nil }
    let row = item.row
    let text = rules.index.catalog.canonical(row.text)
    let isApproved =
      row.intent == .approve || row.intent == .propose && approved[text]?.contains(request.fingerprint) == true
    var place = row.place
    place.fileIndex = 0
    let origin = Draft.SheetRow(
      place: place, note: row.note, path: AbsolutePath.of(place.file), asked: request.fingerprint)
    guard [.conflict, .disagreement].contains(item.verdict), let base = row.base else {
      var draft = rules.draft(request, for: row.text, origin: origin, isApproved: isApproved)
      // The row's action also decides what kind of draft it is.
      if row.intent == .accept { draft.base = draft.base.suggesting(TextHash(row.proposal)) }
      return draft
    }
    return Draft(
      text: text, request: request, base: base, seenCurrent: row.currentValue,
      seenProposal: row.deletable == true ? row.exportedProposal ?? "" : nil, origin: origin, isApproved: isApproved)
  }

  /// The request of a row; nil for a deletion that names no proposal.
  private static func request(of item: Changeset.Item) -> Draft.Intent? {
    let row = item.row
    guard row.intent != .signOff else { return .signOff }
    guard row.intent.isWithdrawal || item.verdict == .delete else { return .propose(ExactText(row.proposal)) }
    let isConflict = item.verdict == .conflict || item.verdict == .disagreement
    let ids = [item.serverProposal?.id, row.base?.proposalID]
    guard let id = (isConflict ? ids.reversed() : ids).compactMap(\.self).first else { return nil }
    let value = isConflict ? row.proposal : item.serverProposal?.value ?? row.proposal
    return .withdraw(proposalID: id, value: ExactText(value))
  }
}
