import Basics
package import NStackAPI
package import TextChecks

/// The rows that an export writes: the selected texts of a catalog, including missing ones. There is one row for each
/// text and locale, and one more for each further pending proposal.
public struct ReviewSheet: Sendable, CustomStringConvertible {
  /// The contents of a sheet besides texts and proposals.
  public struct Extras: Sendable {
    /// The locale of the source values; nil for a sheet without source values.
    package var sourceLocale: String?
    /// Information for translators, by text; nil for a sheet without such columns.
    package var contexts: [TextKey: TextContext]?
    /// An earlier sheet: only texts that changed since are selected. Nil selects all.
    package var previous: PreviousSheet?
    /// The source texts for which texts were signed off, each with its locale, where the server has another one; empty
    /// for one that is not known.
    package var formerSources: [TextIdentity: FormerSource] = [:]
    /// Texts that are left out, such as those that reviewers signed off; nil leaves none out.
    package var leftOut: CatalogTexts?
    /// The reviewers' current notes, by text as the catalog spells it.
    package var notes: [TextIdentity: String] = [:]
    /// Why pending proposals were rejected, by their ids. Those of others are left out.
    package var rejections: [Int: String] = [:]
    /// Suggested translations for texts without one; nil offers none.
    package var suggestions: SheetSuggestions?
    /// Texts that reviewers signed off, which a page shows as such.
    package var reviewed: CatalogTexts?
    /// The pictures that a page shows, as `data:` addresses, by what ``TextContext/screenshot`` has for them.
    package var pictures: [String: String] = [:]
    /// The project's checks, which a workbook marks while a person types as far as formulas can; nil for those of a
    /// project without settings.
    package var checks: CheckSettings?

    /// A source text that the server had.
    package struct FormerSource: Sendable {
      let locale: String
      let text: String

      package init(locale: String, text: String) { (self.locale, self.text) = (locale, text) }
    }

    /// Creates extras without contents.
    public init() {}
  }

  /// The catalog of the texts.
  public let catalog: Catalog
  /// The application, platform and origin of the texts.
  public let scope: SheetScope
  /// The selected languages, as indices in the catalog.
  package private(set) var languages: [Int]
  /// The selected keys, as indices in the catalog.
  package private(set) var keys: [Int]
  /// The language of the source values, as an index in the catalog; nil for a sheet without source values.
  package let sourceLanguage: Int?
  /// The application's default language, as an index in the catalog; nil if it has none.
  package let defaultLanguage: Int?
  package let columns: [ReviewColumn]

  /// The rows by language, if they were picked one by one; nil if the selection decides.
  private(set) var pickedRows: [Int: [ReviewRow]]?
  /// The sheet's id for each row's base; nil before the sheet is written.
  private(set) var sheetID: TextHash?
  package internal(set) var extras: Extras
  /// Whether this sheet writes returned rows again. Any of them may show a suggestion.
  private(set) var isReturned = false
  /// The numbers of the forms of plurals; nil if the sheet has no such form.
  let plurals: PluralNotes?
  /// The first placeholders of each key's source text, by its index in the catalog.
  let placeholders: [[String]]
  /// The hash of each key, by its index in the catalog; the hash of a text continues it with the locale.
  let keyHashes: [TextHash.Chain]
  /// The hash of each key's source value, by its index in the catalog; empty for a sheet without source values.
  let sourceHashes: [TextHash]
  /// The hash of the source values' locale; empty for a sheet without source values.
  let sourceLocaleHash: TextHash
  /// The hash of the default locale; empty for an application without one.
  let defaultLocaleHash: TextHash
  private let selection: ReviewSelection
  /// The language of the source texts in the earlier sheet, as an index in the catalog.
  private let previousSource: Int?

