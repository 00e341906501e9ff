import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// Memories grow with imports: what an import proposes is offered for the same source text elsewhere, as long as the
/// journal says that it was carried out and not undone.
extension ImportSession {
  /// Notes in the memories what is about to be sent, so that they can be compared with the journal afterwards, by
  /// whichever process comes after this one.
  ///
  /// - Parameters:
  ///   - catalog: The texts of the application; nil if the calls add nothing to a memory.
  ///   - name: The name of the memory to add to; nil for none.
  /// - Throws: `MemoryError` of the named memory. Nothing was sent then. Faults of others are told to the dialog.
  func prepareMemories(for record: SubmissionRecord, _ catalog: Catalog?, addingTo name: String?) throws {
    guard let home = JournalScope(profile) else { return }
    let own = [.sheets, .drafts].contains(record.purpose) ? name : nil
    for other in try profile.namesOfMemories(with: home, dialog) where other != own {
      do {
        try profile.withMemory(other, for: .writing) { try $0.prepare([], ofImport: nil, time: 0, in: home) }
      } catch {
        dialog.note(.memoryFailed(error))
      }
    }
    guard let own, record.changeset.proposeCount > 0 else { return }
    try MemoryFolder.check(own)
    let candidates = catalog.map { self.candidates(of: record, in: $0, home) } ?? []
    try profile.withMemory(own, for: .writing) {
      try $0.prepare(candidates, ofImport: record.id, time: Int(record.startedAt), in: home)
    }
  }

  private func candidates(
    of record: SubmissionRecord, in catalog: Catalog, _ home: JournalScope
  ) -> [StoredMemory.Candidate] {
    let source = catalog.languages.firstIndex(where: \.isDefault)
    return record.changeset.changes.enumerated().compactMap { place, change in
      guard case .propose(let value) = change.operation else { return nil }
      let row = change.items.first.map { record.changeset.items[$0].row.cells }
      let text = catalog.canonical(change.text)
      let current = source.flatMap { source in
        catalog.keyIndex(of: TextKey(text)).map { catalog.value(ofKeyAt: $0, inLanguageAt: source) }
      }
      let unit = TranslationUnit(
        proposing: value, for: text, row, in: catalog, current: current, number: place + 1)
      return unit.map { StoredMemory.Candidate(text: ProposedText(change.text, in: home), unit: $0, value: value) }
    }
  }

  /// Compares the memories with the journal. Faults are told to the dialog.
  func settleMemories() {
    profile.settleMemories(with: journal, dialog)
  }
}

extension ReviewProfile {
  /// Compares the memories that have entries of this journal with it, as far as calls were made since the last time.
  func settleMemories(with journal: ReviewJournal, _ dialog: any ImportDialog) {
    guard let home = JournalScope(self) else { return }
    do {
      for name in try namesOfMemories(with: home, dialog) { settleMemory(name, with: journal, home, dialog) }
    } catch {
      dialog.note(.memoryFailed(error))
    }
  }

  /// Compares one memory with the journal, if a process ended before it did so.
  ///
  /// - Throws: `MemoryError` of a memory that cannot be read. Other faults are told to the dialog.
  func settleMemory(_ name: String, _ dialog: any ImportDialog) throws {
    guard let home = JournalScope(self), try withMemory(name, for: .reading, { try $0.isUnsettled(with: home) })
    else { return }
    do {
      guard let journal = try openedForReading() else { return }
      defer { journal.close() }
      settleMemory(name, with: journal, home, dialog)
    } catch {
      dialog.note(.memoryFailed(error))
    }
  }

  private func settleMemory(
    _ name: String, with journal: ReviewJournal, _ home: JournalScope, _ dialog: any ImportDialog
  ) {
    do {
      try withMemory(name, for: .writing) { memory in
        guard try memory.isUnsettled(with: home) else { return }
        let changed = try memory.settle(with: home) { try journal.lastCalls(about: $0, in: scope.hash) }
        if changed != (0, 0) { dialog.note(.memoryChanged(name, added: changed.added, removed: changed.removed)) }
      }
    } catch {
      dialog.note(.memoryFailed(error))
    }
  }

  /// The names of the memories that have entries of a journal. A memory that cannot be read is told to the dialog.
  func namesOfMemories(with home: JournalScope, _ dialog: any ImportDialog) throws -> [String] {
    guard let memoriesFolder else { return [] }
    return try MemoryFolder(path: memoriesFolder).names().filter { name in
      do {
        return try withMemory(name, for: .reading) { try $0.hasProposals(of: home) }
      } catch {
        dialog.note(.memoryFailed(error))
        return false
      }
    }
  }

  func withMemory<Value>(
    _ name: String, for access: StoredMemory.Access, _ body: (StoredMemory) throws -> Value
  ) throws -> Value {
    guard let memoriesFolder else { throw NamedMemories.noFolder }
    let memory = try StoredMemory(name, in: MemoryFolder(path: memoriesFolder), for: access)
    defer { memory.close() }
    return try body(memory)
  }
}

extension JournalScope {
  /// - Returns: Nil if the profile has no journal.
  init?(_ profile: ReviewProfile) {
    guard let name = profile.journalPath?.split(separator: "/").last else { return nil }
    self.init(journal: String(name), scope: profile.scope.hash.text)
  }
}

extension ReviewJournal {
  /// The last call about each of some texts that was carried out. The imports are read from the newest on, until no text
  /// is left.
  ///
  /// - Parameters:
  ///   - texts: The texts, their locales in the normalized spelling.
  ///   - scope: The application.
  func lastCalls(about texts: Set<TextIdentity>, in scope: TextHash) throws(JournalError) -> [TextIdentity: LastCall] {
    var calls: [TextIdentity: LastCall] = [:]
    for kept in try imports().reversed() where kept.scope == scope && calls.count < texts.count {
      let (record, steps) = try record(ofImport: kept.id)
      let outcomes = SubmissionReport(record, steps).outcomes
      for (change, outcome) in zip(record.changeset.changes, outcomes).reversed() {
        let text = ProposedText.normalized(change.text)
        guard texts.contains(text), calls[text] == nil else { continue }
        calls[text] = LastCall(change.operation, outcome)
      }
    }
    return calls
  }
}
