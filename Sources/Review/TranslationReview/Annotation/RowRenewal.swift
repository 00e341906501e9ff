import Basics
import NStackAPI

/// The rows of a returned sheet after an import. A row that was applied shows the server's contents. A row that was not
/// applied shows the server's current contents, and the reviewer's text as a suggestion.
///
/// A row that was not applied sends nothing unless it is edited, because the next person to import the sheet may not
/// know why it was not applied. `accept` under `Action` sends the suggestion, another text under `Proposal` is an
/// ordinary edit, and a deletion must be requested again. Until then, the row's base says that it still needs a
/// decision.
struct RowRenewal {
  private let catalog: Catalog
  private let scope: SheetScope
  /// All rows of the catalog as an export would write them; nil if the server could not be read.
  private let exported: ReviewSheet?
  private let sources: SourceLocales

  init(catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    self.scope = scope
    sources = SourceLocales(in: catalog)
    // A selection without locales is valid for every catalog.
    exported = catalog.languages.isEmpty ? nil : try? ReviewSheet(catalog: catalog, scope: scope)
  }

  /// New texts of some cells of a row, and how to request its change again.
  typealias Cells = (texts: [ReviewColumn: String], hint: Reason)
  /// A row, and how to request its change again; empty if there is nothing to request.
  typealias Renewed = (row: ReviewRow, hint: Reason)

  /// Returns the new texts of the row's cells in an annotated copy.
  func cells(of item: Changeset.Item, _ result: RowResult, outcome: ChangeOutcome?, restored: [ReviewColumn: String])
    -> Cells
  {
    var cells: Cells
    switch result.kind {
    // The row is unchanged, so that it still signs off the text until the text changes.
    case .planned, .reviewed, .rejected: return ([:], .none)
    case .sent, .alreadyThere: cells = (done(item, outcome), .none)
    // The row stays an edit, so that it can still be approved.
    case .unapproved:
      // A row without a base cannot be approved in this sheet.
      if item.row.base == nil { return ([:], .none) }
      // A word that does not count must not look like that of the person who saves the copy next.
      return (
        item.row.action.isEmpty ? [:] : [.action: ""],
        item.row.intent.isRejection
          ? .none
          : Reason(
            item.row.isProposalBlank || item.row.intent.isDeletion ? "result.approve.delete" : "result.approve.ok")
      )
    case .nothingToDo, .conflict, .disagreement, .notChosen, .refused, .failed, .unconfirmed, .notAttempted:
      cells = notDone(item, result.kind, restored: restored)
    }
    // A reviewer's own column may have the same name.
    if !item.row.cells.showsStatus, !item.row.damage.contains(where: { $0.column == .status }) {
      cells.texts[.status] = nil
    }
    cells.texts[.note] = note(of: item.row, isOwnKept: true) { cells.texts[$0] }
    return cells
  }

  /// The note of a row, with added texts that a reviewer wrote in read-only cells and that the renewed row would lose;
  /// nil if it would lose none. They are in the note because the next copy keeps notes and drops results.
  ///
  /// - Parameters:
  ///   - isOwnKept: Whether the reviewers' own columns are copied.
  ///   - comments: The comments on the row's cells, unless they are added later.
  ///   - renewed: The new text of a cell; nil if the cell is left as it is.
  func note(of row: ReturnedRow, isOwnKept: Bool, comments: [String] = [], _ renewed: (ReviewColumn) -> String?)
    -> String?
  {
    var written = row.damage.filter { $0.header == nil || !isOwnKept }
    // Without a base, the exported contents of the cell are unknown.
    if row.base == nil, written.isEmpty {
      written = [ReturnedRow.Damage(column: .currentValue, found: row.currentValue)]
    }
    // A short word is quoted in full in the result.
    if ReviewAction(word: row.action) == nil, Visible.text(row.action) != row.action {
      written.append(ReturnedRow.Damage(column: .action, found: row.action))
    }
    if !isOwnKept { written += row.own }
    let lost = written.filter { damage in
      guard [.currentValue, .sourceValue, .status, .proposal, .action].contains(damage.column),
        let shown = renewed(damage.column)
      else { return false }
      return !damage.found.allSatisfy(\.isWhitespace)
        && !row.note.contains(damage.header == nil ? damage.found : Self.line(damage))
        && ![shown, renewed(.proposal) ?? row.proposal].contains(damage.found)
    }
    if lost.isEmpty, comments.isEmpty { return nil }
    return ((row.note.isEmpty ? [] : [row.note]) + lost.map(Self.line) + comments).joined(separator: "\n")
  }

