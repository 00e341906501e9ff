public import NStackAPI

/// The rows that an export writes: the texts of a catalog that were selected, missing ones included, a row for each text
/// and locale, and one for each further pending proposal.
public struct ReviewSheet: Sendable {
  /// What a sheet holds besides texts and proposals.
  public struct Extras: Sendable {
    /// The locale of the source values; nil for a sheet without them.
    public var sourceLocale: String?
    /// What translators should know, by text; nil for a sheet without such columns.
    public var contexts: [TextKey: TextContext]?
    /// An earlier sheet; only what is not as it says is taken. Nil takes all.
    public var previous: PreviousSheet?
    /// The reviewers' notes that still stand, by text as the catalog spells it.
    public var notes: [TextIdentity: String] = [:]

    /// No extras.
    public init() {}
  }

  /// What NStack holds.
  public let catalog: Catalog
  /// The application, platform and origin.
  public let scope: SheetScope
  /// The selected languages, as places in the catalog's.
  public private(set) var languages: [Int]
  /// The selected keys, as places in the catalog's.
  public private(set) var keys: [Int]
  /// The language of the source values, as a place in the catalog's; nil for a sheet without them.
  public let sourceLanguage: Int?
  /// The columns that the sheet has, in their order.
  public let columns: [ReviewColumn]

  /// The rows by language, where they were picked one by one; nil where the selection decides.
  private(set) var pickedRows: [Int: [ReviewRow]]?
  /// The id that each row's base names; nil before the sheet is written.
  private var sheetID: TextHash?
  private let selection: ReviewSelection
  private let extras: Extras
  /// The first placeholders of each key's source text, by its place in the catalog.
  private let placeholders: [Int: [String]]

  /// Selects the rows.
  ///
  /// - Throws: ``SelectionError`` for a locale that the application does not have.
  public init(
    catalog: Catalog, scope: SheetScope, selection: ReviewSelection = ReviewSelection(), extras: Extras = Extras()
  ) throws(SelectionError) {
    self.catalog = catalog
    self.scope = scope
    self.selection = selection
    self.extras = extras
    languages = try selection.languages(of: catalog)
    keys = catalog.keys.indices.filter { selection.includes(catalog.keys[$0]) }
    if let sourceLocale = extras.sourceLocale {
      guard let language = catalog.languageIndex(ofLocale: sourceLocale) else {
        throw SelectionError(locale: sourceLocale, known: catalog.languages.map(\.locale))
      }
      sourceLanguage = language
    } else {
      sourceLanguage = nil
    }
    placeholders = Self.placeholders(of: catalog, keys: keys, sourceLanguage: sourceLanguage)
    columns = Self.columns(
      hasSource: sourceLanguage != nil, hasContext: extras.contexts != nil,
      placeholders: placeholders.values.reduce(0) { max($0, $1.count) })
  }

  /// Takes rows that were picked one by one, with a column that says what is wrong with them.
  ///
  /// - Parameters:
  ///   - rows: The rows; those of a locale that the catalog does not know stand with its first.
  ///   - catalog: What NStack holds.
  init(picking rows: [ReviewRow], from catalog: Catalog, scope: SheetScope) {
    self.catalog = catalog
    self.scope = scope
    selection = ReviewSelection()
    extras = Extras()
    sourceLanguage = nil
    var picked: [Int: [ReviewRow]] = [:]
    for row in rows { picked[catalog.languageIndex(ofLocale: row.text.locale) ?? 0, default: []].append(row) }
    pickedRows = picked
    languages = picked.keys.sorted()
    keys = Set(rows.compactMap { catalog.keyIndex(of: TextKey($0.text)) }).sorted()
    placeholders = [:]
    let columns = Self.columns(
      hasSource: rows.contains { $0.sourceValue != nil }, hasContext: false,
      placeholders: rows.map(\.placeholders.count).max() ?? 0)
    self.columns = ReviewColumn.allCases.filter { $0 == .problem || columns.contains($0) }
  }

  private static func columns(hasSource: Bool, hasContext: Bool, placeholders: Int) -> [ReviewColumn] {
    ReviewColumn.allCases.filter { column in
      switch column {
      case .sourceValue: hasSource
      case .description, .screenshot, .maximumLength: hasContext
      case .problem: false
      case .placeholder1, .placeholder2, .placeholder3, .placeholder4:
        column.rawValue - ReviewColumn.placeholder1.rawValue < placeholders
      default: true
      }
    }
  }

  private static func placeholders(of catalog: Catalog, keys: [Int], sourceLanguage: Int?) -> [Int: [String]] {
    guard
      let source = sourceLanguage ?? catalog.languages.firstIndex(where: \.isDefault) ?? catalog.languages.indices.first
    else { return [:] }
    var result: [Int: [String]] = [:]
    for key in keys {
      let found = Placeholder.all(in: catalog.value(ofKeyAt: key, inLanguageAt: source))
      if !found.isEmpty { result[key] = Array(found.prefix(ReviewColumn.placeholders.count)) }
    }
    return result
  }

  // MARK: - Parts

  /// The part of the sheet in one language.
  public func part(inLanguageAt language: Int) -> ReviewSheet {
    var part = self
    part.languages = [language]
    return part
  }

