package import Basics
package import NStackAPI

/// A reviewer's statement that a text was reviewed and stays as it is.
///
/// It holds for what the reviewer saw: the current value, the source value and the pending proposals. As soon as one of
/// them changes, the sign-off lapses. It contains fingerprints and no texts.
///
/// Journals of imports store its encoded form, so the names of its properties are part of their format.
package struct SignOff: Hashable, Codable, Sendable {
  /// The text that was reviewed.
  package let text: TextIdentity
  package let currentValue: TextHash
  /// The locale of the source value; nil if the sheet had none, and for a text in the source locale.
  package let sourceLocale: String?
  package let sourceValue: TextHash?
  /// The hashes of the pending proposals' values, in ascending order.
  package let pending: [TextHash]

  package init(
    text: TextIdentity, currentValue: TextHash, source: (locale: String, value: TextHash)?,
    pending: some Sequence<TextHash>
  ) {
    self.text = text
    self.currentValue = currentValue
    (sourceLocale, sourceValue) = (source?.locale, source?.value)
    self.pending = pending.sorted { $0.bits < $1.bits }
  }

  func adding(_ proposal: String) -> SignOff { changed(pending + [CellText(proposal).hash]) }

  /// The same sign-off after a proposal was withdrawn.
  func removing(_ proposal: String) -> SignOff {
    let hash = CellText(proposal).hash
    return changed(pending.firstIndex(of: hash).map { pending[..<$0] + pending[($0 + 1)...] } ?? pending[...])
  }

  private func changed(_ pending: some Sequence<TextHash>) -> SignOff {
    SignOff(
      text: text, currentValue: currentValue,
      source: sourceLocale.flatMap { locale in sourceValue.map { (locale, $0) } }, pending: pending)
  }

  /// Whether the server still has what was signed off.
  package func holds(in catalog: Catalog) -> Bool {
    catalog.place(of: text).map { holds(in: catalog, at: $0) } ?? false
  }

  /// Whether the server still has what was signed off, for a text whose indices in the catalog are known.
  func holds(in catalog: Catalog, at place: Catalog.TextIndex) -> Bool {
    if let sourceLocale {
      guard let source = catalog.languageIndex(ofLocale: sourceLocale),
        catalog.valueHash(ofKeyAt: place.key, inLanguageAt: source) == sourceValue
      else { return false }
    }
    return holdsApartFromSource(in: catalog, at: place)
  }

  /// Whether the server still has the translation and the proposals that were signed off.
  func holdsApartFromSource(in catalog: Catalog, at place: Catalog.TextIndex) -> Bool {
    guard catalog.valueHash(ofKeyAt: place.key, inLanguageAt: place.language) == currentValue else { return false }
    let now = catalog.pendingProposals(at: place)
    guard now.count == pending.count else { return false }
    return now.isEmpty || Self.hashes(now) == pending
  }

  /// The hashes of proposals' values, in ascending order.
  static func hashes(_ proposals: [Proposal]) -> [TextHash] {
    proposals.map { CellText($0.value).hash }.sorted { $0.bits < $1.bits }
  }

  /// The members that describe the sign-off: the text, and fingerprints of what was seen.
  package var json: JSONValue {
    text.json.with([
      "currentValue": currentValue.text, "pending": pending.map(\.text), "sourceLocale": sourceLocale,
      "sourceValue": sourceValue?.text,
    ])
  }

  /// Reads the members of ``json`` back; nil if one is missing or has another form. Other members are ignored.
  package init?(json: JSONValue) {
    guard let text = TextIdentity(json: json), let current = json["currentValue"]?.string,
      let pending = json["pending"]?.elements
    else { return nil }
    let (sourceLocale, sourceValue) = (json["sourceLocale"]?.string, json["sourceValue"]?.string)
    guard (sourceLocale == nil) == (sourceValue == nil) else { return nil }
    self.init(
      text, currentValue: current, source: sourceLocale.map { ($0, sourceValue ?? "") }, pending: pending.map(\.string))
  }

  /// Reads fingerprints from texts; nil if one of them is invalid.
  init?(_ text: TextIdentity, currentValue: String, source: (locale: String, value: String)?, pending: [String?]) {
    let hashes = pending.compactMap { $0.flatMap(TextHash.init(spelled:)) }
    let sourceValue = source.flatMap { TextHash(spelled: $0.value) }
    guard let current = TextHash(spelled: currentValue), hashes.count == pending.count,
      (source == nil) == (sourceValue == nil)
    else { return nil }
    self.init(
      text: text, currentValue: current, source: sourceValue.map { (source?.locale ?? "", $0) }, pending: hashes)
  }
}
