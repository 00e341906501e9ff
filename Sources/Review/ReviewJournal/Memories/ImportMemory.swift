import Basics
import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// What a profile's own imports proposed for an application, as a memory.
///
/// It is read from the journal: for each text, the last call that was carried out decides. So an import that was
/// undone, a proposal that was deleted, and a call whose outcome is not known offer nothing.
struct ImportMemory: SearchableMemory {
  var name: String { NamedMemories.reservedName }
  private var entries: [MemoryEntry] = []

  /// Reads the journal of a profile.
  ///
  /// - Parameter catalog: The application, for its languages. Its texts may have changed since the imports.
  init(of profile: ReviewProfile, in catalog: Catalog) throws {
    try profile.readingJournal { journal in try read(journal, profile, in: catalog) }
  }

  private mutating func read(_ journal: ReviewJournal, _ profile: ReviewProfile, in catalog: Catalog)
    throws(JournalError)
  {
    var found: [TextIdentity: (order: Int, entry: MemoryEntry)] = [:]
    // An undo proposes again what an earlier import proposed, but its rows show no source text.
    var made: [TextIdentity: [ExactText: TranslationUnit]] = [:]
    var order = 0
    for kept in try journal.imports() where kept.scope == profile.scope.hash {
      let (record, steps) = try journal.record(ofImport: kept.id)
      let outcomes = SubmissionReport(record, steps).outcomes
      for (number, (change, outcome)) in zip(record.changeset.changes, outcomes).enumerated() {
        let text = catalog.canonical(change.text)
        switch LastCall(change.operation, outcome) {
        case .proposed(let value):
          order += 1
          let row = change.items.first.map { record.changeset.items[$0].row.cells }
          let unit =
            TranslationUnit(proposing: value, for: text, row, in: catalog, number: number + 1)
            ?? made[text]?[ExactText(value)]
          made[text, default: [:]][ExactText(value)] = unit
          found[text] = unit.map { (order, MemoryEntry($0, time: Int(kept.startedAt), origin: "import \(kept.id)")) }
        case .removed: found[text] = nil
        case nil: break
        }
      }
    }
    entries = found.values.sorted { $0.order < $1.order }.map(\.entry)
  }

  func read(_ body: (MemoryEntry) throws -> Void) throws { for entry in entries { try body(entry) } }
}

extension TranslationUnit {
  /// The entry of a proposal. Its source text is the one that the reviewer saw.
  ///
  /// - Parameter current: The application's source text when the proposal was made, for a row that shows none; nil if it is not
  ///   known.
  /// - Returns: Nil if the source text or a language is not known.
  init?(
    proposing value: String, for text: TextIdentity, _ row: ReviewRow?, in catalog: Catalog, current: String? = nil,
    number: Int
  ) {
    var original: (locale: String, text: String)?
    let standard = catalog.languages.first(where: \.isDefault)?.locale
    if let shown = row?.sourceValue, !shown.isEmpty, let base = row?.base, base.sourceValue == TextHash(shown),
      let language = catalog.languages.first(where: { RowBase.hash(ofLocale: $0.locale) == base.sourceLocale })
    {
      original = (language.locale, shown)
    } else if let standard, let shown = row?.sourceText ?? current, !shown.isEmpty {
      original = (standard, shown)
    }
    guard let original, let tag = LanguageTag(original.locale), let target = LanguageTag(text.locale) else {
      return nil
    }
    self.init(
      [Variant(language: tag, text: original.text), Variant(language: target, text: value)], source: 0, number: number)
  }
}
