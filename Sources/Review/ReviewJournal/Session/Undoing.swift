import Basics
import NStackAPI
import ReviewReports
package import TranslationReview

extension ImportSession {
  /// Plans the undoing of an import, from the proposals that are pending now.
  ///
  /// - Parameter earlier: Plans that are taken as carried out, because this one will come after them.
  /// - Throws: ``ImportError``: `undo.other-application`, `undo.other-guid`, `undo.unknown-change`; `SelectionError` for a
  ///   locale or pattern that matches no change; `JournalError` `unknownImport`; `NStackError`.
  package func planUndo(
    _ id: String, choosing choice: UndoChoice = UndoChoice(), postsOverridden: Bool = false,
    after earlier: [ImportPlan] = []
  ) async throws -> ImportPlan {
    let (record, entries) = try journal.record(ofImport: id)
    try check(choice, against: record)
    var choice = choice
    if choice.share != nil { choice.undone = try sharesUndone(of: id) }
    try check(try journal.keptImport(withID: id), otherwise: (.undoesOtherApplication, .undoesOtherGUID))
    try await waitForEarlierCalls()
    func changeset(against read: ReviewProfile.ReadProposals, _ choice: UndoChoice) -> Changeset {
      let proposals = earlier.reduce(read.proposals) { $1.changeset.applied(to: $0) }
      return Changeset.undoing(
        record, entries, against: proposals, texts: read.catalog, readAt: read.begun, choosing: choice,
        postsOverridden: postsOverridden, phrases: profile.phrases)
    }
    var undoing = changeset(against: try await profile.proposals(in: .unaccepted, withTexts: false, dialog), choice)
    // Only an undo that proposes something needs the texts.
    if undoing.proposeCount > 0 {
      undoing = changeset(against: try await profile.proposals(in: .unaccepted, withTexts: true, dialog), choice)
    }
    return ImportPlan(
      changeset: undoing, purpose: .undo(of: id), catalog: nil, identity: PlanIdentity(text: "undo-\(id)"),
      isPart: choice.leavesOut(anyOf: record.changeset), share: choice.share?.name)
  }

  /// The shares of an import that were undone, each with the texts that were left alone because others asked about them
  /// too.
  private func sharesUndone(of id: String) throws -> [(share: UndoShare, left: Set<TextIdentity>)] {
    let imports = try journal.imports()
    guard let kept = imports.first(where: { $0.id == id }) else { return [] }
    return try kept.undoings.flatMap { undoing -> [(share: UndoShare, left: Set<TextIdentity>)] in
      guard let name = imports.first(where: { $0.id == undoing.id })?.share else { return [] }
      let items = try journal.record(ofImport: undoing.id).record.changeset.items
      let left = Set(items.filter { $0.verdict == .skipped }.map(\.row.text.normalized))
      // A name that means several sheets by now says nothing about any of them.
      return ((try? profile.shares(of: name, in: [kept], dialog)) ?? []).map { ($0.share, left) }
    }
  }

  /// Refuses a choice that names something that is not in the import: it would silently undo nothing.
  private func check(_ choice: UndoChoice, against record: SubmissionRecord) throws {
    let changes = record.changeset.changes
    if let unknown = choice.changes.filter({ $0 > changes.count }).min() {
      throw ImportError(
        .unknownChange, "import \(record.id) has no change \(unknown).",
        hint: "It has \(changes.count); `history show` numbers them.")
    }
    try choice.selection.refuseUnmatched(amongTextsOfImport: changes.map(\.text))
  }

  /// Adds to the register of sheets what an undo took back. If that fails, the dialog receives the error.
  func recordUndoing(by record: SubmissionRecord, _ report: SubmissionReport) {
    guard case .undo(var id) = record.purpose else { return }
    let calls = zip(record.changeset.changes, report.outcomes)
    let texts = Set(calls.compactMap { if case .applied = $1 { $0.text.normalized } else { nil } })
    guard !texts.isEmpty else { return }
    dialog.reporting(ImportEvent.registerFailed) {
      var (undone, isRedone, seen) = (try journal.record(ofImport: id), false, Set([record.id]))
      while case .undo(let other) = undone.record.purpose, seen.insert(id).inserted {
        (id, isRedone) = (other, !isRedone)
        undone = try journal.record(ofImport: id)
      }
      let undoings = SheetEvent.undoings(
        of: texts, in: SubmissionReport(undone.record, undone.entries), of: id, by: record.id, isRedone: isRedone,
        at: profile.now)
      if !undoings.isEmpty { try profile.register?.append(undoings, scope: record.scope) }
    }
  }

  /// Finds the imports that ``prune(_:)`` may remove.
  ///
  /// - Parameters:
  ///   - age: Only imports that were started longer ago than this are removed; nil for any age.
  ///   - keeping: The number of newest imports that are kept; nil for none.
  package func pruningPlan(olderThan age: Duration?, keeping: Int?) throws(JournalError) -> PruningPlan {
    try journal.pruningPlan(before: age.map { profile.clock.calendarNow() - $0.inSeconds }, keeping: keeping)
  }

  /// Removes old imports from the journal.
  ///
  /// - Returns: The number of bytes by which the journal shrank.
  package func prune(_ plan: PruningPlan) async throws -> Int {
    // The next write removes the record of lost steps.
    try await waitForLostSteps()
    // Compare memories first: this is not possible after the imports are removed.
    reconcileMemories()
    return try journal.prune(plan.imports)
  }
}

extension ImportSession {
  /// Deletes proposals.
  ///
  /// - Throws: As ``run(_:)``.
  package func delete(_ deletion: ProposalDeletion, options: ImportOptions = ImportOptions()) async throws
    -> ProposalDeletion.Outcome
  {
    try await waitForEarlierCalls()
    let plan = try await profile.plan(deletion, dialog)
    let consent = try await consent(to: plan.plan, options, deletion: plan)
    let sent = try await submit(plan.plan, consent, options)
    await closeOlderImports(after: sent)
    return ProposalDeletion.Outcome(plan: plan, result: ImportOutcome(sent, areFilesWritten: true))
  }
}

extension ProposalDeletion {
  /// The result of a deletion.
  package struct Outcome: Sendable {
    /// The plan.
    package let plan: Plan
    /// What the import did.
    package let result: ImportOutcome
  }
}
