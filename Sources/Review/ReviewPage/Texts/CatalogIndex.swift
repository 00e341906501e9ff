import Basics
import NStackAPI
import TranslationReview

/// The texts of a review, with what pages often need: their order by section, and the number of texts in each state.
struct CatalogIndex: Sendable {
  let sheet: ReviewSheet
  private let reviewed: CatalogTexts
  /// The index of the language whose texts are shown as the source; nil if there is none.
  let sourceLanguage: Int?
  /// The sections, in the order of their first keys.
  let sections: [String]
  /// The indices of the keys, section by section.
  let order: [Int]
  /// The position of each key in ``order``.
  let ranks: [Int]

  /// The index of each key's section in ``sections``.
  let sectionOfKey: [Int]
  private let sectionIndex: [ExactText: Int]
  /// The counts of each section, by language, without drafts.
  let counts: [[TextCounts]]
  /// Whether the review has a key, or a language, by its index in the catalog.
  private let hasKey: [Bool]
  let hasLanguage: [Bool]

  var catalog: Catalog { sheet.catalog }

  init(_ sheet: ReviewSheet, reviewed: CatalogTexts) {
    (self.sheet, self.reviewed) = (sheet, reviewed)
    let catalog = sheet.catalog
    sourceLanguage = sheet.sourceLanguage ?? sheet.defaultLanguage
    let (keys, languages) = (Set(sheet.keys), Set(sheet.languages))
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
    order = catalog.plurals.together(catalog.keys.indices.sorted { (sectionOfKey[$0], $0) < (sectionOfKey[$1], $1) })
    var ranks = [Int](repeating: 0, count: order.count)
    for (rank, key) in order.enumerated() { ranks[key] = rank }
    self.ranks = ranks
    (self.sections, sectionIndex, self.sectionOfKey) = (sections, places, sectionOfKey)
    counts = Self.counts(sheet, reviewed, sectionOfKey, sectionCount: sections.count)
  }

  private static func counts(_ sheet: ReviewSheet, _ reviewed: CatalogTexts, _ sectionOfKey: [Int], sectionCount: Int)
    -> [[TextCounts]]
  {
    let catalog = sheet.catalog
    var counts = catalog.languages.map { _ in [TextCounts](repeating: TextCounts(), count: sectionCount) }
    for language in sheet.languages {
      for key in sheet.keys where sheet.rowCount(ofKeyAt: key, inLanguageAt: language) > 0 {
        var found = TextCounts()
        found.texts = 1
        if !catalog.isTranslated(keyAt: key, inLanguageAt: language) { found.missing = 1 }
        if !reviewed.contains(keyAt: key, inLanguageAt: language) { found.unreviewed = 1 }
        if sheet.extras.suggestions?.suggestion(forKeyAt: key, inLanguageAt: language) != nil { found.suggested = 1 }
        let pending = sheet.pendingProposals(ofKeyAt: key, inLanguageAt: language)
        if !pending.isEmpty { found.proposed = 1 }
        if pending.contains(where: \.canDelete) { found.mine = 1 }
        counts[language][sectionOfKey[key]].add(found)
      }
    }
    return counts
  }

  // MARK: - What the review has

  /// Whether the review includes a text of the catalog.
  func has(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    hasKey[key] && hasLanguage[language] && sheet.rowCount(ofKeyAt: key, inLanguageAt: language) > 0
  }

  func isReviewed(keyAt key: Int, inLanguageAt language: Int) -> Bool {
    reviewed.contains(keyAt: key, inLanguageAt: language)
  }

  func suggestion(forKeyAt key: Int, inLanguageAt language: Int) -> SheetSuggestions.Suggestion? {
    sheet.extras.suggestions?.suggestion(forKeyAt: key, inLanguageAt: language)
  }

  /// What the form of a plural is for, such as `few: 2–4, 22–24, …`; nil for any other text.
  func pluralNumbers(ofKeyAt key: Int, inLanguageAt language: Int) -> String? {
    sheet.pluralNumbers(ofKeyAt: key, inLanguageAt: language)
  }

  /// The note of a text in the register of sheets; empty if there is none.
  func note(of text: TextIdentity) -> String { sheet.extras.notes[text] ?? "" }

  /// The index of a section in ``sections``; nil if there is none of that name.
  func section(named name: String) -> Int? { sectionIndex[ExactText(name)] }

  /// The indices of a text's key and language; nil if the server does not have the text.
  func place(of text: TextIdentity) -> (key: Int, language: Int)? {
    guard let language = catalog.languageIndex(ofLocale: text.locale), let key = catalog.keyIndex(of: TextKey(text))
    else { return nil }
    return (key, language)
  }

  /// The source text of a key for a language; nil for the source language itself, or if there is no source text.
  func source(ofKeyAt key: Int, forLanguageAt language: Int) -> String? {
    guard let sourceLanguage, sourceLanguage != language, catalog.isTranslated(keyAt: key, inLanguageAt: sourceLanguage)
    else { return nil }
    return catalog.value(ofKeyAt: key, inLanguageAt: sourceLanguage)
  }
}
