import Basics
import NStackAPI
import TranslationReview

/// What a page shows: the server's texts, the drafts, and what the rules say about each draft.
struct ReviewBoard: Sendable {
  /// What Send did with a draft that stayed.
  struct Outcome: Hashable, Sendable {
    let name: String
    let message: String
  }

  private(set) var index: CatalogIndex
  private(set) var rules: DraftRules
  private(set) var book: DraftBook
  /// What the rules say, for each draft.
  private(set) var assessments: [TextIdentity: DraftAssessment] = [:]
  private var tally = DraftTally()
  /// What the last Send did, for drafts that stayed.
  var outcomes: [TextIdentity: Outcome] = [:]
  /// Rises with every change.
  private(set) var revision = 1
  /// The texts of the languages that were searched, by the place of the language.
  private var folded: [Int: FoldedTexts] = [:]
  private var lastList: (query: TextQuery, revision: Int, keys: [Int])?

  private let settings: ReviewSettings
  private let scope: SheetScope

  init(_ catalog: Catalog, _ book: DraftBook, scope: SheetScope, _ settings: ReviewSettings) {
    self.book = book
    self.scope = scope
    self.settings = settings
    index = CatalogIndex(catalog, source: settings.sourceLocale)
    rules = DraftRules(index, scope: scope, settings)
    assessDrafts()
  }

  private mutating func assessDrafts() {
    assessments = rules.assessments(of: book.inOrder)
    tally = DraftTally()
    for draft in book.drafts.values { tally.count(draft, assessments[draft.text], index) }
  }

  var catalog: Catalog { index.catalog }

  // MARK: - Changes

  /// Shows what the server has now.
  mutating func read(_ catalog: Catalog) {
    index = CatalogIndex(catalog, source: settings.sourceLocale)
    rules = DraftRules(index, scope: scope, settings)
    assessDrafts()
    folded = [:]
    revision += 1
  }

  /// Applies steps, which are on the disk already.
  mutating func apply(_ steps: [DraftStep]) {
    for step in steps {
      if let draft = book.drafts[step.text] { tally.count(draft, assessments[step.text], index, sign: -1) }
      book.apply(step)
      assessments[step.text] = nil
      outcomes[step.text] = nil
    }
    let drafts = Set(steps.map(\.text)).compactMap { book.drafts[$0] }
    assessments.merge(rules.assessments(of: drafts)) { $1 }
    for draft in drafts { tally.count(draft, assessments[draft.text], index) }
    revision += 1
  }

  /// The steps that remove the drafts for which nothing is left to do, because the server holds what they ask for.
  var settledSteps: [DraftStep] {
    book.inOrder.filter { assessments[$0.text]?.item.isSettled == true }.map { .cleared($0.text) }
  }

  /// The drafts whose texts the server no longer has.
  var orphanedDrafts: [Draft] {
    tally.gone.isEmpty ? [] : book.inOrder.filter { tally.gone.contains($0.text) }
  }

  // MARK: - Counts

  var counts: TextCounts {
    catalog.languages.indices.reduce(into: tally.total) { counts, language in
      for section in index.counts(ofLanguageAt: language) { counts.add(section) }
    }
  }

  func counts(ofLanguageAt language: Int) -> TextCounts {
    index.counts(ofLanguageAt: language).reduce(into: tally.languages[language] ?? TextCounts()) { $0.add($1) }
  }

  func sectionCounts(ofLanguageAt language: Int) -> [TextCounts] {
    var counts = index.counts(ofLanguageAt: language)
    for (section, drafts) in tally.sections[language] ?? [:] { counts[section].add(drafts) }
    return counts
  }

  // MARK: - Lists

  /// The texts that a query asks for: the place of their language, and their keys in order.
  ///
  /// - Throws: ``ReviewPageError`` `review.unknown-text` if the application does not have the locale.
  mutating func list(_ query: TextQuery) throws(ReviewPageError) -> (language: Int, keys: [Int]) {
    guard let language = catalog.languageIndex(ofLocale: query.locale) else {
      throw ReviewPageError(
        .unknownText,
        "The application does not have the locale \(Visible.text(query.locale)). Choose another one.")
    }
    if let last = lastList, last.query == query, last.revision == revision { return (language, last.keys) }
    if !query.words.isEmpty, folded[language] == nil {
      folded[language] = FoldedTexts(index, language: language)
    }
    var keys = candidates(query.filter, language)
    if let name = query.section {
      let section = index.section(named: name)
      keys = keys.filter { index.section(ofKeyAt: $0) == section }
    }
    if !query.words.isEmpty { keys = keys.filter { contains(query.words, $0, language) } }
    lastList = (query, revision, keys)
    return (language, keys)
  }

  private func candidates(_ filter: TextQuery.Filter, _ language: Int) -> [Int] {
    switch filter {
    case .all: return index.order
    case .missing: return index.order.filter { !catalog.isTranslated(keyAt: $0, inLanguageAt: language) }
    case .proposed:
      return index.order.filter { !catalog.pendingProposals(ofKeyAt: $0, inLanguageAt: language).isEmpty }
    case .mine:
      return index.order.filter { key in
        catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).contains(where: \.canDelete)
      }
    case .drafts: return draftKeys(language) { _ in true }
    case .conflicts: return draftKeys(language) { $0?.state == .conflict }
    case .findings: return draftKeys(language) { $0?.item.findings.isEmpty == false }
    }
  }

  private func draftKeys(_ language: Int, where isIncluded: (DraftAssessment?) -> Bool) -> [Int] {
    let keys = book.drafts.keys.compactMap { text -> Int? in
      guard let place = index.place(of: text), place.language == language, isIncluded(assessments[text]) else {
        return nil
      }
      return place.key
    }
    return keys.sorted { index.ranks[$0] < index.ranks[$1] }
  }

  private func contains(_ words: [[UInt8]], _ key: Int, _ language: Int) -> Bool {
    guard let folded = folded[language] else { return false }
    let open = words.filter { !folded.contains($0, inKeyAt: key) }
    guard !open.isEmpty else { return true }
    var others = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language).map(\.value)
    if case .propose(let value) = book.drafts[catalog.identity(ofKeyAt: key, inLanguageAt: language)]?.request {
      others.append(value.string)
    }
    guard !others.isEmpty else { return false }
    let text = FoldedTexts.folded(others.joined(separator: "\n"))
    return open.allSatisfy { FoldedTexts.contains($0, in: text) }
  }
}
