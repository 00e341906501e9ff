import NStackAPI

/// The keys of a catalog whose texts in the default locale are the same.
package struct SameSources: Sendable {
  /// The most other texts that a text is compared with, as some applications have one text thousands of times.
  package static let mostCompared = 100

  /// The group of each key; -1 if its source text is unique.
  private let group: [Int32]
  private let groups: [[Int]]

  init(_ catalog: Catalog) {
    var group = [Int32](repeating: -1, count: catalog.keys.count)
    var groups: [[Int]] = []
    if let source = catalog.defaultLanguage {
      let translated = catalog.keys.indices.filter { catalog.isTranslated(keyAt: $0, inLanguageAt: source) }
      let all = Dictionary(grouping: translated) { catalog.valueHash(ofKeyAt: $0, inLanguageAt: source) }
      for keys in all.values where keys.count > 1 {
        for key in keys { group[key] = Int32(groups.count) }
        groups.append(keys)
      }
    }
    (self.group, self.groups) = (group, groups)
  }

  /// The keys with the source text of a key, including that key; empty if it is the only one.
  package subscript(key: Int) -> [Int] { group[key] < 0 ? [] : groups[Int(group[key])] }
}
