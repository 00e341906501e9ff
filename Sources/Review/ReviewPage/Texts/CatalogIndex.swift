import Basics
import NStackAPI
import TranslationReview

/// What a review shows of the server, as it was last read.
struct ReviewedTexts: Sendable {
  /// The selected texts, with their suggestions and notes.
  let sheet: ReviewSheet
  /// The texts that were signed off and did not change since.
  let reviewed: CatalogTexts
}

/// The texts of a review with what a page asks of them again and again: their order by section, and how many texts are in
/// which state.
struct CatalogIndex: Sendable {
  let texts: ReviewedTexts
  /// The place of the language in which texts are shown as the source; nil if there is none.
  let sourceLanguage: Int?
  /// The sections, in the order of their first keys.
  let sections: [String]
  /// The places of the keys, section by section.
  let order: [Int]
  /// The place of each key in ``order``.
  let ranks: [Int]

  /// The place of each key's section in ``sections``.
  let sectionOfKey: [Int]
  private let sectionIndex: [ExactText: Int]
  /// The counts of each section, by language; drafts apart.
  let counts: [[TextCounts]]
  /// Whether the review has a key, or a language, by its place in the catalog.
  private let hasKey: [Bool]
  let hasLanguage: [Bool]

  var catalog: Catalog { texts.sheet.catalog }

  init(_ texts: ReviewedTexts) {
    self.texts = texts
    let catalog = texts.sheet.catalog
    sourceLanguage = texts.sheet.sourceLanguage ?? texts.sheet.defaultLanguage
    let (keys, languages) = (Set(texts.sheet.keys), Set(texts.sheet.languages))
    hasKey = catalog.keys.indices.map(keys.contains)
    hasLanguage = catalog.languages.indices.map(languages.contains)
    var sections: [String] = []
    var places: [ExactText: Int] = [:]
    let sectionOfKey = catalog.keys.map { key in
      let exact = ExactText(key.section)
      if let place = places[exact] { return place }
      places[exact] = sections.count
      sections.append(key.section)
      return sections.count - 1
    }
    order = catalog.keys.indices.sorted { (sectionOfKey[$0], $0) < (sectionOfKey[$1], $1) }
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, key) in order.enumerated() { ranks[key] = rank }
    self.ranks = ranks
    (self.sections, sectionIndex, self.sectionOfKey) = (sections, places, sectionOfKey)
    counts = Self.counts(texts, sectionOfKey, sectionCount: sections.count)
  }

  private static func counts(_ texts: ReviewedTexts, _ sectionOfKey: [Int], sectionCount: Int) -> [[TextCounts]] {
    let (sheet, catalog) = (texts.sheet, texts.sheet.catalog)
    var counts = catalog.languages.map { _ in [TextCounts](repeating: TextCounts(), count: sectionCount) }
    for language in sheet.languages {
      for key in sheet.keys where sheet.rowCount(ofKeyAt: key, inLanguageAt: language) > 0 {
        var found = TextCounts()
        found.texts = 1
        if !catalog.isTranslated(keyAt: key, inLanguageAt: language) { found.missing = 1 }
        if !texts.reviewed.contains(keyAt: key, inLanguageAt: language) { found.unreviewed = 1 }
        if sheet.extras.suggestions?.suggestion(forKeyAt: key, inLanguageAt: language) != nil { found.suggested = 1 }
        let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
        if !pending.isEmpty { found.proposed = 1 }
        if pending.contains(where: \.canDelete) { found.mine = 1 }
        counts[language][sectionOfKey[key]].add(found)
      }
    }
    return counts
  }

  // MARK: - What the review has

  /// Whether the review has a text: the catalog has more of them.
  func has(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    hasKey[key] && hasLanguage[language] && texts.sheet.rowCount(ofKeyAt: key, inLanguageAt: language) > 0
  }

  func isReviewed(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    texts.reviewed.contains(keyAt: key, inLanguageAt: language)
  }

  func suggestion(forKeyAt key: Int, inLanguageAt language: Int) -> SheetSuggestions.Suggestion? {
    texts.sheet.extras.suggestions?.suggestion(forKeyAt: key, inLanguageAt: language)
  }

  /// The note of a text that the register of sheets has; empty for none.
  func note(of text: TextIdentity) -> String { texts.sheet.extras.notes[text] ?? "" }

  /// The place of a section in ``sections``; nil if there is none of that name.
  func section(named name: String) -> Int? { sectionIndex[ExactText(name)] }

  /// The places of a text's key and language; nil if the server does not have the text.
  func place(of text: TextIdentity) -> (key: Int, language: Int)? {
    guard let language = catalog.languageIndex(ofLocale: text.locale), let key = catalog.keyIndex(of: TextKey(text))
    else { return nil }
    return (key, language)
  }

  /// The source text of a key for a language; nil in the source language itself, and where there is none.
  func source(ofKeyAt key: Int, forLanguageAt language: Int) -> String? {
    guard let sourceLanguage, sourceLanguage != language, catalog.isTranslated(keyAt: key, inLanguageAt: sourceLanguage)
    else { return nil }
    return catalog.value(ofKeyAt: key, inLanguageAt: sourceLanguage)
  }
}
