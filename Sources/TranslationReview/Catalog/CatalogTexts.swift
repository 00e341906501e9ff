/// A set of texts of one catalog, by their places in it.
public struct CatalogTexts: Sendable {
  private let keyCount: Int
  /// One bit for each text, at `language * keyCount + key`.
  private var bits: [UInt64]

  /// Creates an empty set.
  package init(of catalog: Catalog) {
    keyCount = catalog.keys.count
    bits = [UInt64](repeating: 0, count: catalog.textCount / 64 + 1)
  }

  package mutating func insert(keyAt key: Int, inLanguageAt language: Int) {
    let place = language * keyCount + key
    bits[place / 64] |= 1 << UInt64(place % 64)
  }

  /// Whether a text is in the set.
  ///
  /// - Parameters:
  ///   - key: A place in the catalog's keys.
  ///   - language: A place in its languages.
  package func contains(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    let place = language * keyCount + key
    return bits[place / 64] & 1 << UInt64(place % 64) != 0
  }

  /// The number of texts of a language.
  package func count(inLanguageAt language: Int) -> Int {
    (0..<keyCount).count { contains(keyAt: $0, inLanguageAt: language) }
  }
}
