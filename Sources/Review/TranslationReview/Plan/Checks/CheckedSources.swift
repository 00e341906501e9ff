import Basics
import NStackAPI

/// Finds the source texts that checks compare with: the server's, else those in the sheet.
struct CheckedSources: Sendable {
  /// The source texts of a row.
  struct Found {
    /// The source text; nil if it is not known.
    var text: String?
    /// The source text of the plural's `other` form, if the key names another form.
    var otherForm: String?
    /// Whether the text may have an `other` form that is not known.
    var isOtherFormUnknown = false
    var isSource = false
  }

  private let otherForms: [TextKey: String]
  /// The proposals in a sheet's rows, by text.
  private let proposed: [TextIdentity: String]
  /// For the form `one` of a plural, the proposal for `other` in the sheet, where no server has it.
  private let counterparts: [RowPlace: CheckedText.Counterpart]
  /// For each text, the number of consecutive rows with the same new text for different source texts.
  private let repeated: [RowPlace: Int]
  /// The files and locales whose new texts are all in capitals.
  private let inCapitals: Set<FileLocale>
  /// The locales of the server's source texts; nil without a server.
  private let locales: SourceLocales?
  /// The words that nothing but the proposals has, by locale, each with the nearest ones.
  private let unknownWords: [String: [String: [String]]]

