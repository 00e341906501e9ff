import NStackAPI
import TranslationReview

struct SentImport {
  let record: SubmissionRecord
  let report: SubmissionReport
  /// The unfinished imports that were started before this one.
  let older: [KeptImport]
  let areSignOffsKept: Bool
}

/// Sends the calls: every step is in the journal before the next one depends on it.
extension ImportSession {
  func submit(_ plan: ImportPlan, _ allowsDelete: Bool, _ choices: ImportOptions) async throws -> SentImport {
    var options = submissionOptions(choices)
    options.allowsDelete = allowsDelete
    let changeset = plan.changeset
    let record = SubmissionRecord(
      id: try newID(), identity: plan.identity, purpose: choices.areDrafts ? .drafts : plan.purpose,
      startedAt: profile.clock.calendarNow(), scope: profile.scope.hash, guidFingerprint: profile.guidFingerprint,
      paths: changeset.files.map { AbsolutePath.of($0.path) }, allowsDelete: allowsDelete, isPart: plan.isPart,
      share: plan.share, changeset: changeset)
    let older = try journal.unfinishedImports().filter(profile.made)
    return try await sent(record, after: older, isNew: true, plan.catalog, choices.memory ?? profile.memory) {
      try await Submission.submit(
        changeset, to: profile.client, options: options, journal: $0, record: record, progress: $1)
    }
  }

  /// Keeps the sign-offs of the rows, makes the calls, and compares the memories with them.
  ///
  /// - Parameters:
  ///   - older: The unfinished imports that were started before this one.
  ///   - isNew: Whether the import has no step yet.
  ///   - catalog: The texts of the application; nil if the calls add nothing to a memory.
  ///   - memory: The name of the memory that the calls add to.
  func sent(
    _ record: SubmissionRecord, after older: [KeptImport], isNew: Bool, _ catalog: Catalog?, _ memory: String?,
    _ call: (_ journal: SignOffJournal, _ progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void)
      async throws -> SubmissionReport
  ) async throws -> SentImport {
    let steps = SignOffJournal(journal.journal(ofImport: record.id, requestTimeout: profile.settleTime)) {
      try keepSignOffs(of: record, replacingLater: isNew)
    }
    if !isNew { try? steps.keepSignOffs() }
    try prepareMemories(for: record, catalog, addingTo: memory)
    defer { reconcileMemories() }
    dialog.note(.sendingBegan)
    let report: SubmissionReport
    do {
      defer { dialog.note(.sendingEnded) }
      report = try await call(steps) { [dialog] done, total in dialog.note(.sent(done: done, total: total)) }
    }
    let kept: Void? = dialog.reporting(ImportEvent.signOffsFailed) {
      try steps.keepSignOffs()
      try keep(report.approvals, of: record, replacingLater: isNew)
    }
    return SentImport(record: record, report: report, older: older, areSignOffsKept: kept != nil)
  }

  /// Refuses an import that was made for another application, platform or server, or under another guid.
  func check(_ kept: KeptImport, otherwise codes: (application: ImportError.Code, guid: ImportError.Code))
    throws(ImportError)
  {
    guard kept.scope == profile.scope.hash else {
      throw ImportError(
        codes.application, "import \(kept.id) went to another application, platform or server.",
        hint: "Use the profile that it was started with.")
    }
    guard profile.made(kept) else {
      throw ImportError(
        codes.guid, "import \(kept.id) was made under another guid, so its proposals are not this profile's.",
        hint: "Use the guid that it was started with.")
    }
  }

  func submissionOptions(_ choices: ImportOptions) -> SubmissionOptions {
    var options = SubmissionOptions()
    options.concurrency = profile.concurrency
    options.maximumDeletes = choices.maximumDeletes
    options.isStrict = choices.isStrict
    options.refusesFindings = choices.refusesFindings
    options.proposesInConflict = choices.proposesInConflict
    options.settleTime = profile.settleTime
    options.texts = profile.client
    options.clock = profile.clock
    options.stop = profile.stop
    options.noteWait = { [dialog] in dialog.note(.waitingForOwnCalls($0)) }
    return options
  }

  /// An id for a new import: the time, and three letters to distinguish imports in the same second.
  private func newID() throws -> String {
    let digits = profile.now.filter(\.isNumber)
    let alphabet = Array("abcdefghjkmnpqrstuvwxyz23456789")
    var number = Int(profile.clock.random() * Double(alphabet.count * alphabet.count * alphabet.count))
    while true {
      let letters = [number / (alphabet.count * alphabet.count), number / alphabet.count, number]
      let id =
        "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(6))-" + String(letters.map { alphabet[$0 % alphabet.count] })
      guard try journal.hasImport(withID: id) else { return id }
      number += 1
    }
  }
}
