import Basics
import NStackAPI
import Resources

/// The names and values of a catalog, in the bytes in which NStack sent them. A product has half a million values, and a
/// string for each would take more time and memory than everything else.
struct CatalogValues: Sendable {
  /// How many keys ahead to compare before a key is looked up by name. Most languages list the same keys in the same
  /// order and leave some out.
  private static let lookahead = 8

  /// The keys, in the order in which they were first read.
  private(set) var keys: [TextKey] = []
  private(set) var keyIndex: [TextKey: Int] = [:]

  /// The sections and keys, one after the other.
  private var bytes: [UInt8] = []
  /// For each key, the range in `bytes` of its section and that of its own name.
  private var names: [(section: Range<Int>, key: Range<Int>)] = []
  private var sections: [ExactText: Range<Int>] = [:]
  private(set) var columns: [CatalogColumn] = []

  /// Reads the values of languages: first the keys of the first language, then those that others add.
  ///
  /// - Parameter order: The order in which the languages are read, as indices in `texts`.
  init(_ texts: [ResourceTexts], readIn order: [Int]) {
    var columns = [CatalogColumn?](repeating: nil, count: texts.count)
    for language in order { columns[language] = readColumn(of: texts[language]) }
    self.columns = columns.compactMap(\.self)
  }

  private mutating func readColumn(of texts: ResourceTexts) -> CatalogColumn {
    var column = CatalogColumn(texts.bytes, keyCount: keys.count)
    let ownSections = texts.sections.map { section -> Range<Int> in
      let exact = ExactText(section)
      if let known = sections[exact] { return known }
      let range = append(section.utf8)
      sections[exact] = range
      return range
    }
    var expected = 0
    for entry in texts.entries {
      let key = index(of: entry, texts, section: ownSections[entry.section], expected: expected)
      column.set(entry.value, ofKeyAt: key)
      expected = key + 1
    }
    return column
  }

  private mutating func index(of entry: ResourceTexts.Entry, _ texts: ResourceTexts, section: Range<Int>, expected: Int)
    -> Int
  {
    let near = texts.bytes.withUnsafeBufferPointer { other in
      bytes.withUnsafeBufferPointer { own -> Int? in
        let key = UnsafeBufferPointer(rebasing: other[entry.key])
        return (expected..<min(expected + Self.lookahead, names.count)).first { index in
          names[index].section == section && UnsafeBufferPointer(rebasing: own[names[index].key]).isSame(as: key)
        }
      }
    }
    if let near { return near }
    let key = TextKey(section: texts.sections[entry.section], key: texts.string(entry.key))
    if let known = keyIndex[key] { return known }
    keyIndex[key] = keys.count
    keys.append(key)
    names.append((section, append(texts.bytes[entry.key])))
    return keys.count - 1
  }

  private mutating func append(_ name: some Collection<UInt8>) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: name)
    return start..<bytes.count
  }

  func withSection<Result>(ofKeyAt key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[names[key].section])) }
  }

  /// Calls `body` with the bytes of a key within its section.
  func withKey<Result>(at key: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[names[key].key])) }
  }
}

struct CatalogColumn: Sendable {
  private let bytes: [UInt8]
  /// The position in `bytes` of each key's value; no bytes for a text that is not translated. Keys that were added after
  /// this language was read are not translated in it.
  private var values: [(start: UInt32, count: UInt32)]

  /// Creates a column without translations.
  init(_ bytes: [UInt8], keyCount: Int) {
    self.bytes = bytes
    values = Array(repeating: (0, 0), count: keyCount)
  }

  mutating func set(_ value: Range<Int>, ofKeyAt key: Int) {
    while values.count <= key { values.append((0, 0)) }
    values[key] = (UInt32(value.lowerBound), UInt32(value.count))
  }

  func hasValue(ofKeyAt key: Int) -> Bool { key < values.count && values[key].count > 0 }

  /// Calls `body` with the bytes of a value; none if the text is not translated.
  func withUTF8<Result>(ofKeyAt key: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    let value = key < values.count ? values[key] : (start: 0, count: 0)
    let start = Int(value.start)
    return try bytes.withUnsafeBufferPointer {
      try body(UnsafeBufferPointer(rebasing: $0[start..<(start + Int(value.count))]))
    }
  }
}

/// A set of texts of one catalog.
package struct CatalogTexts: Sendable {
  private let keyCount: Int
  /// One bit for each text, at `language * keyCount + key`. Testing a bit costs less than hashing three names.
  private var bits: [UInt64]

  init(keyCount: Int, languageCount: Int) {
    self.keyCount = keyCount
    bits = [UInt64](repeating: 0, count: keyCount * languageCount / 64 + 1)
  }

  package init(of catalog: Catalog) { self.init(keyCount: catalog.keys.count, languageCount: catalog.languages.count) }

  package mutating func insert(keyAt key: Int, inLanguageAt language: Int) {
    let bit = language * keyCount + key
    bits[bit / 64] |= 1 << UInt64(bit % 64)
  }

  /// All texts of the catalog but these.
  var others: CatalogTexts {
    var others = self
    others.bits = bits.map(~)
    return others
  }

  package func contains(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    let bit = language * keyCount + key
    return bits[bit / 64] & 1 << UInt64(bit % 64) != 0
  }

  package func count(inLanguageAt language: Int) -> Int {
    (0..<keyCount).count { contains(keyAt: $0, inLanguageAt: language) }
  }
}
