import Basics
import NStackAPI

/// A check of a returned sheet without a server, with the rules that need none.
package struct SheetCheck: Sendable {
  /// The sheet that was checked.
  package let sheet: ReturnedSheet
  /// The findings, in order of file and row.
  package let diagnostics: [Diagnostic]
  /// The most penalty points per 1,000 words of the errors that reviewers noted; nil for any number.
  package let mostPoints: Int?

  /// Checks a sheet.
  package init(_ sheet: ReturnedSheet, options: PlanningOptions = PlanningOptions()) {
    var sheet = ReadOnlyEdits.resolved(sheet, options: options)
    let unproven = ReadOnlyEdits.takeUnproven(from: &sheet)
    (self.sheet, mostPoints) = (sheet, options.mostPoints)
    // Without a server, every scope counts as the right one and every text as existing.
    let catalog = Catalog(resources: [], proposals: [])
    let checks = RowChecks(options, sources: CheckedSources(of: sheet.rows))
    let rules = RowRules(
      catalog: catalog, scope: SheetScope(applicationID: "", platform: "", origin: ""), options: options,
      checks: checks, sourceLocales: SourceLocales(in: catalog))
    var decisions = sheet.rows.map { $0.isOnlyCopyChanged ? RowDecision(.unchanged) : rules.decisionOfSheetAlone($0) }
    let waiting = options.waitingRows(among: sheet.rows, decisions, Approvals(options, of: sheet.rows))
    for index in waiting { decisions[index] = options.unapproved() }
    Disagreements(
      rows: sheet.rows, files: sheet.files, options: options, exportedProposals: sheet.exportedProposals,
      text: { TextIdentity(section: $0.section, key: $0.key, locale: LocaleName.normalized($0.locale)) },
      // The proposals that an export showed count as still pending. For a row without a base nothing is known.
      pending: { row in row.base == nil ? nil : .other }
    ).refuse(&decisions)
    for index in waiting { decisions[index] = nil }
    let isLost = { (row: ReturnedRow) in row.exchange?.lost != nil && !options.accepted.contains(.damaged) }
    let chosen = sheet.rows.map { options.selection.missingPart(of: $0.text) == nil }
    var findings: [Int: [Diagnostic]] = [:]
    for index in decisions.indices where decisions[index] == nil {
      decisions[index] = rules.offlineDecision(sheet.rows[index])
      guard decisions[index] == nil, sheet.rows[index].intent.isProposal else { continue }
      var row = sheet.rows[index]
      if let mended = checks.mended(row, against: catalog) { row.cells.proposal = mended }
      if let decision = isLost(row) ? RowDecision(.unchanged) : Self.nothingNew(row, in: sheet) {
        decisions[index] = decision
        continue
      }
      let checked = checks.assessment(of: row, against: catalog)
      findings[index] =
        checked.findings.filter { $0.severity != .error }.map {
          Self.finding($0.sentence, $0.severity, of: [$0.check], row)
        } + checked.remarks.map { Self.finding("\($0)", .info, row) }
      decisions[index] = (checked.refusal.map { RowDecision(.refusedByCheck, $0) } ?? RowDecision(.propose)).checked(
        checked)
    }
    // Only the server can decide on the rest, such as a sign-off, so `check` says nothing about those rows.
    var decided = zip(sheet.rows, decisions).map {
      $1 ?? RowDecision($0.intent == .reject ? .rejected : $0.intent.isWithdrawal ? .delete : .unchanged)
    }
    SuspectEdits(rows: sheet.rows, catalog: catalog, options: options).refuse(&decided)
    if !options.accepted.contains(.moved) { MovedValues(sheet, options).refuse(&decided) }
    var counts = CheckCounts()
    for index in decided.indices where chosen[index] { counts.add(decided[index].checkCounts) }
    // As in a plan, a row that another rule refuses is not judged by its text.
    findings = findings.filter { [.propose, .refusedByCheck].contains(decided[$0.key].verdict) }
    diagnostics =
      sheet.diagnostics + unproven + sheet.files.missingRows
      + Self.lost(zip(chosen, sheet.rows).filter { $0 && $1.intent.isProposal && isLost($1) }.map(\.1))
      + sheet.emptiedProposals(isMeant: options.cleared == .delete) + counts.diagnostics
      + Self.unapproved(
        zip(chosen, decided).count { $0 && $1.verdict == .unapproved }
          + waiting.count { chosen[$0] && decided[$0].verdict.isChange })
      + Self.leftOut(chosen.count { !$0 }, of: chosen.count)
      + decided.indices.filter { chosen[$0] }.flatMap { index in
        ([Self.diagnostic(sheet.rows[index], decided[index])].compactMap(\.self) + findings[index, default: []]).map {
          var diagnostic = $0
          diagnostic.text = sheet.rows[index].text
          return diagnostic
        }
      }
  }

  /// The decision about a proposal that the sheet shows as served or pending already, as far as it is not outdated.
  private static func nothingNew(_ row: ReturnedRow, in sheet: ReturnedSheet) -> RowDecision? {
    let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: row.identity)
    if sheet.exportedProposals[text]?.values.contains(TextHash(row.proposal)) == true {
      return RowDecision(.alreadyProposed)
    }
    return LineEnds.areEqual(row.currentValue, row.proposal) ? RowDecision(.sameAsCurrent) : nil
  }

  /// A warning about each file with texts of which only the server can tell whether they were edited.
  private static func lost(_ rows: [ReturnedRow]) -> [Diagnostic] {
    Dictionary(grouping: rows) { $0.place.fileIndex }.sorted { $0.key < $1.key }.compactMap { _, rows in
      guard let first = rows.first, let lost = first.exchange?.lost else { return nil }
      return Diagnostic(
        code: .row(.damaged), severity: .warning, place: first.place,
        message: "From here on, \(Counted.text(rows.count, "text")) lost \(lost), so it is not known whether the "
          + "translation was changed. An import refuses what the server does not have.")
    }
  }

  private static func unapproved(_ count: Int) -> [Diagnostic] {
    if count == 0 { return [] }
    return [
      Diagnostic(
        code: .row(.unapproved), severity: .info,
        message:
          "Nobody approved \(Counted.text(count, "edit")), so an import would not send \(count == 1 ? "it" : "them").")
    ]
  }

  /// A remark about the rows that are not in the chosen part. If they contain all edits, the choice may be a mistake.
  private static func leftOut(_ count: Int, of all: Int) -> [Diagnostic] {
    if count == 0 { return [] }
    return [
      Diagnostic(
        code: .row(.skipped), severity: count == all ? .warning : .info,
        message:
          "\(count) of \(Counted.text(all, "edited row")) \(count == 1 ? "is" : "are") outside the chosen part, and "
          + "not checked.")
    ]
  }

  private static func finding(_ sentence: String, _ severity: Severity, of checks: [String] = [], _ row: ReturnedRow)
    -> Diagnostic
  {
    Diagnostic(
      code: .rowCheckFinding, severity: severity, place: row.place, column: ReviewColumn.proposal.header,
      checks: checks, message: sentence)
  }

  private static func diagnostic(_ row: ReturnedRow, _ decision: RowDecision) -> Diagnostic? {
    if row.isOnlyCopyChanged {
      return Diagnostic(
        code: .rowCopyChanged, severity: .warning, place: row.place,
        message: "The proposal and its hidden copy were changed in the same way, as by Replace All or by a program. "
          + "An import compares them with the server.")
    }
    if decision.verdict.isRefusal || decision.verdict == .notChosen {
      let mayBePending = row.base == nil && row.deletable != nil && !decision.rivals.isEmpty
      return Diagnostic(
        code: .row(decision.verdict), severity: decision.verdict.isRefusal && !mayBePending ? .error : .warning,
        place: row.place, checks: decision.findings.filter { $0.severity == .error }.map(\.check),
        message: "\(decision.reason + Disagreements.naming(decision.rivals) + decision.option)"
          + (mayBePending
            ? " The row has no Base, so only an import knows whether its proposal is pending already." : ""))
    }
    if decision.verdict == .cleared {
      return Diagnostic(
        code: .row(.cleared), severity: .warning, place: row.place, column: ReviewColumn.proposal.header,
        message: "\(decision.reason)")
    }
    return decision.notes.isEmpty
      ? nil : Diagnostic(code: .row(.moved), severity: .warning, place: row.place, message: "\(Reason(decision.notes))")
  }

  /// Whether an import would refuse a row or leave out a file.
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Whether a check of severity warning found a fault.
  package var hasCheckWarnings: Bool { diagnostics.contains { !$0.checks.isEmpty && $0.severity == .warning } }
}