  /// The sheet with an id in the base of each row, by which it is known when it comes back.
  func naming(_ id: TextHash) -> ReviewSheet {
    var named = self
    named.sheetID = id
    named.pickedRows = pickedRows?.mapValues { rows in
      rows.map { row in
        var row = row
        row.base = row.base?.inSheet(id)
        return row
      }
    }
    return named
  }

  /// The part of the sheet in one section.
  public func part(ofSection section: String) -> ReviewSheet {
    var part = self
    part.keys = keys.filter { ExactText(catalog.keys[$0].section) == ExactText(section) }
    return part
  }

  /// The sections in the order of their first key.
  public var sections: [String] {
    var seen: Set<ExactText> = []
    return keys.map { catalog.keys[$0].section }.filter { seen.insert(ExactText($0)).inserted }
  }

  // MARK: - Rows

  /// How many rows a text has in a language: none where it is not selected, else one, or one for each pending proposal.
  public func rowCount(ofKeyAt key: Int, inLanguageAt language: Int) -> Int {
    let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    return isSelected(key: key, language: language, pending: pending) ? max(1, pending.count) : 0
  }

  /// How many rows there are in all languages.
  public var rowTotal: Int {
    if let pickedRows { return pickedRows.values.reduce(0) { $0 + $1.count } }
    return languages.reduce(0) { total, language in
      keys.reduce(total) { $0 + rowCount(ofKeyAt: $1, inLanguageAt: language) }
    }
  }

  /// The texts whose notes stand in the sheet, in the catalog's order.
  public var notedTexts: [TextIdentity] {
    guard !extras.notes.isEmpty, pickedRows == nil else { return [] }
    let selectedKeys = Set(keys)
    let places = extras.notes.keys.compactMap { text -> (language: Int, key: Int)? in
      guard let language = catalog.languageIndex(ofLocale: text.locale), languages.contains(language),
        let key = catalog.keyIndex(of: TextKey(text)), selectedKeys.contains(key),
        rowCount(ofKeyAt: key, inLanguageAt: language) > 0
      else { return nil }
      return (language, key)
    }
    return places.sorted(by: <).map { catalog.identity(ofKeyAt: $0.key, inLanguageAt: $0.language) }
  }

  /// One row of a text.
  ///
  /// - Parameter index: Which of the text's rows, in `0..<rowCount`: the one of the pending proposal at this place.
  public func row(_ index: Int, ofKeyAt key: Int, inLanguageAt language: Int) -> ReviewRow {
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
    return row(text, key: key, language: language, proposal: index < pending.count ? pending[index] : nil)
  }

  /// All rows of one language, in the order of the keys.
  public func forEachRow(inLanguageAt language: Int, _ body: (ReviewRow) throws -> Void) rethrows {
    if let pickedRows { return try pickedRows[language, default: []].forEach(body) }
    for key in keys {
      let pending = catalog.pendingProposals(ofKeyAt: key, inLanguageAt: language)
      guard isSelected(key: key, language: language, pending: pending) else { continue }
      let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
      if pending.isEmpty {
        try body(row(text, key: key, language: language, proposal: nil))
      } else {
        for proposal in pending { try body(row(text, key: key, language: language, proposal: proposal)) }
      }
    }
  }

  private func isSelected(key: Int, language: Int, pending: [Proposal]) -> Bool {
    // Mostly everything is wanted, and this is asked for every text.
    if selection.states.isEmpty, extras.previous == nil { return true }
    let value = catalog.value(ofKeyAt: key, inLanguageAt: language)
    guard selection.includes(value: value, proposals: pending) else { return false }
    guard let previous = extras.previous else { return true }
    let text = catalog.identity(ofKeyAt: key, inLanguageAt: language)
    return !previous.shows(text, value: value, proposals: pending)
  }

  private func row(_ text: TextIdentity, key: Int, language: Int, proposal: Proposal?) -> ReviewRow {
    let current = CellText(catalog.value(ofKeyAt: key, inLanguageAt: language))
    let source = sourceLanguage.map { CellText(catalog.value(ofKeyAt: key, inLanguageAt: $0)) }
    let proposed = CellText(proposal?.value ?? "")
    var identity = TextHash.Chain()
    identity.take(text.section)
    identity.take(text.key)
    identity.take(text.locale)
    var row = ReviewRow(
      text: text, sourceValue: source?.text, currentValue: current.text, proposal: proposed.text,
      deletable: proposal?.canDelete, proposalID: proposal?.id, exportedProposal: proposed.text,
      base: RowBase(
        scope: scope.hash, identity: identity.hash,
        currentValue: current.hash, sourceValue: source?.hash ?? .empty, proposal: proposed.hash,
        proposalID: proposal?.id, sheetID: sheetID))
    if let contexts = extras.contexts { row.context = contexts[catalog.keys[key]] }
    row.placeholders = placeholders[key] ?? []
    if !extras.notes.isEmpty, proposal == nil || proposal?.id == catalog.proposals[text]?.first?.id {
      row.note = extras.notes[text] ?? ""
    }
    return row
  }
}
