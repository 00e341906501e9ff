package import Basics
import NStackAPI

/// The sizes of the texts to translate into each locale, by which agencies bill: the number of source texts, and of
/// their words and characters.
package struct WordCounts: Sendable {
  /// The sizes of one locale's texts. Each text counts in exactly one of these members.
  package struct Locale: Hashable, Sendable {
    /// The locale as NStack spells it.
    package let locale: String
    /// Texts that are not translated and have no proposal.
    package internal(set) var new = TextMeasure()
    /// Texts with a pending proposal. In an export since an earlier sheet, also texts that changed since that sheet.
    package internal(set) var changed = TextMeasure()
    /// The new and changed texts that a memory has, by the indices of `WordCounts.matches`; empty if no memory was
    /// searched.
    package internal(set) var matched: [TextMeasure] = []
    /// New and changed texts whose source text occurred before in this locale, unless a memory has an exact match.
    package internal(set) var repeated = TextMeasure()
    /// All other texts.
    package internal(set) var translated = TextMeasure()
  }

  /// The locale of the source texts, as NStack spells it; nil if the application has no language.
  package let source: String?
  /// The matches that are counted separately, the most exact first; empty if no memory was searched.
  package let matches: [Match]
  /// The locales in NStack's order, without the source locale.
  package let locales: [Locale]

  /// Measures the texts of a sheet.
  ///
  /// The source texts are those of the sheet's source locale, or of the default locale. If a text is missing there, the
  /// text in its own locale is measured.
  package init(_ sheet: ReviewSheet) { self.init(sheet, matches: [], of: nil) }

  /// Measures the texts of a sheet, with separate counts for texts that memories have.
  ///
  /// - Parameters:
  ///   - suggestions: The suggestions of the memories for the texts of `forEachTextToTranslate`.
  ///   - threshold: The lowest score of similar texts that was asked for; nil to use equal source texts only.
  package init(_ sheet: ReviewSheet, matching suggestions: SheetSuggestions, threshold: Int?) {
    self.init(sheet, matches: Match.all(threshold: threshold), of: suggestions)
  }

  private init(_ sheet: ReviewSheet, matches: [Match], of suggestions: SheetSuggestions?) {
    let catalog = sheet.catalog
    let source = sheet.sourceLanguage ?? sheet.defaultLanguage ?? catalog.languages.indices.first
    self.source = source.map { catalog.languages[$0].locale }
    self.matches = matches
    var measures: [Int: TextMeasure] = [:]
    locales = sheet.languages.filter { $0 != source }.map { language in
      var locale = Locale(locale: catalog.languages[language].locale)
      locale.matched = [TextMeasure](repeating: TextMeasure(), count: matches.count)
      var seen: Set<ExactText> = []
      for key in sheet.keys {
        let pending = sheet.pendingProposals(ofKeyAt: key, inLanguageAt: language)
        guard sheet.isSelected(key: key, language: language, pending: pending) else { continue }
        let sourceText = source.map { catalog.value(ofKeyAt: key, inLanguageAt: $0) } ?? ""
        let text = sourceText.isEmpty ? catalog.value(ofKeyAt: key, inLanguageAt: language) : sourceText
        let measure = sourceText.isEmpty ? TextMeasure(of: text) : measures[key] ?? TextMeasure(of: text)
        if !sourceText.isEmpty { measures[key] = measure }
        let match = suggestions?.suggestion(forKeyAt: key, inLanguageAt: language).flatMap { found in
          matches.firstIndex { $0.includes(found.match) }
        }
        let kind: WritableKeyPath<Locale, TextMeasure> =
          if !sheet.isToTranslate(key: key, language: language, pending: pending) {
            \.translated
          } else if let match, matches[match] == .exact {
            // An exact match costs less than a repetition, because nobody must read it again.
            \.matched[match]
          } else if !text.isEmpty, !seen.insert(ExactText(text)).inserted { \.repeated } else if let match {
            \.matched[match]
          } else { catalog.isTranslated(keyAt: key, inLanguageAt: language) || !pending.isEmpty ? \.changed : \.new }
        locale[keyPath: kind] += measure
      }
      return locale
    }
  }
}

