import Basics
import NStackAPI
import TranslationReview

/// A catalog with what a page asks of it again and again: the order of its texts by section, and how many texts are in
/// which state.
struct CatalogIndex: Sendable {
  let catalog: Catalog
  /// The place of the language in which texts are shown as the source; nil if there is none.
  let sourceLanguage: Int?
  /// The sections, in the order of their first keys.
  let sections: [String]
  /// The places of the keys, section by section.
  let order: [Int]
  /// The place of each key in ``order``.
  let ranks: [Int]

  private let sectionOfKey: [Int]
  private let sectionIndex: [ExactText: Int]
  /// The counts of each section, by language; drafts apart.
  private let counts: [[TextCounts]]

  /// Creates the index of a catalog.
  ///
  /// - Parameter source: The locale of the source texts; nil for the application's default.
  init(_ catalog: Catalog, source: String?) {
    self.catalog = catalog
    sourceLanguage =
      source.flatMap(catalog.languageIndex(ofLocale:)) ?? catalog.languages.firstIndex(where: \.isDefault)
    var sections: [String] = []
    var sectionIndex: [ExactText: Int] = [:]
    let sectionOfKey = catalog.keys.map { key in
      let exact = ExactText(key.section)
      if let place = sectionIndex[exact] { return place }
      sectionIndex[exact] = sections.count
      sections.append(key.section)
      return sections.count - 1
    }
    let order = catalog.keys.indices.sorted { (sectionOfKey[$0], $0) < (sectionOfKey[$1], $1) }
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, key) in order.enumerated() { ranks[key] = rank }
    self.sections = sections
    self.sectionIndex = sectionIndex
    self.sectionOfKey = sectionOfKey
    self.order = order
    self.ranks = ranks
    counts = Self.counts(catalog, sectionOfKey, sectionCount: sections.count)
  }

  private static func counts(_ catalog: Catalog, _ sectionOfKey: [Int], sectionCount: Int) -> [[TextCounts]] {
    var counts = catalog.languages.indices.map { language in
      var counts = [TextCounts](repeating: TextCounts(), count: sectionCount)
      for (key, section) in sectionOfKey.enumerated() {
        counts[section].texts += 1
        if !catalog.isTranslated(keyAt: key, inLanguageAt: language) { counts[section].missing += 1 }
      }
      return counts
    }
    for (text, pending) in catalog.proposals {
      guard let language = catalog.languageIndex(ofLocale: text.locale), let key = catalog.keyIndex(of: TextKey(text))
      else { continue }
      counts[language][sectionOfKey[key]].proposed += 1
      if pending.contains(where: \.canDelete) { counts[language][sectionOfKey[key]].mine += 1 }
    }
    return counts
  }

  /// The place of a section in ``sections``; nil if there is none of that name.
  func section(named name: String) -> Int? { sectionIndex[ExactText(name)] }

  func section(ofKeyAt key: Int) -> Int { sectionOfKey[key] }

  /// The counts of the sections of a language; drafts apart.
  func counts(ofLanguageAt language: Int) -> [TextCounts] { counts[language] }

  /// The places of a text's key and language; nil if the server does not have the text.
  func place(of text: TextIdentity) -> (key: Int, language: Int)? {
    guard let language = catalog.languageIndex(ofLocale: text.locale), let key = catalog.keyIndex(of: TextKey(text))
    else { return nil }
    return (key, language)
  }

  /// The source text of a key for a language; nil in the source language itself, and where there is none.
  func source(ofKeyAt key: Int, forLanguageAt language: Int) -> String? {
    guard let sourceLanguage, sourceLanguage != language,
      catalog.isTranslated(keyAt: key, inLanguageAt: sourceLanguage)
    else { return nil }
    return catalog.value(ofKeyAt: key, inLanguageAt: sourceLanguage)
  }
}