  private static func line(_ held: ReturnedRow.Damage) -> String {
    "\"\(held.header ?? held.column.header)\" held this text: \(held.found)"
  }

  /// The result for the renewed row, without advice that the renewal already followed. It says if a text is now in the note.
  ///
  /// - Parameters:
  ///   - isInNote: Whether a text of the row is kept only in the renewed row's note.
  ///   - renewed: The new text of a cell; nil if the cell is left as it is.
  func result(
    _ result: RowResult, of row: ReturnedRow, _ hint: Reason, isInNote: Bool, _ renewed: (ReviewColumn) -> String?
  ) -> RowResult {
    let isRestored = row.damage.allSatisfy { damage in
      let columns: [ReviewColumn] = damage.column == .key ? [.section, .key, .locale] : [damage.column]
      return damage.header != nil || columns.contains { column in renewed(column).map { $0 != damage.found } ?? false }
    }
    var followed: Set<String> = isRestored ? ["row.restore"] : []
    if hint.codes.contains("result.isSuggestion") {
      followed.formUnion(["row.writeProposal", "row.writeProposalOrNote"])
    }
    let place = isInNote && !row.damage.isEmpty ? Reason("result.isInNote") : .none
    return RowResult(
      item: result.item, kind: result.kind, reasons: result.reasons.map { $0.without(followed) } + [place, hint])
  }

  // MARK: - Applied

  private func done(_ item: Changeset.Item, _ outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    let cells: [ReviewColumn: String]
    switch item.verdict {
    case .propose, .alreadyProposed: cells = proposed(item, outcome)
    case .delete, .alreadyGone: cells = deleted(item)
    default: return [:]
    }
    guard item.row.isBaseFoundElsewhere else { return cells }
    // After a sort without the hidden columns, the hidden cells in this row belong to another row, which still needs
    // them.
    return cells.filter { $0.key == .proposal || $0.key == .action }
  }

  private func proposed(_ item: Changeset.Item, _ outcome: ChangeOutcome?) -> [ReviewColumn: String] {
    let row = item.row.cells
    var id: Int?
    var altered: String?
    if case .applied(let applied, let kept) = outcome { (id, altered) = (applied, kept) }
    let pending = catalog.pendingProposals(of: row.text)
    // The server's answer may name a proposal of another text.
    let named = id.flatMap(catalog.proposal(withID:))
    if let named, !catalog.isSameText(named.text, row.text) { id = nil }
    let found = (id == nil ? nil : named) ?? pending.first { LineEnds.areEqual($0.value, altered ?? row.proposal) }
    let kept = found?.value ?? altered ?? row.proposal
    var cells = shared(item, proposal: kept, proposalID: found?.id ?? id)
    // The user may have chosen a text other than the sheet's, even if the sheet asks to delete. A row without a base
    // has no conflicts to resolve, so its cell is left as it is.
    if row.base != nil {
      cells[.proposal] = CellText(kept).text
      cells[.action] = ""
    } else if !LineEnds.areEqual(kept, row.proposal) {
      cells[.proposal] = CellText(kept).text
    }
    let isDeletable = found?.canDelete ?? true
    cells[.deletable] = isDeletable ? "yes" : "no"
    cells[.status] = RowStatus(deletable: isDeletable, isMissing: false).rawValue
    return cells
  }

  private func deleted(_ item: Changeset.Item) -> [ReviewColumn: String] {
    var cells = shared(item, proposal: "", proposalID: nil)
    cells[.proposal] = ""
    cells[.action] = ""
    cells[.deletable] = ""
    cells[.status] = RowStatus(deletable: nil, isMissing: cells[.currentValue]?.isEmpty != false).rawValue
    return cells
  }