  /// Creates a sheet from the selected texts of a catalog.
  ///
  /// - Throws: ``SelectionError`` for a locale that the application does not have, or a pattern that no text matches.
  public init(
    catalog: Catalog, scope: SheetScope, selection: ReviewSelection = ReviewSelection(), extras: Extras = Extras()
  ) throws(SelectionError) {
    self.catalog = catalog
    self.scope = scope
    self.selection = selection
    self.extras = extras
    previousSource = extras.previous?.sourceLanguage(in: catalog)
    defaultLanguage = catalog.defaultLanguage
    defaultLocaleHash = Self.localeHash(of: defaultLanguage, in: catalog)
    languages = try selection.languages(of: catalog)
    try selection.refuseUnmatched(among: catalog.keys)
    keys = catalog.plurals.together(catalog.keys.indices.filter { selection.includes(catalog.keys[$0]) })
    plurals = PluralNotes(of: catalog, languages: languages, keys: keys)
    if let sourceLocale = extras.sourceLocale {
      guard let language = catalog.languageIndex(ofLocale: sourceLocale) else {
        throw .noLocale(sourceLocale, among: catalog.languages.map(\.locale))
      }
      sourceLanguage = language
    } else {
      sourceLanguage = nil
    }
    placeholders = Self.placeholders(of: catalog, keys: keys, sourceLanguage: sourceLanguage)
    keyHashes = Self.hashes(of: catalog.keys)
    sourceHashes =
      sourceLanguage.map { language in
        catalog.keys.indices.map { catalog.valueHash(ofKeyAt: $0, inLanguageAt: language) }
      } ?? []
    sourceLocaleHash = Self.localeHash(of: sourceLanguage, in: catalog)
    columns =
      SheetContents(
        hasSource: sourceLanguage != nil, hasCheckedSource: defaultLanguage != nil, hasContext: extras.contexts != nil,
        hasMaximumLengths: extras.contexts?.values.contains { $0.maximumLength != nil } ?? false,
        placeholderCount: placeholders.reduce(0) { max($0, $1.count) }, checks: extras.checks?.typed
      ).columns
  }

  /// Creates a sheet from rows that were picked one by one, with a column that shows what is wrong with each.
  ///
  /// - Parameter rows: The rows. Rows in a locale that the catalog lacks are listed with its first locale.
  package init(picking rows: [ReviewRow], from catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    self.scope = scope
    selection = ReviewSelection()
    extras = Extras()
    previousSource = nil
    sourceLanguage = nil
    defaultLanguage = catalog.defaultLanguage
    defaultLocaleHash = Self.localeHash(of: defaultLanguage, in: catalog)
    var picked: [Int: [ReviewRow]] = [:]
    for row in rows { picked[catalog.languageIndex(ofLocale: row.text.locale) ?? 0, default: []].append(row) }
    pickedRows = picked
    languages = picked.keys.sorted()
    keys = Set(rows.compactMap { catalog.keyIndex(of: TextKey($0.text)) }).sorted()
    plurals = nil
    placeholders = [[String]](repeating: [], count: catalog.keys.count)
    keyHashes = Self.hashes(of: catalog.keys)
    sourceHashes = []
    sourceLocaleHash = .empty
    columns =
      SheetContents(
        hasSource: rows.contains { $0.sourceValue != nil }, hasCheckedSource: rows.contains { $0.sourceText != nil },
        hasContext: rows.contains { $0.context != nil },
        hasMaximumLengths: rows.contains { $0.context?.maximumLength != nil }, hasProblems: true,
        placeholderCount: rows.map(\.placeholders.count).max() ?? 0
      ).columns
  }

  private static func placeholders(of catalog: Catalog, keys: [Int], sourceLanguage: Int?) -> [[String]] {
    var result = [[String]](repeating: [], count: catalog.keys.count)
    guard let source = sourceLanguage ?? catalog.defaultLanguage ?? catalog.languages.indices.first else {
      return result
    }
    for key in keys {
      let found = Placeholder.all(in: catalog.value(ofKeyAt: key, inLanguageAt: source))
      result[key] = Array(found.prefix(ReviewColumn.placeholders.count))
    }
    return result
  }

