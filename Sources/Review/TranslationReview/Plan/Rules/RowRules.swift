import Basics
import NStackAPI
import Spreadsheet

/// The rules for the edit in one row, in order; the first rule that applies decides.
///
/// ``ChangesetPlanner`` finds disagreements between rows after the first half of the rules, because they need all
/// rows.
struct RowRules: Sendable {
  let catalog: Catalog
  let scope: SheetScope
  let options: PlanningOptions
  let checks: RowChecks
  let sourceLocales: SourceLocales
  var files: [ReturnedSheet.File] = []
  /// The pending proposals of each text, as each file's export showed them: the hashes of their values, by id.
  var exportedProposals: [ReturnedSheet.ExportedText: [Int: TextHash]] = [:]
  /// The files without bases whose texts have the apostrophes of a CSV export.
  var guardedFiles: Set<Int> = []

  // MARK: - Decisions from the sheet and from which texts exist (rules 1 to 6)

  /// - Parameter names: Finds the nearest name of a text that the server does not have; nil if the decision need not
  ///   name it.
  func decisionBeforeOtherRows(_ row: ReturnedRow, at place: Catalog.TextIndex?, _ names: NearestName?) -> RowDecision?
  {
    if isForeign(row), !options.accepted.contains(.otherApplication) {
      return RowDecision(.otherApplication, Reason("row.otherApplication", scope.platform, scope.origin))
    }
    if let decision = decisionOfSheetAlone(row) { return decision }
    return place == nil ? missingText(row, names) : nil
  }

  private var acceptsDamaged: Bool { options.accepted.contains(.damaged) }

  /// Whether a row's sheet was exported from another application, platform or server.
  func isForeign(_ row: ReturnedRow) -> Bool { row.base.map { $0.scope != scope.hash } ?? false }