  private func shared(_ item: Changeset.Item, proposal: String, proposalID: Int?) -> [ReviewColumn: String] {
    let row = item.row.cells
    let current = CellText(catalog.value(of: row.text) ?? item.serverValue ?? row.currentValue)
    let proposed = CellText(proposal)
    let base = RowBase(
      scope: scope.hash, identity: row.identity, currentValue: current.hash, sourceValue: row.sourceHash,
      sourceLocale: row.base?.sourceLocale ?? .empty, proposal: proposed.hash, proposalID: proposalID,
      sheetID: row.base?.sheetID,
      otherProposals: RowBase.others(among: catalog.pendingProposals(of: row.text), than: proposalID))
    return [
      .currentValue: current.text, .exportedProposal: proposed.text, .proposalID: proposalID.map(String.init) ?? "",
      .base: base.text,
    ]
  }

  // MARK: - Not applied

  private func notDone(_ item: Changeset.Item, _ kind: RowResult.Kind, restored: [ReviewColumn: String]) -> Cells {
    let returned = item.row
    // The reviewer's own skip keeps the row from being sent, now and later.
    if item.verdict == .skipped, returned.intent == .skip || item.leftOut == .part { return ([:], .none) }
    // The cells under the headers belong to other columns, so none of them is safe to overwrite.
    if !returned.isBaseFoundElsewhere, returned.damage.contains(where: { $0.column == .base }) { return ([:], .none) }
    let row = returned.cells.restored(restored)
    guard let base = row.base, !returned.isBaseFoundElsewhere, base.identity == row.identity else {
      // A row without a base is compared with the server alone, and the server already has its text.
      if kind == .nothingToDo, item.verdict != .skipped { return ([:], .none) }
      // The row sends nothing as it is; with `skip`, it would no longer be reported.
      if item.verdict == .readOnlyEdit, row.base == nil { return ([:], .none) }
      let kept = keptOut(row)
      let isDecided = item.verdict == .skipped && item.leftOut != .pick
      return (restored.merging([.action: kept.row.action]) { $1 }, isDecided ? .none : kept.hint)
    }
    // With a group of columns for each locale, the source value belongs to the other groups too.
    let isShared = returned.place.locale != nil
    let renewed = renewed(item, row, keepsSource: isShared)
    return (restored.merging(Self.refreshed(renewed.row, isShared: isShared)) { $1 }, renewed.hint)
  }

  /// The cells of a renewed row that a copy shows.
  ///
  /// - Parameter isShared: Whether other locales share the cells of the text.
  static func refreshed(_ row: ReviewRow, isShared: Bool) -> [ReviewColumn: String] {
    let columns = ReviewColumn.allCases.filter { $0.isRefreshed && !(isShared && $0.isOfText) }
    return Dictionary(uniqueKeysWithValues: columns.map { ($0, row.cell($0)) })
  }

  /// Returns the renewed row of an item.
  ///
  /// - Parameters:
  ///   - row: The item's row, with its guarded cells restored where possible.
  ///   - keepsSource: Whether the row keeps the source value of the export.
  func renewed(_ item: Changeset.Item, _ row: ReviewRow, for format: SheetFormat? = nil, keepsSource: Bool = false)
    -> Renewed
  {
    let wanted = proposedText(of: item)
    let fresh = item.verdict == .otherApplication ? nil : fresh(row)
    var result: Renewed = (fresh.map { upToDate(row, $0, keepsSource) } ?? row, .none)
    result.row.action = ""
    guard var base = result.row.base else { return keptOut(row, for: format) }
    // A text that was taken from "Current value" leaves an empty cell if only the server had the exported one.
    if fresh == nil, result.row.currentValue.isEmpty, !item.row.damage.contains(where: { $0.column == .currentValue }) {
      base = base.showing(currentValue: .empty)
    }
    if let wanted {
      result.row.proposal = wanted
    } else if let fresh {
      result.row.proposal = fresh.proposal
    } else if let shown = row.exportedProposal, TextHash(shown) == base.shownProposal {
      result.row.proposal = shown
    } else if TextHash(row.proposal) != base.shownProposal {
      return keptOut(row, for: format)
    }
    result.row.exportedProposal = result.row.proposal
    let isPending = fresh.map { LineEnds.areEqual($0.proposal, result.row.proposal) } ?? false
    let isUndecided = wanted == nil ? format == nil && asksStill(item, fresh) : !isPending
    result.row.base = base.suggesting(
      isPending ? nil : TextHash(result.row.proposal), isUndecided: isUndecided && Self.wasLeftUndone(item))
    result.hint = hint(item, result.row, fresh, format)
    return result
  }

