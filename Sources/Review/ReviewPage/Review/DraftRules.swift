import Basics
import NStackAPI
import TranslationReview

/// Drafts as rows of a returned sheet, and what the rules of an import say about them.
///
/// A draft goes through the same rules, checks and calls as an edit in a sheet, because it is sent as one.
struct DraftRules: Sendable {
  let index: CatalogIndex
  let scope: SheetScope
  let contexts: [TextKey: TextContext]
  private let options: PlanningOptions
  let author: String?

  /// Creates the rules for a catalog.
  ///
  /// - Parameter settings: How texts are checked. Damage by programs is not looked for, because drafts were typed on
  ///   the page or came from rows that were already checked.
  init(_ index: CatalogIndex, scope: SheetScope, _ settings: ReviewSettings) {
    self.index = index
    self.scope = scope
    contexts = index.sheet.extras.contexts ?? [:]
    options = Self.options(settings.planning)
    author = settings.author
  }

  /// The options with which drafts are planned and sent.
  static func options(_ planning: PlanningOptions) -> PlanningOptions {
    var options = planning
    options.accepted.formUnion([.damaged, .moved])
    // The text is sent as the page shows it. Texts from sheets were corrected when they became drafts.
    options.mendsSpaces = false
    // On the page, conflicts are decided text by text, and each decision has a new base.
    options.onConflict = .skip
    return options
  }

  // MARK: - Rows

  /// The drafts as a returned sheet.
  ///
  /// - Parameters:
  ///   - notes: The notes that were written on the page, which may turn checks off.
  ///   - files: The files that were given. Drafts without a file get a file index after these.
  func sheet(of drafts: [Draft], notes: [TextIdentity: String], files: [ReturnedSheet.File] = []) -> ReturnedSheet {
    var sheet = ReturnedSheet()
    sheet.files = files
    let fileIndex = Dictionary(files.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    sheet.rows = drafts.enumerated().map { number, draft in
      let place =
        (draft.isAsReturned ? draft.origin?.place : nil).map { place in
          var place = place
          place.fileIndex = fileIndex[place.file] ?? files.count
          place.approver = draft.approver ?? place.approver
          return place
        }
        ?? RowPlace(fileIndex: files.count, file: RowPlace.reviewPage, worksheet: nil, row: number + 1, author: author)
      return row(of: draft, note: notes[draft.text] ?? draft.note, at: place)
    }
    return sheet
  }

  private func row(of draft: Draft, note: String, at place: RowPlace) -> ReturnedRow {
    var cells = ReviewRow(
      text: draft.text, currentValue: draft.seenCurrent, deletable: draft.seenProposal == nil ? nil : true, note: note,
      proposalID: draft.base.proposalID, base: draft.base)
    if let (key, language) = index.place(of: draft.text) {
      cells.sourceValue = index.source(ofKeyAt: key, forLanguageAt: language)
    }
    cells.context = contexts[TextKey(draft.text)]
    // The cells that are not part of the draft, so that the draft and the row give the same plan.
    let pending = index.catalog.pendingProposals(of: draft.text)
    let shown =
      pending.first { $0.id == draft.base.proposalID } ?? pending.first { draft.base.otherProposals[$0.id] != nil }
    cells.exportedProposal = draft.seenProposal ?? shown?.value ?? (draft.base.proposalID == nil ? "" : nil)
    var isProposalChanged = false
    switch draft.request {
    case .propose(let value):
      cells.proposal = value.string
      // The same text in both columns would look like a change made by a program.
      if LineEnds.areEqual(cells.exportedProposal ?? "", value.string) { cells.exportedProposal = nil }
      if draft.isAccepted { (cells.action, cells.exportedProposal) = (ReviewAction.accept.rawValue, value.string) }
      if !draft.isAccepted, draft.isApproved { cells.action = ReviewAction.ok.rawValue }
      isProposalChanged = !draft.isAccepted
    case .withdraw(let id, let value):
      let action = index.catalog.proposal(withID: id)?.canDelete == false ? ReviewAction.reject : .delete
      (cells.proposal, cells.action) = (value.string, action.rawValue)
    case .signOff: (cells.proposal, cells.action) = (cells.exportedProposal ?? "", ReviewAction.ok.rawValue)
    }
    return ReturnedRow(place: place, cells: cells, isProposalChanged: isProposalChanged)
  }

  /// Texts without a draft, as rows without a request. They are like rows of a sheet that only have a note.
  func rows(of texts: [TextIdentity], from number: Int, fileIndex: Int) -> [ReturnedRow] {
    texts.filter { index.place(of: $0) != nil }.enumerated().map { offset, text in
      let base = RowBase(of: text, in: index.catalog, scope: scope)
      let place = RowPlace(fileIndex: fileIndex, file: RowPlace.reviewPage, worksheet: nil, row: number + offset)
      return ReturnedRow(place: place, cells: ReviewRow(text: text, base: base), isProposalChanged: false)
    }
  }

  // MARK: - What the rules say

  func plan(_ drafts: [Draft], notes: [TextIdentity: String]) -> Changeset {
    ChangesetPlanner.plan(sheet(of: drafts, notes: notes), against: index.catalog, scope: scope, options: options)
  }

  /// What the rules say about each draft. The drafts must be for different texts.
  func assessments(of drafts: [Draft], notes: [TextIdentity: String]) -> [TextIdentity: DraftAssessment] {
    guard !drafts.isEmpty else { return [:] }
    let changeset = plan(drafts, notes: notes)
    var conflicts: [Int: Conflict] = [:]
    for conflict in changeset.conflicts { for item in conflict.items { conflicts[item] = conflict } }
    return changeset.items.enumerated().reduce(into: [:]) { assessments, entry in
      assessments[index.catalog.canonical(entry.element.row.text)] = DraftAssessment(
        item: entry.element, conflict: conflicts[entry.offset])
    }
  }

  // MARK: - New decisions

  /// A draft that is based on the text as it is now.
  func draft(_ request: Draft.Intent, for text: TextIdentity, origin: Draft.SheetRow?, isApproved: Bool = false)
    -> Draft
  {
    let text = index.catalog.canonical(text)
    // The source is part of the base only for a sign-off or an approval, which are about the text and its source. Any
    // other proposal stays valid when the source changes.
    let source = index.place(of: text).flatMap { $0.language == index.sourceLanguage ? nil : index.sourceLanguage }
    let base = RowBase(
      of: text, in: index.catalog, scope: scope, withdrawing: request.withdrawnID,
      beside: request == .signOff || isApproved ? source : nil)
    let pending = index.catalog.pendingProposals(of: text)
    let own = pending.first { $0.id == base.proposalID } ?? pending.first(where: \.canDelete)
    return Draft(
      text: text, request: request, base: base, seenCurrent: index.catalog.value(of: text) ?? "",
      seenProposal: own?.value, origin: origin, isApproved: isApproved)
  }
}
