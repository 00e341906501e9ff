import TranslationReview

extension ImportSession {
  /// Resumes an import that was cut off.
  ///
  /// - Parameters:
  ///   - id: The import's id; nil for the last one that was cut off.
  ///   - options: What the import may do.
  ///   - results: The files to write afterwards.
  /// - Returns: Nil if no id was given and no import was cut off.
  /// - Throws: As ``run(_:)``, and `JournalError` `unknownImport`.
  public func resume(
    _ id: String? = nil, options: ImportOptions = ImportOptions(), results: ResultFiles = ResultFiles()
  ) async throws -> ImportOutcome? {
    // Submission.resume waits for this import's own calls with an unknown outcome.
    try await waitForLostSteps()
    guard let kept = try profile.unfinishedImport(id) else { return nil }
    dialog.note(.resuming(kept))
    let edits = try journal.record(ofImport: kept.id).record.changeset.items.map(\.row)
    try results.check(against: kept.files, kept.foreignFiles, edits: edits)
    let sent = try await resubmit(kept, options)
    return await finish(sent, results, catalog: Catalog(resources: [], proposals: []))
  }

  /// Makes the remaining calls of an import that was cut off.
  private func resubmit(_ kept: KeptImport, _ choices: ImportOptions) async throws -> SentImport {
    try check(kept, otherwise: (.resumesOtherApplication, .resumesOtherGUID))
    for file in kept.files where file.isUnchanged == false {
      throw ImportError(
        .sheetChanged,
        "\(file.path) was edited after import \(kept.id) was started, so the plan of that import no longer fits the sheet.",
        hint: "Import the sheet again: what was already sent is recognised.")
    }
    let (record, entries) = try journal.record(ofImport: kept.id)
    var options = submissionOptions(choices)
    options.allowsDelete = choices.allowsDelete || record.allowsDelete
    options.earlierSettleTime = settleTime(of: kept)
    options.textsTouchedLater = try journal.texts(touchedAfterImport: kept.id)
    let older = try journal.unfinishedImports().prefix { $0.id != kept.id }.filter(profile.made)
    return try await sent(record, after: older, isNew: false, nil, nil) { [options] in
      try await Submission.resume(
        record.changeset, after: entries, with: profile.client, options: options, journal: $0, progress: $1)
    }
  }
}
