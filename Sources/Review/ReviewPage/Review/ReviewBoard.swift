import Basics
import NStackAPI
import TranslationReview

/// What a page shows: the server's texts, the drafts, and the assessment of each draft.
struct ReviewBoard: Sendable {
  /// Why the last Send did not carry out a draft: the kind of outcome, and the reason.
  typealias Outcome = (name: String, reason: Reason)

  private(set) var index: CatalogIndex
  private(set) var rules: DraftRules
  private(set) var book: DraftBook
  /// The assessment of each draft by the rules.
  private(set) var assessments: [TextIdentity: DraftAssessment] = [:]
  private var tally = DraftTally()
  /// The different requests of returned sheets for one text.
  var alternatives: [TextIdentity: [Draft]] = [:]
  /// Why the last Send did not carry out some drafts.
  var outcomes: [TextIdentity: Outcome] = [:]
  /// A number that increases with every change.
  private(set) var revision = 1
  /// The texts of languages that were searched, by the index of the language.
  private var folded: [Int: FoldedTexts] = [:]
  private var lastList: (query: TextQuery, revision: Int, keys: [Int])?

  private let settings: ReviewSettings
  private let scope: SheetScope

  init(_ index: CatalogIndex, _ book: DraftBook, scope: SheetScope, _ settings: ReviewSettings) {
    self.book = book
    self.scope = scope
    self.settings = settings
    self.index = index
    rules = DraftRules(index, scope: scope, settings)
    assessDrafts()
  }

  private mutating func assessDrafts() {
    assessments = rules.assessments(of: book.inOrder, notes: book.notes)
    tally = DraftTally()
    for draft in book.drafts.values { tally.count(draft, assessments[draft.text], index) }
  }

  var catalog: Catalog { index.catalog }

  // MARK: - Changes

  /// Replaces the server's texts with those of a new reading.
  mutating func read(_ index: CatalogIndex) {
    self.index = index
    rules = DraftRules(index, scope: scope, settings)
    assessDrafts()
    folded = [:]
    revision += 1
  }

  /// Applies steps that are already on disk.
  mutating func apply(_ steps: [DraftStep]) {
    for step in steps {
      if let draft = book.drafts[step.text] { tally.count(draft, assessments[step.text], index, sign: -1) }
      book.apply(step)
      assessments[step.text] = nil
      outcomes[step.text] = nil
    }
    let drafts = Set(steps.map(\.text)).compactMap { book.drafts[$0] }
    assessments.merge(rules.assessments(of: drafts, notes: book.notes)) { $1 }
    for draft in drafts { tally.count(draft, assessments[draft.text], index) }
    revision += 1
  }

  /// The steps that remove drafts whose request the server or the register of reviewed texts already fulfils.
  var fulfilledSteps: [DraftStep] {
    book.inOrder.filter { draft in
      if draft.request == .signOff { return isReviewed(draft.text) }
      return assessments[draft.text]?.item.isFulfilled == true
    }.map { .cleared($0.text) }
  }

  func isReviewed(_ text: TextIdentity) -> Bool {
    index.place(of: text).map { index.isReviewed(keyAt: $0.key, inLanguageAt: $0.language) } ?? false
  }

  /// The drafts whose texts the server no longer has.
  var orphanedDrafts: [Draft] { tally.gone.isEmpty ? [] : book.inOrder.filter { tally.gone.contains($0.text) } }

  // MARK: - Sheets that disagree

  /// The requests of returned sheets for a text among which a person must choose; nil if there is no choice to make.
  func openAlternatives(for text: TextIdentity) -> [Draft]? {
    guard let alternatives = alternatives[text], book.drafts[text] == nil, index.place(of: text) != nil else {
      return nil
    }
    return book.left[text]?.contains(Self.fingerprint(of: alternatives)) == true ? nil : alternatives
  }

  /// Identifies a disagreement in the file of drafts, where the decision to send none of the alternatives is saved.
  static func fingerprint(of alternatives: [Draft]) -> String {
    TextHash(alternatives.map(\.request.fingerprint).sorted().joined(separator: " ")).text
  }

  /// Calls a closure for each text that needs a choice.
  private func forEachOpenChoice(_ body: (_ key: Int, _ language: Int) -> Void) {
    for text in alternatives.keys where openAlternatives(for: text) != nil {
      if let (key, language) = index.place(of: text) { body(key, language) }
    }
  }

