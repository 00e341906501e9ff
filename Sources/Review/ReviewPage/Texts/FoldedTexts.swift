import Basics
import TranslationReview

/// The texts of a language in lower case, in one piece of memory, for searching.
struct FoldedTexts: Sendable {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Stores the name, source text and current value of each key in lower case. The name is as pages show it.
  init(_ index: CatalogIndex, language: Int) {
    let catalog = index.catalog
    ends.reserveCapacity(catalog.keys.count)
    for (place, key) in catalog.keys.enumerated() {
      let parts = [
        "\(key.section)/\(key.key)", index.source(ofKeyAt: place, forLanguageAt: language) ?? "",
        catalog.value(ofKeyAt: place, inLanguageAt: language),
      ]
      bytes.append(contentsOf: Self.folded(parts.joined(separator: "\n")))
      ends.append(bytes.count)
    }
  }

  static func folded(_ text: String) -> [UInt8] { Array(text.lowercased().utf8) }

  /// Whether a key's texts contain a word. The word must be in lower case.
  func contains(_ word: [UInt8], inKeyAt key: Int) -> Bool {
    let start = key == 0 ? 0 : ends[key - 1]
    return bytes.withUnsafeBytes { Self.contains(word, in: UnsafeRawBufferPointer(rebasing: $0[start..<ends[key]])) }
  }

  /// Whether a text contains a word, both in lower case.
  static func contains(_ word: [UInt8], in text: [UInt8]) -> Bool { text.withUnsafeBytes { contains(word, in: $0) } }

  private static func contains(_ word: [UInt8], in text: UnsafeRawBufferPointer) -> Bool {
    guard let first = word.first else { return true }
    guard var start = text.baseAddress else { return false }
    var rest = text.count
    return word.withUnsafeBytes { word in
      guard let wanted = word.baseAddress else { return true }
      while rest >= word.count, let found = memchr(start, Int32(first), rest - word.count + 1) {
        if memcmp(found, wanted, word.count) == 0 { return true }
        rest -= UnsafeRawPointer(found) - start + 1
        start = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }
}
