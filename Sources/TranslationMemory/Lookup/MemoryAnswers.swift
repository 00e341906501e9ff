import Basics
package import Exchange

/// The best match for each text that was asked for, among the entries so far.
package struct MemoryAnswers: Sendable {
  /// The languages that a tag serves: how well it is the source language, and which targets it fits.
  private struct Service {
    var source: LanguageTag.Fit?
    var targets: [(target: Int, fit: LanguageTag.Fit)]
  }

  private let questions: MemoryQuestions
  private let index: FuzzyIndex?
  /// The place of the memory whose entries are taken.
  private let memory: Int
  private var best: [Int: MemoryMatch] = [:]
  private var services: [LanguageTag: Service] = [:]
  private var scratch = FuzzyIndex.Scratch()

  /// Creates answers without a match.
  ///
  /// - Parameters:
  ///   - index: Finds similar texts; nil if only the same texts count.
  ///   - memory: The place of the memory whose entries are taken.
  package init(to questions: MemoryQuestions, index: FuzzyIndex? = nil, memory: Int) {
    self.questions = questions
    self.index = index
    self.memory = memory
  }

  /// The match for a text in a language; nil if there is none.
  package func match(for text: Int, inTargetAt target: Int) -> MemoryMatch? {
    best[text * questions.targets.count + target]
  }

  /// Takes an entry of the memory.
  ///
  /// - Parameter time: When the entry was made, in seconds since 1970; nil if the memory does not say it.
  package mutating func take(_ unit: TranslationUnit, time: Int? = nil) {
    for (place, source) in unit.variants.enumerated() where source.standing != .forbidden {
      guard let fit = service(of: source.language).source else { continue }
      let translations = translations(in: unit, of: place)
      guard !translations.isEmpty else { continue }
      let entry = Entry(
        number: unit.number, time: time, isForward: (unit.source ?? place) == place, isFromLocale: fit == .locale)
      let exact = questions.place(of: source.text)
      if let exact { offer(translations, of: entry, for: exact, isExact: true, score: nil) }
      for like in questions.places(like: source.text) where like != exact {
        offer(translations, of: entry, for: like, isExact: false, score: nil)
      }
      guard let index else { continue }
      for found in index.texts(similarTo: source.text, &scratch) {
        offer(translations, of: entry, for: found.text, isExact: false, score: found.score)
      }
    }
  }

  /// Takes the matches of another memory that are better.
  package mutating func merge(_ other: MemoryAnswers) { best.merge(other.best) { $1.isBetter(than: $0) ? $1 : $0 } }

  /// What all matches of an entry have in common.
  private struct Entry {
    let number: Int
    let time: Int?
    let isForward: Bool
    let isFromLocale: Bool
  }

  /// One translation of an entry for one target.
  private struct Translation {
    let variant: TranslationUnit.Variant
    let target: Int
    let fit: LanguageTag.Fit
  }

  private mutating func translations(in unit: TranslationUnit, of source: Int) -> [Translation] {
    var found: [Translation] = []
    for (place, variant) in unit.variants.enumerated()
    where place != source && variant.standing != .forbidden && variant.language != unit.variants[source].language {
      let service = service(of: variant.language)
      guard !service.targets.isEmpty, !variant.text.allSatisfy(\.isWhitespace) else { continue }
      for (target, fit) in service.targets {
        found.append(Translation(variant: variant, target: target, fit: fit))
      }
    }
    return found
  }

  private mutating func offer(
    _ translations: [Translation], of entry: Entry, for text: Int, isExact: Bool, score: Int?
  ) {
    for translation in translations where questions.wants(text, inTargetAt: translation.target) {
      let exactness: MatchExactness =
        if let score { .fuzzy(score) } else if !isExact { .folded } else if translation.fit == .locale {
          .locale
        } else { .language }
      let slot = text * questions.targets.count + translation.target
      // Comparing placeholders takes time, and hardly any text is found twice.
      if let known = best[slot], known.exactness > exactness { continue }
      let match = MemoryMatch(
        text: translation.variant.text, exactness: exactness, memory: memory, number: entry.number,
        lackedPlaceholders: Self.placeholders(of: questions.texts[text], lackedBy: translation.variant.text),
        rank: MemoryMatch.Rank(
          isPreferred: translation.variant.standing == .preferred, isOfLocale: translation.fit == .locale,
          isFromLocale: entry.isFromLocale, time: entry.time, isForward: entry.isForward))
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
