import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// Returned sheets, merged with the server: what of them became drafts, and what did not.
struct GivenSheets: Sendable {
  /// A row that did not become a draft although it asks for something.
  struct Problem: Sendable {
    /// The name of the problem for a row whose text was decided otherwise on the page.
    static let decidedOtherwise = "decided-otherwise"
    /// The name of the problem for a row whose wish was left out on the page.
    static let leftOut = "left-out"

    let place: RowPlace
    let text: TextIdentity
    /// A stable name: a verdict of the rules, or ``decidedOtherwise``.
    let name: String
    let message: String
    /// The text that the reviewer wrote; nil where there is none, as for a deletion or an action alone.
    let value: String?
  }

  /// The files that were read.
  let files: [ReturnedSheet.File]
  /// The reviewers' notes.
  let notes: [ReturnedSheet.Note]
  /// Remarks about the files as a whole.
  let remarks: [String]
  /// The rows that did not become drafts, in order.
  private(set) var problems: [Problem] = []
  /// The rows that sign their texts off. A Send keeps them, as an import does.
  private(set) var signOffs: [ReturnedRow] = []
  /// The steps that keep the drafts.
  private(set) var steps: [DraftStep] = []

  /// Merges sheets with the server and with the drafts that there are.
  ///
  /// - Parameters:
  ///   - plan: The plan of an import of the sheets.
  ///   - book: The drafts of earlier runs. They stay, unless they are what an earlier state of a sheet asked for and
  ///     the page did not change.
  init(_ plan: Changeset, rules: DraftRules, book: DraftBook) {
    files = plan.files
    notes = plan.notes
    remarks = plan.diagnostics.map(\.line)
    var taken: [TextIdentity: Draft.Wish] = [:]
    for item in plan.items {
      switch item.verdict {
      case .unchanged, .skipped, .alreadyGone, .alreadyProposed, .sameAsCurrent: continue
      case .propose, .delete, .refusedByCheck, .conflict:
        if let draft = Self.draft(of: item, rules) {
          take(draft, of: item, &taken, book)
        } else {
          problems.append(Self.problem(item, item.verdict.rawValue, item.message))
        }
      case .reviewed:
        signOffs.append(item.row)
        problems.append(
          Self.problem(
            item, item.verdict.rawValue,
            "It is kept as reviewed when drafts are sent. Without a draft, import the sheet to keep it."))
      default: problems.append(Self.problem(item, item.verdict.rawValue, item.message))
      }
    }
    clearDrafts(ofRowsWithoutWish: plan, rules, book)
  }

  /// Removes the drafts whose rows ask for nothing any more, as the reviewer changed the sheet.
  private mutating func clearDrafts(ofRowsWithoutWish plan: Changeset, _ rules: DraftRules, _ book: DraftBook) {
    let paths = Set(plan.files.map { AbsolutePath.of($0.path) })
    let asked = Set(plan.items.map { rules.index.catalog.canonical($0.row.text) })
    for draft in book.inOrder where draft.isAsReturned && !asked.contains(draft.text) {
      if let origin = draft.origin, paths.contains(origin.path) { steps.append(.cleared(draft.text)) }
    }
  }

  private mutating func take(
    _ draft: Draft, of item: Changeset.Item, _ taken: inout [TextIdentity: Draft.Wish], _ book: DraftBook
  ) {
    if taken[draft.text] == draft.wish || book.drafts[draft.text]?.wish == draft.wish { return }
    if book.left[draft.text] == draft.wish.fingerprint {
      return problems.append(
        Self.problem(item, Problem.leftOut, "This was left out on the page. Propose it there to send it after all."))
    }
    if let existing = book.drafts[draft.text] {
      let isSameFile = existing.origin?.path == draft.origin?.path
      // The row asks for what it asked for in an earlier run, and the page changed it since.
      if isSameFile, existing.origin?.asked == draft.origin?.asked { return }
      guard isSameFile, existing.isAsReturned else {
        return problems.append(
          Self.problem(item, Problem.decidedOtherwise, "The page has another draft for this text, which stays."))
      }
    }
    taken[draft.text] = draft.wish
    steps.append(.drafted(draft))
  }

  private static func problem(_ item: Changeset.Item, _ name: String, _ message: String) -> Problem {
    Problem(
      place: item.row.place, text: item.row.text, name: name, message: message,
      value: item.row.isProposalChanged && !item.row.proposal.isEmpty ? item.row.proposal : nil)
  }

  /// The draft that a row becomes. A row in conflict keeps its base, which shows the conflict; any other one has been
  /// compared with the server just now.
  private static func draft(of item: Changeset.Item, _ rules: DraftRules) -> Draft? {
    let row = item.row
    guard row.intent != .signOff else { return nil }
    let wish: Draft.Wish
    if row.intent.isWithdrawal {
      guard let id = item.serverProposal?.id ?? row.base?.proposalID else { return nil }
      let value = item.verdict == .conflict ? row.proposal : item.serverProposal?.value ?? row.proposal
      wish = .withdraw(proposalID: item.verdict == .conflict ? row.base?.proposalID ?? id : id, value: ExactText(value))
    } else {
      wish = .propose(ExactText(row.proposal))
    }
    let origin = Draft.SheetRow(row, asking: wish)
    guard item.verdict == .conflict, let base = row.base else {
      return rules.draft(wish, for: row.text, origin: origin)
    }
    return Draft(
      text: rules.index.catalog.canonical(row.text), wish: wish, base: base, seenCurrent: row.currentValue,
      seenProposal: row.deletable == true ? row.exportedProposal ?? "" : nil, origin: origin)
  }
}
