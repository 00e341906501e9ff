import Basics
import NStackAPI
import Spreadsheet

/// The rules for the edit in one row, in order; the first rule that applies decides.
///
/// ``ChangesetPlanner`` finds contradictions between rows after the first half of the rules, because they need all
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

  /// - Parameter names: Finds the nearest name of a text that the server does not have; nil for a decision without one.
  func decisionBeforeOtherRows(_ row: ReturnedRow, at place: Catalog.Place?, _ names: NearestName?) -> RowDecision? {
    if isForeign(row), !options.retargets {
      return RowDecision(
        .otherApplication,
        "The sheet was exported from a different application, platform or server than this connection's "
          + "(platform \(scope.platform), \(scope.origin)).")
    }
    if let decision = decisionOfSheetAlone(row) { return decision }
    return place == nil ? missingText(row, names) : nil
  }

  /// Whether a row's sheet was exported from another application, platform or server.
  func isForeign(_ row: ReturnedRow) -> Bool { row.base.map { $0.scope != scope.hash } ?? false }

  /// The decision that the row allows without the server (rules 2 to 4, and proposals whose text is not certain).
  func decisionOfSheetAlone(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.misplaced(let why)):
      return RowDecision(
        .damaged,
        row.isExchanged
          ? "The unit is not the one that was exported here: \(why). Copy the exported unit, or write the text into it."
          : "The row's cells are not in their columns: \(why). Put them back, or copy the exported row.")
    case .nothing: return row.damage.isEmpty ? RowDecision(.unchanged) : readOnlyEdit(row)
    case .skip:
      guard let unfinished = row.exchange?.unfinished else { return RowDecision(.skipped) }
      if options.approval == .required { return options.unapproved(unfinished: unfinished) }
      return RowDecision(.skipped, "The translation is not finished: the file has \(Visible.text(unfinished)).")
    case .unclear(.unknownAction):
      return RowDecision(
        .unknownAction,
        "The action \"\(Visible.text(row.action))\" is not known; write \"delete\", \"skip\", \"ok\" or \"accept\", or leave it empty."
      )
    default: break
    }
    if let other = otherText(in: row) {
      return RowDecision(
        .contradiction,
        "The row was edited, and \"\(Visible.text(other.header ?? other.column.header))\" now holds "
          + "\"\(Visible.text(other.found))\" as well. Keep only one of the two.")
    }
    if !row.damage.isEmpty, !options.acceptsDamaged {
      return RowDecision(
        .damaged, "A \(Self.fixedCell(of: row)) was changed: \(changes(row)). Restore it.",
        option: OptionPhrases.option(options.phrases.acceptsDamaged))
    }
    if row.isCopyChanged, !options.acceptsDamaged {
      return RowDecision(
        .damaged,
        "The proposal and its hidden copy were changed in the same way, as by Replace All or by a program. "
          + "Type the proposal again.",
        option: OptionPhrases.option(options.phrases.acceptsDamaged, "if the change is intended"))
    }
    if row.intent.isProposal, !options.acceptsDamaged, let decision = reencoded(row) { return decision }
    switch row.intent {
    case .unclear(.possibleSuggestion):
      return RowDecision(
        .refused,
        "The row showed a suggestion and has lost its hidden cells, so it is not known whether somebody wrote this text. "
          + "Write \"accept\" under Action to send it.")
    case .unclear(.uncertainProposal(let found)):
      return RowDecision(
        .refused,
        row.exchange == nil
          ? "The proposal's cell holds \(found), so the intended text is not certain. "
            + "Format the cell as text and type the proposal again."
          : "The translation has \(found), so the intended text is not certain. Write the text itself there.")
    case .accept: return refusalToAccept(row)
    case .signOff: return refusalToSignOff(row)
    default: return nil
    }
  }

  /// A text beside what an edited row asks for that may be meant instead, and that nothing else would tell; nil if there is
  /// none.
  private func otherText(in row: ReturnedRow) -> ReturnedRow.Damage? {
    row.damage.first { damage in
      guard damage.header == nil else { return true }
      // A text that is accepted as damage beside another one is seen in the plan; a row without one would lose it.
      let mayBeMeant =
        options.acceptsDamaged && !row.intent.isProposal || options.adoptsCurrent && damage.column == .currentValue
      return mayBeMeant && ReadOnlyEdits.isText(damage) && !ReadOnlyEdits.isOfProgram(damage, in: row, catalog)
    }
  }

  /// The decision that `check` can also make without the server; an import makes it later.
  func offlineDecision(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.deletionAndChange), .unclear(.signOffAndClearing): Self.twoRequests(row)
    case .delete: refusalToDelete(row)
    case .clear: isDeletionByClearing(row) ? refusalToDelete(row) : cleared(row)
    case .propose, .approve, .accept: unsendable(row)
    default: nil
    }
  }

  /// The verdict on a row that changes its proposal and asks for something else as well; nil for any other row.
  static func twoRequests(_ row: ReturnedRow) -> RowDecision? {
    switch row.intent {
    case .unclear(.deletionAndChange):
      RowDecision(.contradiction, "The row asks to delete the proposal and also changes it. Keep only one of the two.")
    case .unclear(.signOffAndClearing):
      RowDecision(.contradiction, "The row signs the text off and also empties the proposal. Keep only one of the two.")
    default: nil
    }
  }

  /// The verdict on a proposal in a file that a program wrote in another encoding; nil for any other file.
  private func reencoded(_ row: ReturnedRow) -> RowDecision? {
    guard files.indices.contains(row.place.fileIndex) else { return nil }
    let count = files[row.place.fileIndex].reencodedRowCount
    if count == 0 { return nil }
    return RowDecision(
      .damaged,
      "A program wrote the file in another encoding and changed the characters of \(Counted.text(count, "other row")), "
        + "so this text may have lost characters too. " + "Save the file as UTF-8 and edit it again.",
      option: OptionPhrases.option(options.phrases.acceptsDamaged))
  }

  private func readOnlyEdit(_ row: ReturnedRow) -> RowDecision {
    let text = row.misplacedText
    let isElsewhere = row.damage.allSatisfy { $0.header != nil }
    guard row.base != nil || isElsewhere else {
      let current = catalog.value(of: row.text) ?? ""
      return RowDecision(
        .readOnlyEdit,
        "The row has no Base, so nothing says if \"\(ReviewColumn.currentValue.header)\" was changed: it holds "
          + "\"\(Visible.text(text ?? ""))\", and the server has \"\(Visible.text(current))\". Write a text that is meant "
          + "under Proposal, or skip under Action.")
    }
    let advice = text == nil ? "Write what you mean under Proposal or Note" : "Write the text under Proposal"
    return RowDecision(
      .readOnlyEdit,
      (isElsewhere
        ? "A text is in a column that is not read, and nothing else in the row was changed: "
        : "A cell that is not for editing was changed, and nothing else in the row: ") + "\(changes(row)). "
        + (isElsewhere ? "\(advice)." : "\(advice), and restore the cell."),
      option: OptionPhrases.option(text == nil ? nil : options.phrases.adoptsCurrent, "to propose the text"))
  }

  /// What reviewers call a guarded cell. Only workbooks have colours.
  private static func fixedCell(of row: ReturnedRow) -> String {
    row.place.worksheet == nil ? "cell that is not for editing" : "grey cell"
  }

  static func acceptedNote(_ row: ReturnedRow) -> String { "Accepted although a \(fixedCell(of: row)) was changed." }

  /// What the guarded cells hold now, and what they were exported with where the server still has it.
  private func changes(_ row: ReturnedRow) -> String {
    row.damage.map { damage in
      if let header = damage.header { return "\"\(Visible.text(header))\" holds \"\(Visible.text(damage.found))\"" }
      if damage.column == .key, let locale = exportedLocale(of: row) {
        return
          "\"\(ReviewColumn.locale.header)\" now holds \"\(Visible.text(row.text.locale))\" instead of the exported "
          + "\"\(Visible.text(locale))\""
      }
      let found = "\"\(damage.column.header)\" now holds \"\(Visible.text(damage.found))\""
      guard damage.column == .currentValue, let expected = catalog.value(of: row.text),
        TextHash(expected) == row.base?.currentValue
      else { return found }
      return found + " instead of the exported \"\(Visible.text(expected))\""
    }.joined(separator: "; ")
  }

  /// The locale that a row was exported with, if nothing else that names its text was changed.
  private func exportedLocale(of row: ReturnedRow) -> String? {
    catalog.languages.lazy.map(\.locale).first {
      row.base?.identity == TextHash(chain: [row.text.section, row.text.key, $0])
    }
  }

  private func missingText(_ row: ReturnedRow, _ names: NearestName?) -> RowDecision? {
    let text = row.text
    if text.section.isEmpty, text.key.isEmpty {
      return RowDecision(.unknown, "Section and Key are empty, so the row does not name a text.")
    }
    if let base = row.base, base.identity == row.identity, !isForeign(row) {
      if row.intent.isDeletion, let id = row.base?.proposalID,
        catalog.orphanedProposals.contains(where: { $0.id == id })
      {
        return nil
      }
      return RowDecision(.gone, "\(Self.shown(text)) is no longer on the server; it was when the sheet was exported.")
    }
    return RowDecision(.unknown, "The server does not have \(Self.shown(text)).\(names?.suggestion(for: text) ?? "")")
  }

  static func shown(_ text: TextIdentity) -> String {
    "\(Visible.text(text.section))/\(Visible.text(text.key)) in \(Visible.text(text.locale))"
  }

  // MARK: - Decisions that need the server (rules 8 to 17)

  func decisionAfterOtherRows(_ row: ReturnedRow, at place: Catalog.Place?) -> RowDecision {
    switch row.intent {
    case .delete: deletion(row)
    case .clear: cleared(row)
    case .signOff: signOff(row)
    default: unsendable(row) ?? proposal(row, at: place)
    }
  }

  func unsendable(_ row: ReturnedRow) -> RowDecision? {
    guard row.base?.currentValue == .tooLong || row.base?.proposal == .tooLong else { return nil }
    return RowDecision(
      .refused,
      "The text is too long for a cell and was not exported in full, so it cannot be proposed from this sheet.")
  }

  private func proposal(_ row: ReturnedRow, at place: Catalog.Place?) -> RowDecision {
    if let mended = checks.mended(row, against: catalog) { return proposal(row, at: place, mendedAs: mended) }
    let current = place.map { catalog.value(at: $0) } ?? ""
    let pending = place.map { catalog.pendingProposals(at: $0) } ?? []
    // A person can have several proposals of a text. The row's own one is the one that it is about.
    let own = pending.first { $0.canDelete && $0.id == row.base?.proposalID } ?? pending.first(where: \.canDelete)
    if row.base == nil, row.deletable == nil, !pending.isEmpty, let flag = ReviewColumn.flag(row.proposal),
      pending.contains(where: { $0.canDelete == flag })
    {
      return RowDecision(
        .damaged,
        "The proposal is \"\(Visible.text(row.proposal))\" and Deletable is empty, but the server has a pending "
          + "proposal, so the row's cells seem to have moved. Put them back.")
    }
    // A CSV export without its Base column still has its apostrophes, which only the server's texts can show.
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
          .delete,
          notes: checks.remarks(on: row) + [
            "Another user has already proposed this text. The proposal of this profile (\"\(Visible.text(own.value))\") "
              + "stays pending until it is deleted."
          ], proposal: own)
      }
      return alreadyProposed(row, same, beside: own, isUpToDate ? approval(of: row, current: current, pending) : nil)
    }
    if LineEnds.areEqual(current, row.proposal) {
      return RowDecision(
        .sameAsCurrent, "The server already serves this value." + (own.map(Self.stillPending) ?? ""),
        notes: checks.remarks(on: row), proposal: own)
    }
    if mayBeGuarded {
      return RowDecision(
        .refused,
        "The proposal \"\(Visible.text(row.proposal))\" begins with an apostrophe that a CSV export may have put "
          + "before a formula, so the intended text is not certain. Import the sheet as it was exported, with its column Base."
      )
    }
    if let lost = row.exchange?.lost, !options.acceptsDamaged {
      return RowDecision(
        .damaged, "The entry lost \(lost), so it is not known whether the translation was changed after the export.",
        // The entry of a to-fix file has it again.
        option: " Restore it, or write the text into a new export."
          + OptionPhrases.option(
            options.phrases.acceptsDamaged, "if each translation that the server does not have is meant"))
    }
    var notes = self.notes(row, current: current)
    let moved = conflict(row, current: current, pending: pending)
    if let moved {
      guard options.onConflict == .propose else {
        return RowDecision(.conflict, moved.message, notes: notes + checks.remarks(on: row), proposal: moved.proposal)
      }
      notes.append("Proposed in spite of a conflict: \(moved.message)")
    }
    let checked = checks.outcome(of: row, against: catalog, at: place)
    notes += checked.notes
    if let refusal = checked.refusal {
      return RowDecision(.refusedByCheck, refusal, notes: notes, proposal: own).checked(checked)
    }
    if let own, own.id != row.base?.proposalID {
      notes.append("It replaces the proposal \"\(Visible.text(own.value))\" of this profile.")
    }
    if let other = pending.first(where: { !$0.canDelete }) {
      notes.append("Another user's proposal \"\(Visible.text(other.value))\" stays pending too.")
    }
    var decision = RowDecision(.propose, notes: notes, proposal: own).checked(checked)
    // What the server has by now is not what the reviewer saw.
    if moved == nil { decision.signOff = approval(of: row, current: current, pending.filter { !$0.canDelete }) }
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
      same.canDelete
        ? "This value is already pending as a proposal of this profile."
        : "Another user has already proposed this value; this profile cannot withdraw it."
          + (own.map(Self.stillPending) ?? ""), notes: checks.remarks(on: row), proposal: same)
    decision.signOff = signOff
    return decision
  }

  private static func stillPending(_ own: Proposal) -> String {
    " A proposal of this profile (\"\(Visible.text(own.value))\") is still pending; write \"delete\" under Action to "
      + "withdraw it."
  }

  /// The decision about a row whose spaces were mended.
  private func proposal(_ row: ReturnedRow, at place: Catalog.Place?, mendedAs mended: String) -> RowDecision {
    var copy = row
    copy.cells.proposal = mended
    var decision = proposal(copy, at: place)
    decision.value = decision.value ?? mended
    decision.notes.insert("Its spaces were mended; the sheet has \"\(Visible.text(row.proposal))\".", at: 0)
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

  private func notes(_ row: ReturnedRow, current: String) -> [String] {
    var notes: [String] = []
    if !row.damage.isEmpty { notes.append(Self.acceptedNote(row)) }
    if row.base == nil {
      notes.append("The row has no base, so it was planned against the server alone.")
      if ![row.currentValue, FormulaGuard.unescape(row.currentValue)].contains(where: { LineEnds.areEqual(current, $0) }
      ) {
        notes.append("The sheet's current value differs from the server's, \"\(Visible.text(current))\".")
      }
    } else if let base = row.base, row.sourceValue != nil, base.sourceValue != .empty, hasSourceMoved(row, base) {
      notes.append("The source value changed on the server since the export.")
    }
    return notes
  }

  /// Whether the server has another source value than the sheet shows.
  private func hasSourceMoved(_ row: ReturnedRow, _ base: RowBase) -> Bool {
    guard let key = catalog.keyIndex(of: TextKey(row.text)) else { return false }
    guard let language = sourceLocales.language(of: base) else { return true }
    return !sourceLocales.has(base.sourceValue, keyAt: key, inLanguageAt: language)
  }
}