  /// Creates the source texts of plans that have a server.
  ///
  /// - Parameter rows: The rows of the plan. Their proposals replace the server's values when texts with the same
  ///   source text are compared.
  init(
    proposing rows: [ReturnedRow] = [], against catalog: Catalog? = nil, _ options: PlanningOptions = PlanningOptions()
  ) {
    otherForms = [:]
    counterparts = [:]
    locales = catalog.map(SourceLocales.init)
    repeated = Self.repeated(in: rows, catalog)
    inCapitals = Self.inCapitals(rows, catalog)
    unknownWords = catalog.map { Self.unknownWords(in: rows, $0, options) } ?? [:]
    proposed = Dictionary(
      rows.lazy.filter(\.intent.isProposal).map { ($0.text.normalized, LineEnds.normalized($0.proposal)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Creates the source texts of a sheet without a server.
  init(of rows: [ReturnedRow]) {
    otherForms = Dictionary(
      rows.lazy.filter { PluralCategory(endOf: $0.text.key) == .other }.compactMap { row in
        Self.inSheet(row).map { (TextKey(row.text), $0) }
      }, uniquingKeysWith: { first, _ in first })
    counterparts = Self.counterparts(in: rows)
    proposed = [:]
    locales = nil
    repeated = Self.repeated(in: rows, nil)
    inCapitals = Self.inCapitals(rows, nil)
    unknownWords = [:]
  }

  /// The number of rows over which one new text was filled down, for each of these rows.
  private static func repeated(in rows: [ReturnedRow], _ catalog: Catalog?) -> [RowPlace: Int] {
    var runs: [MovedValues.Column: (text: String, rows: [Int])] = [:]
    var found: [RowPlace: Int] = [:]
    func finish(_ run: [Int]) {
      guard run.count >= MovedValues.suspiciousRows else { return }
      let sources = Set(
        run.compactMap { source(of: rows[$0], catalog)?.lowercased().filter { $0.isLetter || $0.isNumber } })
      if sources.count >= MovedValues.suspiciousRows { for index in run { found[rows[index].place] = run.count } }
    }
    for index in rows.indices where rows[index].intent == .propose || rows[index].intent == .approve {
      let column = MovedValues.Column(rows[index].place)
      let text = rows[index].cells.proposal
      if let run = runs[column], LineEnds.areEqual(run.text, text) {
        runs[column]?.rows.append(index)
      } else {
        finish(runs.updateValue((text, [index]), forKey: column)?.rows ?? [])
      }
    }
    for run in runs.values { finish(run.rows) }
    return found
  }

  /// How the source text of a row changed after its export; nil if it did not, or without a server.
  func change(of row: ReturnedRow) -> WordDiff? { locales?.change(of: row) }

  /// How many consecutive rows have a row's new text although their source texts differ; 0 for fewer than three.
  func repeats(of row: ReturnedRow) -> Int { repeated.isEmpty ? 0 : repeated[row.place] ?? 0 }

  private struct FileLocale: Hashable {
    let file: Int
    let locale: String

    init(_ row: ReturnedRow) { (file, locale) = (row.place.fileIndex, LocaleName.normalized(row.text.locale)) }
  }

  private static func inCapitals(_ rows: [ReturnedRow], _ catalog: Catalog?) -> Set<FileLocale> {
    var found: [FileLocale: Set<String>] = [:]
    var others: Set<FileLocale> = []
    for row in rows where row.intent.isProposal {
      let place = FileLocale(row)
      guard !others.contains(place) else { continue }
      let replaced = [catalog?.value(of: row.text), row.currentValue, source(of: row, catalog)].compactMap(\.self)
      if replaced.contains(where: { PseudoLocalization.isUpper(row.cells.proposal, of: $0) }) {
        found[place, default: []].insert(row.cells.proposal)
      } else {
        others.insert(place)
      }
    }
    return Set(found.filter { $0.value.count >= CapitalTexts.fewest && !others.contains($0.key) }.keys)
  }

  /// Whether a row's new text is from a sheet whose new texts are just the old ones in capitals.
  func isAmongCapitals(_ row: ReturnedRow) -> Bool {
    !inCapitals.isEmpty && row.intent.isProposal && inCapitals.contains(FileLocale(row))
  }

  private static func unknownWords(in rows: [ReturnedRow], _ catalog: Catalog, _ options: PlanningOptions) -> [String:
    [String: [String]]]
  {
    guard let spelling = options.spelling, options.checks.contains(where: { $0.id == "word.spelling" }) else {
      return [:]
    }
    let proposing = Dictionary(grouping: rows.filter(\.intent.isProposal)) { LocaleName.normalized($0.text.locale) }
    return Dictionary(
      uniqueKeysWithValues: proposing.map { locale, proposals in
        let words = spelling.unknownWords(in: proposals.map(\.proposal), locale) {
          let languages = Set([catalog.languageIndex(ofLocale: locale), catalog.defaultLanguage].compactMap(\.self))
          return languages.flatMap { language in
            catalog.keys.indices.map { catalog.value(ofKeyAt: $0, inLanguageAt: language) }
          }
        }
        return (locale, words)
      })
  }

  /// The words of a row's locale that nothing but the proposals has.
  func unknownWords(ofLocale locale: String) -> [String: [String]] {
    unknownWords.isEmpty ? [:] : unknownWords[LocaleName.normalized(locale)] ?? [:]
  }

  private static func source(of row: ReturnedRow, _ catalog: Catalog?) -> String? {
    guard let catalog, let language = catalog.defaultLanguage, let key = catalog.keyIndex(of: TextKey(row.text)) else {
      return inSheet(row)
    }
    return value(ofKeyAt: key, inLanguageAt: language, catalog) ?? inSheet(row)
  }

  /// The translations of other texts with the same source text, or what the sheet proposes for them; none in the
  /// default locale.
  func sameSource(ofKeyAt key: Int, inLanguageAt language: Int, _ catalog: Catalog, _ groups: SameSources)
    -> [CheckedText.Other]
  {
    guard language != catalog.defaultLanguage else { return [] }
    let others = groups[key].lazy.filter { $0 != key && PluralCategory(endOf: catalog.keys[$0].key) == nil }
    if proposed.isEmpty {
      // In nearly all cases another text has the same translation, and nothing is left to compare.
      let own = catalog.valueHash(ofKeyAt: key, inLanguageAt: language)
      if others.contains(where: { catalog.valueHash(ofKeyAt: $0, inLanguageAt: language) == own }) { return [] }
    }
    return others.prefix(SameSources.mostCompared).compactMap { other in
      let text = catalog.identity(ofKeyAt: other, inLanguageAt: language)
      let asked = proposed.isEmpty ? nil : proposed[text.normalized]
      let value = asked ?? LineEnds.normalized(catalog.value(ofKeyAt: other, inLanguageAt: language))
      return value.isEmpty ? nil : CheckedText.Other(value, of: "\(text.section)/\(text.key)")
    }
  }

  /// The other one of a plural's forms `one` and `other`, as the sheet would leave it; nil if there is none to compare, and
  /// for `other` where `one` is compared.
  func counterpart(ofKeyAt key: Int, inLanguageAt language: Int, _ catalog: Catalog, _ plurals: PluralGroups)
    -> CheckedText.Counterpart?
  {
    guard let other = plurals.counterpart(ofIndex: key), let source = catalog.defaultLanguage, source != language,
      let original = Self.value(ofKeyAt: other, inLanguageAt: source, catalog)
    else { return nil }
    let text = catalog.identity(ofKeyAt: other, inLanguageAt: language)
    let asked = proposed[text.normalized]
    let isOne = plurals.groupByIndex[key]?.category(ofIndex: key) == .one
    guard isOne || (asked == nil && !proposed.isEmpty) else { return nil }
    let translation = asked ?? LineEnds.normalized(catalog.value(ofKeyAt: other, inLanguageAt: language))
    return translation.isEmpty ? nil : CheckedText.Counterpart(translation, source: original, of: text.key)
  }

  /// The same without a server.
  func counterpart(of row: ReturnedRow) -> CheckedText.Counterpart? {
    counterparts.isEmpty ? nil : counterparts[row.place]
  }

  private static func counterparts(in rows: [ReturnedRow]) -> [RowPlace: CheckedText.Counterpart] {
    var found: [RowPlace: CheckedText.Counterpart] = [:]
    let byLocale = Dictionary(grouping: rows.lazy.filter(\.intent.isProposal)) { LocaleName.normalized($0.text.locale) }
    for rows in byLocale.values {
      let names = rows.map { TextName(section: $0.text.section, key: $0.text.key) }
      let plurals = PluralGroups(names, isForReaders: true)
      for (index, group) in plurals.groupByIndex where group.category(ofIndex: index) == .one {
        guard let other = plurals.counterpart(ofIndex: index), let source = inSheet(rows[other]) else { continue }
        found[rows[index].place] = CheckedText.Counterpart(
          LineEnds.normalized(rows[other].proposal), source: source, of: rows[other].text.key)
      }
    }
    return found
  }

  func sources(of row: ReturnedRow, _ catalog: Catalog, at place: Catalog.TextIndex?) -> Found {
    var found = Found(text: Self.inSheet(row))
    let other = PluralCategory.otherForm(ofKey: row.text.key).map { TextKey(section: row.text.section, key: $0) }
    guard let language = catalog.defaultLanguage else {
      found.otherForm = other.flatMap { otherForms[$0] }
      found.isOtherFormUnknown = found.otherForm == nil
      // Rows in the source locale are marked in their base.
      found.isSource = row.base.map { $0.sourceLocale == RowBase.hash(ofLocale: row.text.locale) } ?? false
      return found
    }
    if let key = place?.key ?? catalog.keyIndex(of: TextKey(row.text)) {
      found.text = Self.value(ofKeyAt: key, inLanguageAt: language, catalog) ?? found.text
    }
    if let other, let key = catalog.keyIndex(of: other) {
      found.otherForm = Self.value(ofKeyAt: key, inLanguageAt: language, catalog)
    }
    found.isSource = (place?.language ?? catalog.languageIndex(ofLocale: row.text.locale)) == language
    return found
  }

  /// The source text of a row in its sheet: the visible one, else the hidden one for checks.
  private static func inSheet(_ row: ReturnedRow) -> String? {
    for text in [row.sourceValue, row.sourceText] { if let text, !text.isEmpty { return LineEnds.normalized(text) } }
    return nil
  }

  /// The server's text; nil if it is empty.
  private static func value(ofKeyAt key: Int, inLanguageAt language: Int, _ catalog: Catalog) -> String? {
    guard catalog.isTranslated(keyAt: key, inLanguageAt: language) else { return nil }
    return LineEnds.normalized(catalog.value(ofKeyAt: key, inLanguageAt: language))
  }
}
