import Basics
import NStackAPI
import Resources

/// The keys of a catalog while its languages are read: the keys of the first language, then those that other languages
/// add.
struct CatalogKeys {
  /// How many keys ahead to compare before a key is looked up by name. Most languages list the same keys in the same
  /// order and leave some out.
  private static let lookahead = 8

  /// The keys, in the order in which they were first read.
  private(set) var keys: [TextKey] = []
  /// The place in ``keys`` of each key.
  private(set) var places: [TextKey: Int] = [:]

  /// For each key, the place of its section and the range of its name in `bytes`.
  private var names: [(section: Int, key: Range<Int>)] = []
  private var bytes: [UInt8] = []
  private var sections: [ExactText: Int] = [:]

  /// Adds the new keys of a language, and returns its values.
  mutating func takeValues(of texts: ResourceTexts) -> CatalogColumn {
    var column = CatalogColumn(texts.bytes, keyCount: keys.count)
    let sectionPlaces = texts.sections.map { section -> Int in
      let exact = ExactText(section)
      if let place = sections[exact] { return place }
      sections[exact] = sections.count
      return sections.count - 1
    }
    var expected = 0
    for entry in texts.entries {
      let place = place(of: entry, texts, section: sectionPlaces[entry.section], expected: expected)
      column.set(entry.value, ofKeyAt: place)
      expected = place + 1
    }
    return column
  }

  private mutating func place(
    of entry: ResourceTexts.Entry, _ texts: ResourceTexts, section: Int, expected: Int
  ) -> Int {
    let near = texts.bytes.withUnsafeBufferPointer { other in
      bytes.withUnsafeBufferPointer { own -> Int? in
        let key = UnsafeBufferPointer(rebasing: other[entry.key])
        return (expected..<min(expected + Self.lookahead, names.count)).first { place in
          names[place].section == section && UnsafeBufferPointer(rebasing: own[names[place].key]).isSame(as: key)
        }
      }
    }
    if let near { return near }
    let key = TextKey(section: texts.sections[entry.section], key: texts.string(entry.key))
    if let place = places[key] { return place }
    places[key] = keys.count
    keys.append(key)
    let start = bytes.count
    bytes.append(contentsOf: texts.bytes[entry.key])
    names.append((section, start..<bytes.count))
    return keys.count - 1
  }
}
