import Exchange
import NStackAPI
import TranslationMemory
import TranslationReview

/// What a profile's own imports proposed for an application, as a memory.
///
/// The journal tells it, and nothing else keeps it: the last call about each text that was carried out decides. So an
/// import that was undone, a proposal that was deleted, and a call whose outcome is not known offer nothing.
struct ImportMemory: SearchableMemory {
  /// The name of the memory, which no file with a known extension has.
  static let reservedName = "imports"

  var name: String { Self.reservedName }
  private var entries: [(unit: TranslationUnit, time: Int)] = []

  /// Reads the journal of a profile.
  ///
  /// - Parameters:
  ///   - catalog: The texts of the application. They are the source texts of imports whose sheets had none.
  ///   - source: The language of these texts.
  /// - Throws: `JournalError`.
  init(of profile: ReviewProfile, in catalog: Catalog, from source: SourceLanguage) throws {
    guard let journal = try profile.openedForReading() else { return }
    defer { journal.close() }
    var found: [TextIdentity: TranslationUnit] = [:]
    var times: [TextIdentity: Int] = [:]
    var number = 0
    for kept in try journal.imports() where kept.scope == profile.scope.hash {
      let (record, steps) = try journal.record(ofImport: kept.id)
      let outcomes = SubmissionReport(record, steps).outcomes
      for (change, outcome) in zip(record.changeset.changes, outcomes) {
        let text = catalog.canonical(change.text)
        switch (change.operation, outcome) {
        case (.propose(let value), .applied), (.propose(let value), .alreadyThere):
          number += 1
          let row = change.items.first.map { record.changeset.items[$0].row.cells }
          found[text] = Self.unit(value, of: text, row, in: catalog, from: source, number: number)
          times[text] = Int(kept.startedAt)
        case (_, .applied), (_, .alreadyThere), (_, .overridden): found[text] = nil
        default: break
        }
      }
    }
    entries = found.map { (unit: $0.value, time: times[$0.key] ?? 0) }.sorted { $0.unit.number < $1.unit.number }
  }

  func read(_ body: (TranslationUnit, _ time: Int?) throws -> Void) throws {
    for entry in entries { try body(entry.unit, entry.time) }
  }

  /// The entry of a proposal; nil if its source text or a language is not known.
  private static func unit(
    _ value: String, of text: TextIdentity, _ row: ReviewRow?, in catalog: Catalog, from source: SourceLanguage,
    number: Int
  ) -> TranslationUnit? {
    var original = catalog.keyIndex(of: TextKey(text)).map {
      (tag: source.tag, text: catalog.value(ofKeyAt: $0, inLanguageAt: source.place))
    }
    if let shown = row?.sourceValue, !shown.isEmpty, let base = row?.base, base.sourceValue == TextHash(shown),
      let language = catalog.languages.first(where: { RowBase.hash(ofLocale: $0.locale) == base.sourceLocale }),
      let tag = LanguageTag(language.locale)
    {
      original = (tag, shown)
    }
    guard let original, !original.text.isEmpty, let target = LanguageTag(text.locale) else { return nil }
    return TranslationUnit(
      [
        TranslationUnit.Variant(language: original.tag, text: original.text),
        TranslationUnit.Variant(language: target, text: value),
      ], source: 0, number: number)
  }
}