  /// Returns the row of a text with what another row offers it; nil if the server does not have the text.
  ///
  /// - Parameters:
  ///   - own: The text's row in the returned sheet; nil if it has none.
  ///   - keepsSource: Whether the row keeps the source value of the export.
  func offering(_ offer: OfferedText, to text: TextIdentity, in own: ReviewRow? = nil, keepsSource: Bool = false)
    -> ReviewRow?
  {
    let shown =
      own
      ?? ReviewRow(
        text: text, sourceValue: "",
        base: RowBase(of: text, in: catalog, scope: scope, beside: catalog.languageIndex(ofLocale: text.locale)))
    guard let fresh = fresh(shown) else { return nil }
    var row = upToDate(shown, fresh, keepsSource)
    row.proposal = offer.value
    row.exportedProposal = offer.value
    row.base = row.base?.suggesting(TextHash(offer.value), isUndecided: offer.kind == .mendedSource)
    return row
  }

  /// The rows of source texts that a row corrects, with the corrected texts as suggestions.
  func mended(_ item: Changeset.Item, _ result: RowResult, for format: SheetFormat, _ words: Words) -> [ReviewRow] {
    guard let offer = item.offer, offer.kind == .mendedSource, offer.isOpen(after: result) else { return [] }
    return offer.texts.compactMap { text in
      var row = offering(offer, to: text)
      row?.problem = offered(offer, result, for: format).text(in: words)
      return row
    }
  }

  /// The result that a text shows beside what another row offers it.
  func offered(_ offer: OfferedText, _ result: RowResult, for format: SheetFormat = .xlsx) -> RowResult {
    let hint = Reason(format.showsSource ? "result.correct" : "result.accept")
    let kind = offer.kind == .mendedSource ? result.kind : .nothingToDo
    return RowResult(item: result.item, kind: kind, reasons: [offer.reason, hint])
  }

  /// Whether a row's request is still open: nobody decided against it, and the server does not have it.
  private static func wasLeftUndone(_ item: Changeset.Item) -> Bool {
    switch item.verdict {
    case .skipped: item.leftOut == .pick
    case .cleared, .sameAsCurrent: false
    default: true
    }
  }

  /// Whether a row without its own text has a request that can still be carried out.
  private func asksStill(_ item: Changeset.Item, _ fresh: ReviewRow?) -> Bool {
    guard item.row.intent.isWithdrawal, let fresh else { return item.row.intent != .nothing }
    return fresh.base?.proposalID != nil
  }

  /// Returns a row without a base, with `skip` under `Action` so that it is not sent.
  private func keptOut(_ row: ReviewRow, for format: SheetFormat? = nil) -> Renewed {
    var row = row
    row.action = ReviewAction.skip.rawValue
    return (row, Reason(format == nil ? "result.clearSkip" : "result.markFinished"))
  }

  /// The text that a row proposes; nil if it proposes none, or if the reviewer or the user decided against it.
  private func proposedText(of item: Changeset.Item) -> String? {
    let returned = item.row
    let isOwn = returned.isProposalChanged || returned.base?.suggestion != nil
    guard isOwn, !returned.isProposalBlank, !returned.isProposalUnknown else {
      return item.verdict.isRefusal ? returned.misplacedText : nil
    }
    return item.verdict != .skipped || item.leftOut == .pick ? returned.proposal : nil
  }

