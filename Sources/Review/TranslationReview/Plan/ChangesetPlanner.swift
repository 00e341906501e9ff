import Basics
import NStackAPI
import Spreadsheet

/// Makes the plan from a returned sheet and a catalog that was just read.
///
/// A pure function of its arguments: no network, no disk, no clock.
public struct ChangesetPlanner {
  private let sheet: ReturnedSheet
  private let catalog: Catalog
  private let rules: RowRules
  private let options: PlanningOptions

  /// Returns the plan of an import.
  ///
  /// - Parameters:
  ///   - sheet: The returned sheet.
  ///   - catalog: The server's current contents.
  ///   - scope: The application, platform and origin of the connection.
  ///   - options: The user's choices.
  public static func plan(
    _ sheet: ReturnedSheet, against catalog: Catalog, scope: SheetScope, options: PlanningOptions = PlanningOptions()
  ) -> Changeset {
    let sheet = ReadOnlyEdits.resolved(
      ProgramDamage.resolved(sheet, against: catalog), against: catalog, options: options)
    return ChangesetPlanner(sheet: sheet, catalog: catalog, scope: scope, options: options).changeset()
  }

  private init(sheet: ReturnedSheet, catalog: Catalog, scope: SheetScope, options: PlanningOptions) {
    self.sheet = sheet
    self.catalog = catalog
    self.options = options
    rules = RowRules(
      catalog: catalog, scope: scope, options: options,
      checks: RowChecks(options, sources: CheckedSources(proposing: sheet.rows, against: catalog, options)),
      sourceLocales: SourceLocales(in: catalog), files: sheet.files, exportedProposals: sheet.exportedProposals,
      guardedFiles: Set(
        sheet.guardSamples.filter { _, rows in
          rows.contains { row in
            catalog.value(of: row.text).map { LineEnds.areEqual($0, FormulaGuard.unescape(row.currentValue)) } ?? false
          }
        }.keys))
  }

  private func changeset() -> Changeset {
    let places = sheet.rows.parallelMap { [catalog] in catalog.place(of: $0.text) }
    var early = sheet.rows.indices.parallelMap { [rules, rows = sheet.rows] in
      rules.decisionBeforeOtherRows(rows[$0], at: places[$0], nil)
    }
    // In order, because only the first unknown names get a suggestion.
    let names = NearestName(catalog: catalog)
    for index in early.indices where early[index]?.verdict == .unknown {
      early[index] = rules.decisionBeforeOtherRows(sheet.rows[index], at: places[index], names)
    }
    let approvals = Approvals(options, of: sheet.rows)
    let waiting = options.waitingRows(among: sheet.rows, early, approvals)
    for index in waiting { early[index] = options.unapproved() }
    Disagreements(
      rows: sheet.rows, files: sheet.files, options: options, exportedProposals: sheet.exportedProposals,
      places: places, text: catalog.canonical,
      pending: { row in
        let same = catalog.pendingProposals(of: row.text).filter {
          ($0.canDelete || options.rejections[$0.id] == nil) && LineEnds.areEqual($0.value, row.proposal)
        }
        return same.isEmpty ? nil : same.contains(where: \.canDelete) ? .own : .other
      }
    ).refuse(&early)
    for index in waiting { early[index] = nil }
    var decisions = early.indices.parallelMap { [rules, early, rows = sheet.rows] in
      early[$0] ?? rules.decisionAfterOtherRows(rows[$0], at: places[$0])
    }
    decideWithdrawn(&decisions)
    nameRivals(of: &decisions)
    SuspectEdits(rows: sheet.rows, catalog: catalog, options: options).refuse(&decisions)
    if !options.accepted.contains(.moved) { MovedValues(sheet, options).refuse(&decisions) }
    MendedSources(rows: sheet.rows, catalog: catalog, rules: rules).offer(in: &decisions)
    options.withholdUnapproved(sheet.rows, of: &decisions, approvals, text: catalog.canonical)
    SameSourceAnswers(rows: sheet.rows, places: places, catalog: catalog).tell(in: &decisions)
    // Last, so that all other rows are decided as in a plan of the whole sheet.
    options.leaveOut(sheet.rows, of: &decisions)

    var counts: [Verdict: Int] = [:]
    var checkCounts = CheckCounts()
    for index in decisions.indices {
      counts[decisions[index].verdict, default: 0] += 1
      checkCounts.add(decisions[index].checkCounts)
    }
    let told = decisions.indices.filter { decisions[$0].verdict != .unchanged }
    let items = told.parallelMap { [catalog, decisions, rows = sheet.rows] in
      var row = rows[$0]
      if let value = decisions[$0].value { row.cells.proposal = value }
      return Changeset.Item(
        row, decisions[$0], serverValue: places[$0].map { catalog.value(at: $0) },
        source: RowChecks.sourceBeside(row, catalog, at: places[$0]))
    }
    for (scope, count) in sheet.unchangedCounts {
      let isForeign = scope != nil && scope != rules.scope.hash && !options.accepted.contains(.otherApplication)
      counts[isForeign ? .otherApplication : .unchanged, default: 0] += count
    }
    let changes = ChangeCollector.changes(for: items, catalog: catalog, places: told.map { places[$0] })
    var changeset = Changeset(
      items: items, changes: changes, counts: counts, files: sheet.files.map(\.marked),
      diagnostics: sheet.diagnostics + sheet.files.missingRows + ownDiagnostics(counts) + checkCounts.diagnostics
        + options.overriding(
          changes.count { $0.items.allSatisfy { approvals.lacksDecision(items[$0].row, at: told[$0]) } }),
      notes: sheet.notes, foreignFiles: sheet.foreignFiles, reading: catalog.reading)
    changeset.checks = RowChecks(options)
    changeset.unreadCount = options.unreadCount(items)
    changeset.mostPoints = options.mostPoints
    return changeset
  }

