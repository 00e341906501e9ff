import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// Memories grow with imports. What an import proposes is offered for the same source text elsewhere, as long as the
/// proposal was carried out and not undone according to the journal.
extension ImportSession {
  /// Records in the memories what is about to be sent. So even another process can compare them with the journal
  /// afterwards.
  ///
  /// - Parameter catalog: The texts of the application; nil if the calls add nothing to a memory.
  func prepareMemories(for record: SubmissionRecord, _ catalog: Catalog?, addingTo name: String?) throws {
    guard let home = JournalScope(profile) else { return }
    let own = [.sheets, .drafts].contains(record.purpose) ? name : nil
    for other in try profile.namesOfMemories(with: home, dialog) where other != own {
      dialog.reporting(ImportEvent.memoryFailed) {
        try profile.withMemory(other, for: .writing) { try $0.prepare([], ofImport: nil, time: 0, in: home) }
      }
    }
    guard let own, record.changeset.proposeCount > 0 else { return }
    try NamedMemories.check(own)
    let candidates = catalog.map { self.candidates(of: record, in: $0) } ?? []
    try profile.withMemory(own, for: .writing) {
      try $0.prepare(candidates, ofImport: record.id, time: Int(record.startedAt), in: home)
    }
  }

  private func candidates(of record: SubmissionRecord, in catalog: Catalog) -> [MemoryCandidate] {
    let source = catalog.languages.firstIndex(where: \.isDefault)
    return record.changeset.changes.enumerated().compactMap { number, change in
      guard case .propose(let value) = change.operation else { return nil }
      let row = change.items.first.map { record.changeset.items[$0].row.cells }
      let text = catalog.canonical(change.text)
      let current = source.flatMap { source in
        catalog.keyIndex(of: TextKey(text)).map { catalog.value(ofKeyAt: $0, inLanguageAt: source) }
      }
      let unit = TranslationUnit(proposing: value, for: text, row, in: catalog, current: current, number: number + 1)
      return unit.map { MemoryCandidate(text: change.text.normalized, unit: $0, value: value) }
    }
  }

  /// Compares memories that have entries from this journal with it, if calls were made since the last comparison.
  func reconcileMemories() {
    guard let home = JournalScope(profile) else { return }
    dialog.reporting(ImportEvent.memoryFailed) {
      for name in try profile.namesOfMemories(with: home, dialog) {
        profile.reconcileMemory(name, with: journal, home, dialog)
      }
    }
  }
}
