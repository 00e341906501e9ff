import Basics
import Exchange

/// The best match for each text that was asked for, among the entries so far.
package struct MemoryAnswers: Sendable {
  /// How well a language tag fits the source language, and which targets it fits.
  private struct Service {
    var source: LanguageTag.Fit?
    var targets: [(target: Int, fit: LanguageTag.Fit)]
  }

  private let questions: MemoryQuestions
  private let index: FuzzyIndex?
  private let memory: Int
  private var best: [Int: MemoryMatch] = [:]
  /// The indices in ``best`` of texts and targets that need no similar text.
  private let known: Set<Int>
  private var services: [LanguageTag: Service] = [:]
  private var scratch = FuzzyIndex.Scratch()
  /// The position of the last entry over all shares, to find the later of two equal matches.
  private var order: Int

  /// - Parameters:
  ///   - index: Finds similar texts; nil if only the same texts count.
  ///   - share: The number of the share of the memory that is read; its entries come after those of earlier shares.
  ///   - known: Existing answers, for which similar texts are not wanted.
  package init(
    to questions: MemoryQuestions, index: FuzzyIndex? = nil, memory: Int, share: Int = 0,
    knowing known: MemoryAnswers? = nil
  ) {
    self.questions = questions
    self.index = index
    self.memory = memory
    order = share << 32
    self.known = known.map { Set($0.best.keys) } ?? []
  }

  /// The match for a text in a language; nil if there is none.
  package func match(for text: Int, inTargetAt target: Int) -> MemoryMatch? {
    best[text * questions.targets.count + target]
  }

  /// The indices of the texts that lack a match in a language in which they are wanted.
  var textsWithoutMatch: [Int] {
    questions.texts.indices.filter { text in
      questions.targets.indices.contains { target in
        questions.wants(text, inTargetAt: target) && match(for: text, inTargetAt: target) == nil
      }
    }
  }

  /// Adds the matches of the next entry for the same texts, ignoring case and spaces.
  package mutating func add(_ entry: MemoryEntry) {
    order += 1
    forEachSource(of: entry, order: order) { answers, source, translations in
      let exact = answers.questions.index(of: source.text)
      if let exact { answers.offer(translations, of: source, for: exact, isExact: true, score: nil) }
      for like in answers.questions.indices(like: source.text) where like != exact {
        answers.offer(translations, of: source, for: like, isExact: false, score: nil)
      }
    }
  }

  /// Whether an entry with a text may be offered for a similar one.
  mutating func mayOfferSimilar(_ text: String, in language: LanguageTag) -> Bool {
    guard let index, service(of: language).source != nil else { return false }
    index.findCandidates(for: text, &scratch)
    for candidate in scratch.candidates {
      let floor = lowestScore(for: index.index(of: candidate), in: questions.targets.indices)
      if index.score(of: candidate, floor: floor, &scratch) != nil { return true }
    }
    return false
  }

  mutating func addSimilar(_ entry: MemoryEntry) {
    guard let index else { return }
    order += 1
    forEachSource(of: entry, order: order) { answers, source, translations in
      index.findCandidates(for: source.text, &answers.scratch)
      for candidate in answers.scratch.candidates {
        let text = index.index(of: candidate)
        let floor = answers.lowestScore(for: text, in: translations.lazy.map(\.target))
        guard let score = index.score(of: candidate, floor: floor, &answers.scratch) else { continue }
        answers.offer(translations, of: source, for: text, isExact: false, score: score)
      }
    }
  }

  /// The lowest score with which a similar text may be offered for one of some targets; 100 if no score would help.
  private func lowestScore(for text: Int, in targets: some Sequence<Int>) -> Int {
    var lowest = 100
    for target in targets where questions.wants(text, inTargetAt: target) {
      let slot = text * questions.targets.count + target
      if known.contains(slot) { continue }
      guard case .fuzzy(let score)? = best[slot]?.exactness else { return 0 }
      lowest = min(lowest, score)
    }
    return lowest
  }

  /// Calls `body` with each text of an entry that is in the source language, each once, and with the entry's
  /// translations, which may include the text itself.
  private mutating func forEachSource(
    of entry: MemoryEntry, order: Int, _ body: (inout MemoryAnswers, Source, [Translation]) -> Void
  ) {
    let unit = entry.unit
    let translations = translations(in: unit)
    guard !translations.isEmpty else { return }
    var seen: Set<TranslationUnit.Variant> = []
    for (index, variant) in unit.variants.enumerated() where variant.isUsable {
      guard let fit = service(of: variant.language).source else { continue }
      // An entry may have thousands of texts.
      if unit.variants.count > 2, !seen.insert(variant).inserted { continue }
      body(
        &self,
        Source(
          entry: entry, order: order, index: index, isForward: (unit.source ?? index) == index,
          isFromLocale: fit == .locale), translations)
    }
  }

  package mutating func merge(_ other: MemoryAnswers) { best.merge(other.best) { $1.isBetter(than: $0) ? $1 : $0 } }

  private struct Source {
    let entry: MemoryEntry
    let order: Int
    let index: Int
    let isForward: Bool
    let isFromLocale: Bool

    var text: String { entry.unit.variants[index].text }
    var language: LanguageTag { entry.unit.variants[index].language }
  }

  private struct Translation {
    let index: Int
    let variant: TranslationUnit.Variant
    let target: Int
    let fit: LanguageTag.Fit
  }

  private mutating func translations(in unit: TranslationUnit) -> [Translation] {
    var found: [Translation] = []
    for (index, variant) in unit.variants.enumerated() where variant.isUsable {
      for (target, fit) in service(of: variant.language).targets {
        found.append(Translation(index: index, variant: variant, target: target, fit: fit))
      }
    }
    return found
  }

  private mutating func offer(
    _ translations: [Translation], of source: Source, for text: Int, isExact: Bool, score: Int?
  ) {
    let entry = source.entry
    for translation in translations where questions.wants(text, inTargetAt: translation.target) {
      guard translation.index != source.index, translation.variant.language != source.language else { continue }
      let exactness: MatchExactness =
        if let score { .fuzzy(score) } else if !isExact { .folded } else if translation.fit == .locale { .locale } else
        { .language }
      let slot = text * questions.targets.count + translation.target
      if score != nil, known.contains(slot) { continue }
      // Comparing placeholders is slow, and hardly any text is found twice.
      if let known = best[slot], known.exactness > exactness { continue }
      let match = MemoryMatch(
        text: translation.variant.text, exactness: exactness, memory: memory, number: entry.unit.number,
        origin: entry.origin,
        lackedPlaceholders: Self.placeholders(of: questions.texts[text], lackedBy: translation.variant.text),
        rank: MemoryMatch.Rank(
          isPreferred: translation.variant.standing == .preferred, isOfLocale: translation.fit == .locale,
          isFromLocale: source.isFromLocale, time: entry.time, isForward: source.isForward, order: source.order))
      if let known = best[slot], !match.isBetter(than: known) { continue }
      best[slot] = match
    }
  }

  private static func placeholders(of source: String, lackedBy text: String) -> [String] {
    let wanted = Placeholder.all(in: source)
    guard !wanted.isEmpty else { return [] }
    let found = Set(Placeholder.all(in: text).map(ExactText.init))
    return wanted.filter { !found.contains(ExactText($0)) }
  }

  private mutating func service(of tag: LanguageTag) -> Service {
    if let known = services[tag] { return known }
    let targets = questions.targets.enumerated().compactMap { target, wanted in
      tag.fit(for: wanted).map { (target, $0) }
    }
    let service = Service(source: tag.fit(for: questions.source), targets: targets)
    services[tag] = service
    return service
  }
}
