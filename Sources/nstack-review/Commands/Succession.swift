import NStackAPI
import ReviewJournal
import TranslationReview

/// What a finished import means for those before it that were cut off.
struct Succession {
  let run: ImportRun

  /// Closes the imports that have nothing left to do of their own, and names the others. What cannot be read or kept is told
  /// and stops nothing.
  func settle(_ older: [KeptImport], after record: SubmissionRecord, _ report: SubmissionReport) async {
    do {
      switch record.purpose {
      case .undo(let other):
        // What was taken back is not gone on with.
        guard !report.isResumable, older.contains(where: { $0.id == other }) else { return }
        try close(other)
      case .sheets:
        guard !older.isEmpty else { return }
        let list = try await run.connection.client.proposalList(state: .unaccepted)
        run.output.warn(of: list.unread)
        let proposals = list.proposals
        for kept in older {
          let (earlier, entries) = try run.journal.record(ofImport: kept.id)
          let isSameSheet = !Set(record.paths ?? []).isDisjoint(with: earlier.paths ?? [])
          let left = LeftWork.changes(
            of: earlier, entries, notIn: record.changeset, isSameSheet: isSameSheet, against: proposals)
          if left.isEmpty { try close(kept.id) } else { name(kept, left.count) }
        }
      }
    } catch {
      run.output.note("warning: it is not known what earlier imports have left: \(Failure(error)?.line ?? "\(error)")")
    }
  }

  private func close(_ id: String) throws {
    try run.journal.abandon(importWithID: id, time: RetryClock.system.calendarNow())
  }

  private func name(_ kept: KeptImport, _ left: Int) {
    run.output.note(
      "import \(kept.id) is unfinished still: \(Counted.text(left, "change")) of it \(left == 1 ? "is" : "are") neither done "
        + "nor in this one; go on with it: nstack-review import --resume-id \(kept.id)")
  }
}