extension ReviewSheet {
  /// Calls `body` with the indices of each selected text that must be translated or reviewed.
  package func forEachTextToTranslate(_ body: (_ key: Int, _ language: Int) throws -> Void) rethrows {
    for language in languages {
      for key in keys {
        let pending = pendingProposals(ofKeyAt: key, inLanguageAt: language)
        guard isSelected(key: key, language: language, pending: pending),
          isToTranslate(key: key, language: language, pending: pending)
        else { continue }
        try body(key, language)
      }
    }
  }

  /// Whether a text is new or changed.
  fileprivate func isToTranslate(key: Int, language: Int, pending: [Proposal]) -> Bool {
    !pending.isEmpty || comparesWithEarlier || !catalog.isTranslated(keyAt: key, inLanguageAt: language)
  }
}

extension WordCounts {
  /// How well an entry of a memory matches a source text. Agencies bill by these ranges of scores.
  package enum Match: Hashable, Sendable {
    /// The source text is the same, and the entry is for the locale or for another one of its language.
    case exact
    /// The source text differs in case and white space only.
    case folded
    /// The source text is similar, with a score in per cent.
    case similar(ClosedRange<Int>)

    /// The lowest scores of the ranges, in descending order.
    private static let steps = [95, 85, 75, 50]

    /// The matches that a search finds, the most exact first.
    ///
    /// - Parameter threshold: The lowest score that was asked for; nil to use equal source texts only.
    static func all(threshold: Int?) -> [Match] {
      var all = [Match.exact, .folded]
      guard let threshold else { return all }
      var highest = 99
      for step in steps where highest >= threshold {
        all.append(.similar(max(step, threshold)...highest))
        highest = step - 1
      }
      return all
    }

    func includes(_ match: SheetSuggestions.Match) -> Bool {
      switch (self, match) {
      case (.exact, .exact), (.exact, .language), (.folded, .folded): true
      case (.similar(let scores), .fuzzy(let score)): scores.contains(score)
      default: false
      }
    }

    /// The name in machine output: `exact`, `folded`, or the scores as `85-94`.
    var name: String {
      switch self {
      case .exact: "exact"
      case .folded: "folded"
      case .similar(let scores):
        scores.count == 1 ? "\(scores.lowerBound)" : "\(scores.lowerBound)-\(scores.upperBound)"
      }
    }

    /// The name above a column.
    var heading: String { if case .similar = self { "\(name) %" } else { name } }
  }

  /// The counts as a table: a header and a line for each locale, or a sentence if there is no locale.
  package func lines() -> [String] {
    guard !locales.isEmpty else {
      let reason = source.map { "\(Visible.text($0)) is the source locale, whose texts are not translated" }
      return ["no texts to count: \(reason ?? "there is no language")"]
    }
    let head = ["locale", "", "new", "changed"] + matches.map(\.heading) + ["repeated", "translated", "all"]
    let rows = locales.flatMap { locale -> [[String]] in
      let sizes = [locale.new, locale.changed] + locale.matched + [locale.repeated, locale.translated]
      return Self.units.enumerated().map { index, unit -> [String] in
        let numbers = sizes.map { unit.number($0) }
        let shown = (numbers + [numbers.reduce(0, +)]).map { String($0) }
        return [index == 0 ? Visible.text(locale.locale) : "", unit.name] + shown
      }
    }
    return ([head] + rows).aligned(left: 2)
  }

  /// The counts as an object: `source`, and `locales` with the sizes of each. `matched` is a list of the matches in
  /// memories.
  package var json: JSONValue { ["source": source, "locales": locales.map(json)] }

  private func json(_ locale: Locale) -> JSONValue {
    func json(_ size: TextMeasure) -> JSONValue { .object(Self.units.map { ($0.name, .integer($0.number(size))) }) }
    let matched = zip(matches, locale.matched).map { JSONValue.members(["match": $0.name]).with(json($1)) }
    return .members(["locale": locale.locale, "new": json(locale.new), "changed": json(locale.changed)]).with(
      matches.isEmpty ? [:] : ["matched": matched]
    ).with(["repeated": json(locale.repeated), "translated": json(locale.translated)])
  }

  private static let units: [(name: String, number: @Sendable (TextMeasure) -> Int)] = [
    ("words", \.words), ("characters", \.characters), ("segments", \.segments),
  ]
}
