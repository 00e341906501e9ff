import NStackAPI
import TranslationReview

/// What a finished import means for the unfinished ones before it.
extension ImportSession {
  /// Closes the older imports that have nothing left to do, and names the others. A failure is told and stops nothing.
  func settleOlderImports(after sent: SentImport) async {
    guard profile.stop.reason == nil else { return }
    do {
      switch sent.record.purpose {
      case .undo(let other):
        // An import that was undone is not resumed.
        guard !sent.report.isResumable, sent.older.contains(where: { $0.id == other }) else { return }
        try close(other)
      case .sheets, .deletion:
        guard !sent.older.isEmpty else { return }
        let list = try await profile.client.proposalList(state: .unaccepted)
        dialog.note(.unread(list.unread))
        for kept in sent.older {
          let left = try leftWork(of: kept, after: sent.record, against: list.proposals)
          if left == 0 { try close(kept.id) } else { dialog.note(.stillUnfinished(kept, changes: left)) }
        }
      }
    } catch {
      dialog.note(.olderImportsUnknown(error))
    }
  }

  /// Closes an unfinished import as it is.
  ///
  /// - Returns: The import.
  /// - Throws: `JournalError` `unknownImport`.
  public func abandon(_ id: String) async throws -> KeptImport {
    guard let kept = try journal.unfinishedImports().last(where: { $0.id == id }) else {
      throw JournalError(.unknownImport, "There is no unfinished import \"\(id)\".")
    }
    // The next write removes the mark of lost steps.
    try await waitForLostSteps()
    try close(id)
    return kept
  }

  private func leftWork(
    of kept: KeptImport, after record: SubmissionRecord, against proposals: [Proposal]
  ) throws -> Int {
    let (earlier, entries) = try journal.record(ofImport: kept.id)
    let isSameSheet = !Set(record.paths ?? []).isDisjoint(with: earlier.paths ?? [])
    return LeftWork.changes(
      of: earlier, entries, notIn: record.changeset, isSameSheet: isSameSheet, against: proposals
    ).count
  }

  private func close(_ id: String) throws {
    try journal.abandon(importWithID: id, time: profile.clock.calendarNow())
  }
}