  private static func localeHash(of language: Int?, in catalog: Catalog) -> TextHash {
    language.map { RowBase.hash(ofLocale: catalog.languages[$0].locale) } ?? .empty
  }

  private static func hashes(of keys: [TextKey]) -> [TextHash.Chain] {
    keys.map { key in
      var hash = TextHash.Chain()
      hash.append(key.section)
      hash.append(key.key)
      return hash
    }
  }

  // MARK: - Parts

  /// Returns the part of the sheet in one language.
  public func part(inLanguageAt language: Int) -> ReviewSheet { changed { $0.languages = [language] } }

  /// Returns the part of the sheet in one section.
  public func part(ofSection section: String) -> ReviewSheet {
    changed { sheet in sheet.keys.removeAll { ExactText(catalog.keys[$0].section) != ExactText(section) } }
  }

  /// The sections, in the order of their first key.
  public var sections: [String] {
    var seen: Set<ExactText> = []
    return keys.map { catalog.keys[$0].section }.filter { seen.insert(ExactText($0)).inserted }
  }

  /// Returns the sheet without the rows in its source locale, whose texts are shown as source values anyway; the same
  /// sheet if the selection names that locale, or if the sheet has no other.
  ///
  /// - Parameter usesDefault: Whether the default locale is the source of a sheet without source values.
  package func withoutSourceRows(usesDefault: Bool = false) -> ReviewSheet {
    let source = sourceLanguage ?? (usesDefault ? defaultLanguage : nil)
    guard let source, languages.contains(source), languages.count > 1, selection.locales.isEmpty else { return self }
    return changed { sheet in sheet.languages.removeAll { $0 == source } }
  }

  /// Returns the sheet with an id in the base of each row. The id identifies the sheet when it comes back.
  func naming(_ id: TextHash) -> ReviewSheet {
    changed { sheet in
      sheet.sheetID = id
      sheet.pickedRows = pickedRows?.mapValues { rows in
        rows.map { row in
          var row = row
          row.base = row.base?.inSheet(id)
          return row
        }
      }
    }
  }

  /// The language whose texts a page shows as the source: that of the rows, or else the default language.
  var shownSourceLanguage: Int? {
    let bases = (pickedRows ?? [:]).values.joined().lazy.compactMap(\.base?.sourceLocale)
    let picked = bases.first { $0 != .empty }
    return sourceLanguage ?? picked.flatMap { hash in
      catalog.languages.firstIndex { RowBase.hash(ofLocale: $0.locale) == hash }
    } ?? defaultLanguage
  }

  /// The screenshots of the texts, each once, in the order of the texts.
  package var screenshots: [String] {
    var seen: Set<String> = [""]
    return keys.compactMap { extras.contexts?[catalog.keys[$0]]?.screenshot }.filter { seen.insert($0).inserted }
  }

  /// Returns the sheet with pictures for its page.
  package func showing(_ pictures: [String: String]) -> ReviewSheet { changed { $0.extras.pictures = pictures } }

  /// Returns the sheet for returned rows that are written again.
  package func writtenAgain() -> ReviewSheet { changed { $0.isReturned = true } }

  func changed(_ change: (inout ReviewSheet) -> Void) -> ReviewSheet {
    var sheet = self
    change(&sheet)
    return sheet
  }

  // MARK: - Rows

  /// The number of rows for a text in a language: none if the text is not selected, else one, or one for each pending
  /// proposal.
  package func rowCount(ofKeyAt key: Int, inLanguageAt language: Int) -> Int {
    if takesAll, !catalog.hasPendingProposal(ofKeyAt: key, inLanguageAt: language) { return 1 }
    let pending = pendingProposals(ofKeyAt: key, inLanguageAt: language)
    return isSelected(key: key, language: language, pending: pending) ? max(1, pending.count) : 0
  }

  /// The pending proposals of a text that the sheet has: without those of others that were rejected.
  package func pendingProposals(ofKeyAt key: Int, inLanguageAt language: Int) -> [Proposal] {
    let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    return extras.rejections.isEmpty ? pending : pending.filter { !isLeftOut($0) }
  }