  /// The decision that the row allows without the server (rules 2 to 4, and proposals whose text is not certain).
  func decisionOfSheetAlone(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.misplaced(let why)):
      return RowDecision(.damaged, Reason(row.isExchanged ? "row.unitMoved" : "row.cellsMoved", why))
    case .nothing: return row.damage.isEmpty ? RowDecision(.unchanged) : readOnlyEdit(row)
    case .skip:
      guard let unfinished = row.exchange?.unfinished else { return RowDecision(.skipped) }
      if options.requiresApproval { return options.unapproved(unfinished: unfinished) }
      return RowDecision(.skipped, Reason("row.unfinished", unfinished))
    case .unclear(.unknownAction): return RowDecision(.unknownAction, Reason("row.unknownAction", row.action))
    default: break
    }
    if let other = otherText(in: row) {
      let cell = other.header ?? other.column.header
      return RowDecision(
        .disagreement,
        [.signOff, .delete, .reject].contains(row.intent)
          ? Reason("row.actionAndCurrent", row.action, cell, other.found)
          : Reason("row.editedAndCurrent", cell, other.found))
    }
    if !row.damage.isEmpty, !acceptsDamaged {
      return RowDecision(
        .damaged, Reason(Self.fixedCell(of: row, "row.cellChanged"), .reason(changes(row))) + Reason("row.restore"),
        option: options.option(.damaged))
    }
    if row.isCopyChanged, !acceptsDamaged {
      return RowDecision(.damaged, Reason("row.copyChanged"), option: options.option(.damaged, "ifIntended"))
    }
    if !acceptsDamaged, let copy = changedCopy(of: row) {
      let change = Reason("cell.changed", ReviewColumn.exportedProposal.header, copy)
      return RowDecision(
        .damaged, Reason(Self.fixedCell(of: row, "row.cellChanged"), .reason(change)) + Reason("row.restore"),
        option: options.option(.damaged))
    }
    if row.intent.isProposal, !acceptsDamaged, let decision = reencoded(row) { return decision }
    switch row.intent {
    case .unclear(.possibleSuggestion): return RowDecision(.refused, Reason("row.possibleSuggestion"))
    case .unclear(.uncertainProposal(let found)):
      return RowDecision(
        .refused, Reason(row.exchange == nil ? "row.uncertainCell" : "row.uncertainTranslation", found))
    case .accept: return refusalToAccept(row)
    case .signOff: return refusalToSignOff(row)
    default: return nil
    }
  }

  /// The text of the hidden copy beside a changed proposal, if it is neither the exported one nor what programs make of
  /// that; nil if there is none. Everybody would take it for the exported text.
  private func changedCopy(of row: ReturnedRow) -> String? {
    guard row.isProposalChanged, !row.isExchanged, let copy = row.exportedProposal, !copy.isEmpty, let base = row.base,
      base.shownProposal != .tooLong, TextHash(copy) != base.shownProposal
    else { return nil }
    let found = ConvertedText(found: copy)
    if found.originals.contains(where: { TextHash($0) == base.shownProposal }) { return nil }
    guard let exported = base.proposalID.flatMap({ catalog.proposal(withID: $0) })?.value,
      TextHash(exported) == base.shownProposal
    else { return copy }
    let isOfProgram =
      ProgramDamage.isAll(between: exported, and: copy) || ProgramDamage.hasOtherLetters(exported, copy)
      || found.mayComeFrom(exported, isStoredAsText: true)
    return isOfProgram ? nil : copy
  }

  /// Another text in an edited row that the reviewer may have intended as the proposal, and that would not be reported
  /// otherwise; nil if there is none.
  private func otherText(in row: ReturnedRow) -> ReturnedRow.Damage? {
    row.damage.first { damage in
      guard damage.header == nil else { return true }
      // A text that was accepted as damage next to another text is visible in the plan; otherwise it would be lost.
      let wouldBeLost = !row.intent.isProposal && (acceptsDamaged || row.intent == .signOff || row.intent.isWithdrawal)
      let mayBeMeant = wouldBeLost || options.accepted.contains(.readOnlyEdit) && damage.column == .currentValue
      return mayBeMeant && ReadOnlyEdits.isText(damage) && !ReadOnlyEdits.isOfProgram(damage, in: row, catalog)
    }
  }

  /// The decision that `check` can also make without the server; an import makes it later.
  func offlineDecision(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.deletionAndChange), .unclear(.rejectionAndChange), .unclear(.signOffAndClearing):
      Self.twoRequests(row)
    case .delete, .reject: refusalToDelete(row)
    case .clear: isDeletionByClearing(row) ? refusalToDelete(row) : cleared(row)
    case .propose, .approve, .accept: unsendable(row)
    default: nil
    }
  }

  /// The verdict on a row that changes its proposal and asks for something else as well; nil for any other row.
  static func twoRequests(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.deletionAndChange): RowDecision(.disagreement, Reason("row.deletionAndChange"))
    case .unclear(.rejectionAndChange): RowDecision(.disagreement, Reason("row.rejectionAndChange"))
    case .unclear(.signOffAndClearing): RowDecision(.disagreement, Reason("row.signOffAndClearing"))
    default: nil
    }
  }

  /// The verdict on a proposal in a file that a program saved in a wrong encoding; nil for any other file.
  private func reencoded(_ row: ReturnedRow) -> RowDecision? {
    guard files.indices.contains(row.place.fileIndex) else { return nil }
    let count = files[row.place.fileIndex].reencodedRowCount
    if count == 0 { return nil }
    return RowDecision(.damaged, Reason("row.reencoded", .count(count)), option: options.option(.damaged))
  }

  /// - Parameter isMend: Whether a changed source text is taken for a person's correction.
  func readOnlyEdit(_ row: ReturnedRow, isMend: Bool = true) -> RowDecision {
    if isMend, let mended = row.mendedSource { return RowDecision(.readOnlyEdit, Reason("row.sourceMended", mended)) }
    let text = row.misplacedText
    let isElsewhere = row.damage.allSatisfy { $0.header != nil }
    guard row.base != nil || isElsewhere else {
      let current = catalog.value(of: row.text) ?? ""
      return RowDecision(
        .readOnlyEdit, Reason("row.currentWithoutBase", ReviewColumn.currentValue.header, text ?? "", current))
    }
    return RowDecision(
      .readOnlyEdit,
      Reason(isElsewhere ? "row.ownColumn" : "row.onlyCellChanged", .reason(changes(row)))
        + Reason(text == nil ? "row.writeProposalOrNote" : "row.writeProposal")
        + (isElsewhere ? .none : Reason("row.restore")),
      option: text == nil ? .none : options.option(.readOnlyEdit, "toPropose"))
  }

  /// The code of a sentence about a guarded cell, which depends on whether cells have colours.
  private static func fixedCell(of row: ReturnedRow, _ code: String) -> String {
    row.place.worksheet == nil ? code : code + ".grey"
  }

  static func acceptedNote(_ row: ReturnedRow) -> Reason { Reason(fixedCell(of: row, "note.cellAccepted")) }

  /// The current contents of the guarded cells, and their exported contents where the server still has them.
  private func changes(_ row: ReturnedRow) -> Reason {
    Reason(
      row.damage.map { damage in
        if let header = damage.header { return Reason("cell.holds", header, damage.found) }
        if damage.column == .key, let locale = exportedLocale(of: row) {
          return Reason("cell.changedFrom", ReviewColumn.locale.header, row.text.locale, locale)
        }
        guard damage.column == .currentValue, let expected = catalog.value(of: row.text),
          TextHash(expected) == row.base?.currentValue
        else { return Reason("cell.changed", damage.column.header, damage.found) }
        return Reason("cell.changedFrom", damage.column.header, damage.found, expected)
      })
  }

  /// The exported locale of a row, if its section and key are unchanged; nil if not.
  private func exportedLocale(of row: ReturnedRow) -> String? {
    catalog.languages.lazy.map(\.locale).first {
      row.base?.identity == TextHash(chain: [row.text.section, row.text.key, $0])
    }
  }

  private func missingText(_ row: ReturnedRow, _ names: NearestName?) -> RowDecision? {
    let text = row.text
    if text.section.isEmpty, text.key.isEmpty { return RowDecision(.unknown, Reason("row.namesNoText")) }
    if let base = row.base, base.identity == row.identity, !isForeign(row) {
      if row.intent.isDeletion || row.intent.isRejection, let id = row.base?.proposalID,
        catalog.orphanedProposals.contains(where: { $0.id == id })
      {
        return nil
      }
      return RowDecision(.gone, Reason("row.gone", Self.shown(text)))
    }
    return RowDecision(
      .unknown, Reason("row.unknown", Self.shown(text)) + Reason(verbatim: names?.suggestion(for: text) ?? ""))
  }

  static func shown(_ text: TextIdentity) -> String {
    "\(Visible.text(text.section))/\(Visible.text(text.key)) in \(Visible.text(text.locale))"
  }

  // MARK: - Decisions that need the server (rules 8 to 17)

  func decisionAfterOtherRows(_ row: ReturnedRow, at place: Catalog.TextIndex?) -> RowDecision {
    switch row.intent {
    case .delete, .reject: deletion(row)
    case .clear: cleared(row)
    case .signOff: signOff(row)
    default: unsendable(row) ?? proposal(row, at: place)
    }
  }

  func unsendable(_ row: ReturnedRow) -> RowDecision? {
    guard row.base?.currentValue == .tooLong || row.base?.proposal == .tooLong else { return nil }
    return RowDecision(.refused, Reason("row.tooLong"))
  }

  private func proposal(_ row: ReturnedRow, at place: Catalog.TextIndex?) -> RowDecision {
    if let mended = checks.mended(row, against: catalog) { return proposal(row, at: place, mendedAs: mended) }
    let current = place.map { catalog.value(at: $0) } ?? ""
    let all = place.map { catalog.pendingProposals(at: $0) } ?? []
    // A text that was rejected may be proposed again by somebody else.
    let pending = all.filter { $0.canDelete || options.rejections[$0.id] == nil }
    // A person can have several proposals for a text. The row is about the one that it was exported with.
    let own = pending.first { $0.canDelete && $0.id == row.base?.proposalID } ?? pending.first(where: \.canDelete)
    if row.base == nil, row.deletable == nil, !pending.isEmpty, let flag = ReviewColumn.flag(row.proposal),
      pending.contains(where: { $0.canDelete == flag })
    {
      return RowDecision(.damaged, Reason("row.flagAsProposal", row.proposal))
    }
    // A CSV export without its Base column still has its apostrophes, which can only be found by comparison with the
    // server's texts.
    let mayBeGuarded = row.base == nil && FormulaGuard.unescape(row.proposal) != row.proposal
    if mayBeGuarded, guardedFiles.contains(row.place.fileIndex) || isEscaped(row, current, pending) {
      var unescaped = row
      unescaped.cells.proposal = FormulaGuard.unescape(row.proposal)
      unescaped.cells.currentValue = FormulaGuard.unescape(row.currentValue)
      var decision = proposal(unescaped, at: place)
      decision.value = unescaped.proposal
      return decision
    }
    let same = pending.filter { LineEnds.areEqual($0.value, row.proposal) }
    if let same = same.first(where: \.canDelete) ?? same.first {
      let isUpToDate = conflict(row, current: current, pending: pending) == nil
      if let own, !same.canDelete, isUpToDate, own.id == row.base?.proposalID {
        return RowDecision(
          .delete, notes: checks.remarks(on: row) + [Reason("note.proposedByOther", own.value)], proposal: own)
      }
      return alreadyProposed(row, same, beside: own, isUpToDate ? approval(of: row, current: current, all) : nil)
    }
    if LineEnds.areEqual(current, row.proposal) {
      return RowDecision(
        .sameAsCurrent, Reason("row.sameAsCurrent") + (own.map(Self.stillPending) ?? .none),
        notes: checks.remarks(on: row), proposal: own)
    }
    if mayBeGuarded { return RowDecision(.refused, Reason("row.apostrophe", row.proposal)) }
    if let lost = row.exchange?.lost, !acceptsDamaged {
      return RowDecision(
        .damaged, Reason("row.lost", lost),
        // A to-fix sheet has the row with the lost part again.
        option: Reason("option.restore") + options.option(.damaged, "ifEachMeant"))
    }
    var notes = self.notes(row, current: current)
    let moved = conflict(row, current: current, pending: pending)
    if let moved {
      guard options.onConflict == .propose else {
        return RowDecision(
          .conflict, moved.reason("drift.sinceExport"), notes: notes + checks.remarks(on: row), proposal: moved.proposal
        )
      }
      notes.append(Reason("note.inSpiteOfConflict", .reason(moved.reason("drift.sinceExport"))))
    }
    let checked = checks.assessment(of: row, against: catalog, at: place)
    notes += checked.notes
    if let refusal = checked.refusal {
      return RowDecision(.refusedByCheck, refusal, notes: notes, proposal: own).checked(checked)
    }
    if options.holdsChangedSources, options.onConflict != .propose,
      let change = checked.findings.first(where: { $0.check == Check.sourceChanged.id && $0.severity == .warning })
    {
      return RowDecision(.conflict, change.reason, notes: notes.filter { $0 != change.reason }).checked(checked)
    }
    if let own, options.history.wasSentForAnother(own.value, in: row, of: files) {
      notes.append(Reason("note.replacesOfAgency", own.value))
    } else if let own, own.id != row.base?.proposalID {
      notes.append(Reason("note.replaces", own.value))
    }
    if let other = pending.first(where: { !$0.canDelete }) { notes.append(Reason("note.otherStays", other.value)) }
    var decision = RowDecision(.propose, notes: notes, proposal: own).checked(checked)
    // The server no longer has what the reviewer saw.
    if moved == nil { decision.signOff = approval(of: row, current: current, all.filter { !$0.canDelete }) }
    return decision
  }

  /// The decision about a row whose text is pending.
  ///
  /// - Parameter own: The proposal of this profile.
  func alreadyProposed(_ row: ReturnedRow, _ same: Proposal, beside own: Proposal?, _ signOff: SignOff? = nil)
    -> RowDecision
  {
    var decision = RowDecision(
      .alreadyProposed,
      same.canDelete ? Reason("row.pending") : Reason("row.pendingOfOther") + (own.map(Self.stillPending) ?? .none),
      notes: checks.remarks(on: row), proposal: same)
    decision.signOff = signOff
    return decision
  }

  private static func stillPending(_ own: Proposal) -> Reason { Reason("row.stillPending", own.value) }

  /// The decision about a row whose spaces were corrected.
  private func proposal(_ row: ReturnedRow, at place: Catalog.TextIndex?, mendedAs mended: String) -> RowDecision {
    var copy = row
    copy.cells.proposal = mended
    var decision = proposal(copy, at: place)
    decision.value = decision.value ?? mended
    decision.notes.insert(Reason("note.spacesMended", row.proposal), at: 0)
    return decision
  }

  /// Whether a row without a base has the apostrophes of a CSV export: the server has its texts without them.
  private func isEscaped(_ row: ReturnedRow, _ current: String, _ pending: [Proposal]) -> Bool {
    let plain = FormulaGuard.unescape(row.currentValue)
    let isCurrentEscaped = plain != row.currentValue && LineEnds.areEqual(plain, current)
    let proposal = FormulaGuard.unescape(row.proposal)
    return isCurrentEscaped || LineEnds.areEqual(proposal, current)
      || pending.contains { LineEnds.areEqual($0.value, proposal) }
  }

  private func notes(_ row: ReturnedRow, current: String) -> [Reason] {
    var notes: [Reason] = []
    if !row.damage.isEmpty { notes.append(Self.acceptedNote(row)) }
    if row.base == nil {
      notes.append(Reason("note.noBase"))
      if ![row.currentValue, FormulaGuard.unescape(row.currentValue)].contains(where: { LineEnds.areEqual(current, $0) }
      ) {
        notes.append(Reason("note.currentDiffers", current))
      }
    }
    return notes
  }
}