  // MARK: - Counts

  var counts: TextCounts {
    var total = tally.total
    total.notes = book.notes.count
    forEachOpenChoice { _, _ in total.conflicts += 1 }
    return catalog.languages.indices.reduce(into: total) { counts, language in
      for section in index.counts[language] { counts.add(section) }
    }
  }

  func counts(ofLanguageAt language: Int) -> TextCounts {
    var counts = tally.languages[language] ?? TextCounts()
    forEachOpenChoice { if $1 == language { counts.conflicts += 1 } }
    return index.counts[language].reduce(into: counts) { $0.add($1) }
  }

  func sections(ofLanguageAt language: Int) -> [(name: String, counts: TextCounts)] {
    var counts = index.counts[language]
    for (section, drafts) in tally.sections[language] ?? [:] { counts[section].add(drafts) }
    forEachOpenChoice { if $1 == language { counts[index.sectionOfKey[$0]].conflicts += 1 } }
    return zip(index.sections, counts).map { (name: $0, counts: $1) }
  }

  func hasDrafts(inLanguageAt language: Int) -> Bool { (tally.languages[language]?.drafts ?? 0) > 0 }

  // MARK: - Lists

  /// The texts that a query asks for: the index of their language, and their keys in order.
  mutating func list(_ query: TextQuery) throws(ReviewPageError) -> (language: Int, keys: [Int]) {
    guard let language = catalog.languageIndex(ofLocale: query.locale) else {
      throw ReviewPageError(
        .unknownText, "The application does not have the locale \(Visible.text(query.locale)). Choose another one.")
    }
    if let last = lastList, last.query == query, last.revision == revision { return (language, last.keys) }
    if !query.words.isEmpty, folded[language] == nil { folded[language] = FoldedTexts(index, language: language) }
    var keys = candidates(query.filter, check: query.check, language)
    if let name = query.section {
      let section = index.section(named: name)
      keys = keys.filter { index.sectionOfKey[$0] == section }
    }
    if !query.words.isEmpty { keys = keys.filter { contains(query.words, $0, language) } }
    lastList = (query, revision, keys)
    return (language, keys)
  }

  private func candidates(_ filter: TextQuery.Filter, check: String?, _ language: Int) -> [Int] {
    let keys = { (isIncluded: (Int) -> Bool) in
      index.order.filter { index.has(keyAt: $0, inLanguageAt: language) && isIncluded($0) }
    }
    switch filter {
    case .all: return keys { _ in true }
    case .missing: return keys { !catalog.isTranslated(keyAt: $0, inLanguageAt: language) }
    case .unreviewed:
      return keys { key in
        guard !index.isReviewed(keyAt: key, inLanguageAt: language) else { return false }
        let found = assessments[catalog.identity(ofKeyAt: key, inLanguageAt: language)]
        return found?.item.verdict != .reviewed
      }
    case .suggested: return keys { index.suggestion(forKeyAt: $0, inLanguageAt: language) != nil }
    case .proposed: return keys { !index.sheet.pendingProposals(ofKeyAt: $0, inLanguageAt: language).isEmpty }
    case .mine:
      return keys { catalog.pendingProposals(ofKeyAt: $0, inLanguageAt: language).contains(where: \.canDelete) }
    case .drafts: return draftKeys(language) { _ in true }
    case .waiting: return draftKeys(language) { $0?.state == .waiting }
    case .conflicts:
      var open: [Int] = []
      forEachOpenChoice { if $1 == language { open.append($0) } }
      return (open + draftKeys(language) { $0?.state == .conflict }).sorted { index.ranks[$0] < index.ranks[$1] }
    case .findings:
      return draftKeys(language) { found in found?.item.findings.contains { check == nil || $0.check == check } == true
      }
    }
  }

  /// The checks that found something in the drafts of a language, each with its number of texts.
  func checks(ofLanguageAt language: Int) -> [(name: String, count: Int)] {
    var counts: [String: Int] = [:]
    for (text, found) in assessments where index.place(of: text)?.language == language {
      for check in Set(found.item.findings.map(\.check)) { counts[check, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.map { (name: $0.key, count: $0.value) }
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
