import NStackAPI
import TranslationReview

/// How a finished import affects earlier unfinished ones.
extension ImportSession {
  /// Closes the older imports that have nothing left to do, and reports the others. If it fails, the dialog receives
  /// the error.
  func closeOlderImports(after sent: SentImport) async {
    guard profile.stop.reason == nil else { return }
    do {
      switch sent.record.purpose {
      case .undo(let other):
        guard !sent.report.isResumable, let kept = sent.older.first(where: { $0.id == other }) else { return }
        // An import that was undone as a whole is not resumed. An import that was undone in part may still have changes
        // to send.
        guard sent.record.isPart else { return try close(kept) }
        try await closeDone([kept], after: sent.record)
      case .drafts:
        // The page's drafts still have what an earlier Send did not finish, and this Send included them.
        for kept in sent.older where kept.purpose == .drafts { try close(kept) }
        try await closeDone(sent.older.filter { $0.purpose != .drafts }, after: sent.record)
      case .sheets, .deletion: try await closeDone(sent.older, after: sent.record)
      }
    } catch { dialog.note(.olderImportsUnknown(error)) }
  }

  private func closeDone(_ older: [KeptImport], after record: SubmissionRecord) async throws {
    guard !older.isEmpty else { return }
    let list = try await profile.client.proposalList(state: .unaccepted)
    dialog.note(.unread(list.unread))
    for kept in older {
      let (earlier, entries) = try journal.record(ofImport: kept.id)
      let isSameSheet =
        record.purpose == .undo(of: kept.id) || !Set(record.paths ?? []).isDisjoint(with: earlier.paths ?? [])
      let left = record.changeset.left(of: earlier, entries, isSameSheet: isSameSheet, against: list.proposals).count
      if left == 0 { try close(kept) } else { dialog.note(.stillUnfinished(kept, changes: left)) }
    }
  }

  /// Closes an unfinished import without resuming it.
  ///
  /// - Returns: The import.
  /// - Throws: `JournalError` `unknownImport`; the error of the register if the sign-offs of the import cannot be
  ///   saved.
  package func abandon(_ id: String) async throws -> KeptImport {
    guard let kept = try journal.unfinishedImports().last(where: { $0.id == id }) else {
      throw JournalError(.unknownImport, "There is no unfinished import \"\(id)\".")
    }
    // The next write removes the record of lost steps.
    try await waitForLostSteps()
    try close(kept)
    return kept
  }

  /// Closes interrupted Sends of a review page, because the page's drafts still have what was left undone.
  ///
  /// First waits until none of their calls can take effect any more. Most of that wait does not lock the journal.
  package static func closeCutOffSends(_ profile: ReviewProfile, _ dialog: any ImportDialog) async throws {
    let unconfirmed = try profile.cutOffSends().filter { $0.lastUnconfirmed != nil }
    try await profile.clock.sleep(
      unconfirmed.map { max($0.unconfirmedTimeout ?? .zero, profile.settleTime) }.max() ?? .zero)
    try await open(profile, dialog) { session in
      try await session.waitForEarlierCalls()
      for kept in try profile.cutOffSends() { try session.close(kept) }
    }
  }

  /// Closes an unfinished import. The return of its sheets and its sign-offs depend on no call, so they are recorded
  /// now in case the import was killed before it could do so.
  private func close(_ kept: KeptImport) throws {
    let (record, entries) = try journal.record(ofImport: kept.id)
    try keepSignOffs(of: record, replacingLater: false)
    try keep(SubmissionReport(record, entries).approvals, of: record, replacingLater: false)
    profile.recordReturn(of: record, entries, dialog)
    recordUndoing(by: record, SubmissionReport(record, entries))
    try journal.abandon(importWithID: kept.id, time: profile.clock.calendarNow())
  }
}
