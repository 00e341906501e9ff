import Basics
import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// What a profile's own imports proposed for an application, as a memory.
///
/// The journal tells it, and nothing else keeps it: the last call about each text that was carried out decides. So an
/// import that was undone, a proposal that was deleted, and a call whose outcome is not known offer nothing.
struct ImportMemory: SearchableMemory {
  var name: String { MemoryFolder.reservedName }
  private var entries: [MemoryEntry] = []

  /// Reads the journal of a profile.
  ///
  /// - Parameter catalog: The languages of the application. Its texts may have changed since the imports.
  /// - Throws: `JournalError`.
  init(of profile: ReviewProfile, in catalog: Catalog) throws {
    guard let journal = try profile.openedForReading() else { return }
    defer { journal.close() }
    var found: [TextIdentity: (order: Int, entry: MemoryEntry)] = [:]
    // An undo proposes again what an earlier import proposed, and its rows show no source text.
    var made: [TextIdentity: [ExactText: TranslationUnit]] = [:]
    var order = 0
    for kept in try journal.imports() where kept.scope == profile.scope.hash {
      let (record, steps) = try journal.record(ofImport: kept.id)
      let outcomes = SubmissionReport(record, steps).outcomes
      for (place, (change, outcome)) in zip(record.changeset.changes, outcomes).enumerated() {
        let text = catalog.canonical(change.text)
        switch LastCall(change.operation, outcome) {
        case .proposed(let value):
          order += 1
          let row = change.items.first.map { record.changeset.items[$0].row.cells }
          let unit =
            TranslationUnit(proposing: value, for: text, row, in: catalog, number: place + 1)
            ?? made[text]?[ExactText(value)]
          made[text, default: [:]][ExactText(value)] = unit
          found[text] = unit.map {
            (order, MemoryEntry($0, time: Int(kept.startedAt), origin: "import \(kept.id)"))
          }
        case .removed: found[text] = nil
        case nil: break
        }
      }
    }
    entries = found.values.sorted { $0.order < $1.order }.map(\.entry)
  }

  func read(_ body: (MemoryEntry) throws -> Void) throws { for entry in entries { try body(entry) } }
}