  // MARK: - Choices between proposals

  /// Keeps a proposal of this profile that its row would withdraw while another row proposes a value for the same text,
  /// as after a sort of one column. Removes withdrawn proposals from the sign-offs of their texts.
  private func decideWithdrawn(_ decisions: inout [RowDecision]) {
    let deleting = decisions.indices.filter { decisions[$0].verdict == .delete }
    if deleting.isEmpty { return }
    let rows = Dictionary(grouping: sheet.rows.indices) { catalog.canonical(sheet.rows[$0].cells.text) }
    for index in deleting {
      let row = sheet.rows[index]
      guard let own = decisions[index].proposal, let others = rows[catalog.canonical(row.text)] else { continue }
      if row.intent.isProposal, others.contains(where: { $0 != index && sheet.rows[$0].intent.isProposal }),
        let same = catalog.pendingProposals(of: row.text).first(where: { LineEnds.areEqual($0.value, row.proposal) })
      {
        decisions[index] = rules.alreadyProposed(row, same, beside: own)
      } else {
        for other in others { decisions[other].signOff = decisions[other].signOff?.removing(own.value) }
      }
    }
  }

  /// Adds notes to rows that sign off one of several pending proposals: which one, and that the others stay.
  private func nameRivals(of decisions: inout [RowDecision]) {
    for index in decisions.indices where decisions[index].verdict == .reviewed {
      let row = sheet.rows[index]
      guard let signOff = decisions[index].signOff, signOff.pending.count > 1, let base = row.base,
        base.proposal != .empty
      else { continue }
      let rivals = catalog.pendingProposals(of: row.text).filter { proposal in
        let hash = CellText(proposal.value).hash
        return hash != base.proposal && signOff.pending.contains(hash)
      }
      guard let rival = rivals.first else { continue }
      decisions[index].notes.append(
        Reason("note.approves", row.proposal)
          + Reason(rival.canDelete ? "note.ownStays" : "note.otherStays", rival.value)
          + (rivals.count == 1 ? .none : Reason("note.moreStay", .count(rivals.count - 1))))
    }
  }

  // MARK: - Remarks about the import

  private func ownDiagnostics(_ counts: [Verdict: Int]) -> [Diagnostic] {
    var diagnostics = sheet.emptiedProposals(isMeant: options.cleared == .delete)
    var known: Set<UInt64> = []
    // A plan of a few decisions is made while somebody types, and hashing all keys would take longer than the rest.
    if !sheet.unchangedKeys.isEmpty {
      for key in catalog.keys { known.insert(TextHash(chain: [key.section, key.key]).bits) }
    }
    let orphaned = sheet.unchangedKeys.reduce(0) { known.contains($1.key) ? $0 : $0 + $1.value }
    let foreign = sheet.unchangedCounts.reduce(0) { sum, entry in
      entry.key == nil || entry.key == rules.scope.hash || options.accepted.contains(.otherApplication)
        ? sum : sum + entry.value
    }
    if foreign > 0 {
      diagnostics.append(
        Diagnostic(
          code: .sheetOtherApplication, severity: .error,
          message:
            "\(Counted.text(foreign, "row without an edit", "rows without an edit")) came from a different application, platform or server than this "
            + "connection's (platform \(rules.scope.platform), \(rules.scope.origin))."
            + (options.phrases.accepting[.otherApplication].map {
              " To plan them by section, key and locale alone, \($0)."
            } ?? "")))
    }
    if orphaned > 0 {
      diagnostics.append(
        Diagnostic(
          code: .rowGoneUnedited, severity: .info,
          message:
            "The server does not have the text of \(Counted.text(orphaned, "row without an edit", "rows without an edit"))."
        ))
    }
    return diagnostics
  }
}