  /// The row that an export would write now for the text, with the proposal that the row showed if that is still
  /// pending.
  private func fresh(_ row: ReviewRow) -> ReviewRow? {
    guard let exported, let key = catalog.keyIndex(of: TextKey(row.text)),
      let language = catalog.languageIndex(ofLocale: row.text.locale)
    else { return nil }
    let pending = catalog.pendingProposals(of: row.text)
    let index = pending.firstIndex { $0.id == (row.base?.proposalID ?? row.proposalID) } ?? 0
    return exported.row(index, ofKeyAt: key, inLanguageAt: language)
  }

  /// Returns a row with the server's cells, and with its own cells that have no counterpart on the server.
  private func upToDate(_ row: ReviewRow, _ fresh: ReviewRow, _ keepsSource: Bool) -> ReviewRow {
    var result = fresh
    let source = keepsSource ? nil : sources.value(beside: row)
    if row.base != nil { result.text = row.text }
    result.sourceValue = source?.text ?? row.sourceValue
    result.context = row.context
    result.note = IgnoredChecks.removed(from: row.note)
    result.base = fresh.base.map { base in
      RowBase(
        scope: base.scope, identity: result.identity, currentValue: base.currentValue,
        sourceValue: source?.hash ?? row.sourceHash, sourceLocale: row.base?.sourceLocale ?? .empty,
        proposal: base.proposal, proposalID: base.proposalID, sheetID: row.base?.sheetID,
        otherProposals: base.otherProposals)
    }
    return result
  }

  private func hint(_ item: Changeset.Item, _ row: ReviewRow, _ fresh: ReviewRow?, _ format: SheetFormat?) -> Reason {
    let isTable = format == nil
    switch item.verdict {
    case .skipped where item.leftOut == .pick: break
    case .skipped, .cleared, .sameAsCurrent, .gone: return .none
    default: break
    }
    let isSignOff = item.row.intent == .signOff
    if isTable, isSignOff, item.verdict == .conflict { return Reason("result.signOffAgain") }
    if isTable, isSignOff, item.verdict == .notChosen {
      return Reason("result.okNotTaken") + Reason("result.signOffAgain")
    }
    let asksToDelete = !isSignOff && (item.row.intent.isDeletion || item.row.isProposalBlank)
    let deletion =
      isTable && asksToDelete && row.base?.proposalID != nil && row.deletable != false
      ? Reason("result.deleteAgain") : .none
    guard row.base?.suggestion != nil else { return deletion }
    let faults = item.findings.filter { $0.severity == .error }
    // Only a person can say that a translation fits its new source text.
    let mayStay = !faults.isEmpty && faults.allSatisfy { $0.check == Check.sourceChanged.id }
    if item.verdict == .refusedByCheck, !mayStay {
      return Reason(isTable ? "result.writeOther" : "result.writeOtherTranslation")
    }
    var hint = Reason.none
    if let fresh, !fresh.proposal.isEmpty, item.verdict != .conflict {
      hint += Reason("result.pendingNow", fresh.proposal)
    }
    guard isTable else { return hint + Reason(format == .po ? "result.correctFuzzy" : "result.correct") }
    if item.row.misplacedText.map({ LineEnds.areEqual($0, row.proposal) }) == true {
      hint += Reason("result.isSuggestion")
    }
    return hint + Reason(Self.needsLook(item) ? "result.checkThenAccept" : "result.accept") + deletion
  }

  /// Whether a program may have changed the row, so a person must check it first.
  private static func needsLook(_ item: Changeset.Item) -> Bool {
    if case .uncertain = item.row.proposalForm { return true }
    return item.verdict == .damaged || item.verdict == .readOnlyEdit
  }
}

extension OfferedText {
  /// Whether it still stands after its row had a result.
  func isOpen(after result: RowResult) -> Bool {
    switch kind {
    case .mendedSource: result.kind != .nothingToDo
    case .sameSource: result.kind == .planned || result.kind.isDone
    }
  }
}
