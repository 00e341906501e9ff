public import NStackAPI

/// The statement of a reviewer that a text was reviewed and stays as it is.
///
/// It holds for what the reviewer saw: the current value, the source value and the pending proposals. As soon as one of
/// them is another one, the sign-off has lapsed. It contains fingerprints and no texts.
public struct SignOff: Hashable, Sendable {
  /// The source value beside a text.
  package struct Source: Hashable, Sendable {
    /// The locale of the value.
    package let locale: String
    /// The hash of the value.
    package let value: TextHash

    package init(locale: String, value: TextHash) {
      (self.locale, self.value) = (locale, value)
    }
  }

  /// The text that was reviewed.
  public let text: TextIdentity
  /// The hash of the current value.
  package let currentValue: TextHash
  /// The source value; nil if the sheet had none, and for a text in the source locale.
  package let source: Source?
  /// The hashes of the pending proposals' values, in ascending order.
  package let pending: [TextHash]

  package init(text: TextIdentity, currentValue: TextHash, source: Source?, pending: some Sequence<TextHash>) {
    self.text = text
    self.currentValue = currentValue
    self.source = source
    self.pending = pending.sorted { $0.bits < $1.bits }
  }

  /// Whether the server still has what was signed off.
  package func holds(in catalog: Catalog) -> Bool {
    guard let language = catalog.languageIndex(ofLocale: text.locale), let key = catalog.keyIndex(of: TextKey(text))
    else { return false }
    return holds(in: catalog, key: key, language: language)
  }

  /// The same for a text whose place in the catalog is known.
  func holds(in catalog: Catalog, key: Int, language: Int) -> Bool {
    guard catalog.valueHash(ofKeyAt: key, inLanguageAt: language) == currentValue else { return false }
    if let source {
      guard let place = catalog.languageIndex(ofLocale: source.locale),
        catalog.valueHash(ofKeyAt: key, inLanguageAt: place) == source.value
      else { return false }
    }
    let now = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    guard now.count == pending.count else { return false }
    return now.isEmpty || Self.hashes(now) == pending
  }

  /// The hashes of proposals' values, in ascending order.
  static func hashes(_ proposals: [Proposal]) -> [TextHash] {
    proposals.map { CellText($0.value).hash }.sorted { $0.bits < $1.bits }
  }
}