  /// Whether a proposal is somebody else's and was rejected.
  func isLeftOut(_ proposal: Proposal) -> Bool { !proposal.canDelete && extras.rejections[proposal.id] != nil }

  /// Whether all texts of the selected keys are selected, whatever their state. A fast path for the usual case.
  package var takesAll: Bool { selection.states.isEmpty && extras.previous == nil && extras.leftOut == nil }

  /// Whether only texts that changed since an earlier sheet are selected.
  package var comparesWithEarlier: Bool { extras.previous != nil }

  package func isSelected(key: Int, language: Int, pending: [Proposal]) -> Bool {
    if takesAll { return true }
    if extras.leftOut?.contains(keyAt: key, inLanguageAt: language) == true { return false }
    let value = catalog.value(ofKeyAt: key, inLanguageAt: language)
    guard selection.includes(value: value, proposals: pending) else { return false }
    guard let previous = extras.previous else { return true }
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    return !previous.shows(text, value: value, proposals: pending)
      || sourceChange(ofKeyAt: key, inLanguageAt: language) != nil
  }

  /// How the source of a text changed since the earlier sheet, or since the text was signed off; nil if it did not.
  func sourceChange(ofKeyAt key: Int, inLanguageAt language: Int) -> WordDiff? {
    guard mayHaveSourceChanges else { return nil }
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    if let previous = extras.previous, let previousSource, previousSource != language,
      let change = previous.sourceChange(of: text, to: catalog.value(ofKeyAt: key, inLanguageAt: previousSource))
    {
      return change
    }
    guard let former = extras.formerSources[text], let source = catalog.languageIndex(ofLocale: former.locale) else {
      return nil
    }
    return WordDiff(from: former.text, to: CellText(catalog.value(ofKeyAt: key, inLanguageAt: source)).text)
  }

  var mayHaveSourceChanges: Bool { extras.previous != nil || !extras.formerSources.isEmpty }

  /// The number of rows and the locales, on one line: `46 rows in da-DK`.
  public var description: String {
    "\(Counted.text(rowTotal, "row")) in \(languages.map { catalog.languages[$0].locale }.joined(separator: ", "))"
  }

  /// The number of rows in all languages.
  public var rowTotal: Int { rowCount(inLanguagesAt: languages) }

  /// The number of pending proposals in the rows of all languages.
  package var proposalTotal: Int {
    languages.reduce(0) { total, language in
      keys.reduce(total) { total, key in
        guard catalog.hasPendingProposal(ofKeyAt: key, inLanguageAt: language),
          rowCount(ofKeyAt: key, inLanguageAt: language) > 0
        else { return total }
        return total + pendingProposals(ofKeyAt: key, inLanguageAt: language).count
      }
    }
  }

  func rowCount(inLanguagesAt languages: [Int]) -> Int {
    if let pickedRows { return languages.reduce(0) { $0 + pickedRows[$1, default: []].count } }
    return languages.reduce(0) { total, language in
      keys.reduce(total) { $0 + rowCount(ofKeyAt: $1, inLanguageAt: language) }
    }
  }

  /// The texts whose notes are in the sheet, in the catalog's order.
  package var notedTexts: [TextIdentity] {
    guard !extras.notes.isEmpty, pickedRows == nil else { return [] }
    let selectedKeys = Set(keys)
    let texts = extras.notes.keys.compactMap { text -> (language: Int, key: Int)? in
      guard let language = catalog.languageIndex(ofLocale: text.locale), languages.contains(language),
        let key = catalog.keyIndex(of: TextKey(text)), selectedKeys.contains(key),
        rowCount(ofKeyAt: key, inLanguageAt: language) > 0
      else { return nil }
      return (language, key)
    }
    return texts.sorted(by: <).map { catalog.identity(ofKeyAt: $0.key, inLanguageAt: $0.language) }
  }
}
