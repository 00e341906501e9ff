import Basics
package import Exchange
import NStackAPI
import Spreadsheet

/// Reads a review sheet of any format as a memory.
///
/// The translation of a row is its proposal, or else the current value. A proposal counts if the reviewer wrote,
/// accepted or kept it. An untouched suggestion, a proposal to delete or skip, and one that a program may have changed
/// do not count.
///
/// The source text is the one in the row, or else the current value of the row in the source locale.
package struct ReviewSheetCoding: UnitCoding {
  package var name: String { "review sheet" }

  private let locales: [String]
  private let defaultLocale: String?

  /// Creates the coding.
  ///
  /// - Parameters:
  ///   - locales: Further locales that the sheet's source texts may have, besides those of its rows.
  ///   - defaultLocale: The locale of the source texts in a sheet that does not name it.
  package init(locales: [String] = [], defaultLocale: String? = nil) {
    self.locales = locales
    self.defaultLocale = defaultLocale
  }

  package func recognizes(_ file: ExaminedFile) throws -> Bool { try file.isReviewSheet() }

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    let file = try ExaminedFile(path: path, options: options)
    var sources = SourceTexts(locales: locales)
    try file.readRows { sources.note($0, language: $1) }
    guard sources.hasRows else { return }
    guard sources.choose(options.sourceLanguage, otherwise: defaultLocale) else {
      throw SpreadsheetError(
        .exchangeLanguage, "the sheet does not name the language of its source texts.",
        hint: "Name it with --source-lang or --target-lang.", place: SpreadsheetError.Place(file: path))
    }
    if sources.needsRows { try file.readRows { row, _ in sources.addText(of: row) } }
    try file.readRows { row, _ in
      guard let text = row.keptTranslation, let target = LanguageTag(row.text.locale),
        let source = sources.text(of: row), source.language != target
      else { return }
      try body(
        TranslationUnit(
          [source, TranslationUnit.Variant(language: target, text: text)], source: 0, number: row.place.row))
    }
  }
}

/// The rows of a review sheet with all their texts, edited or not, in whatever format the file is.
extension ExaminedFile {
  /// Whether the file has the header of a review sheet, or a unit that an export of a review wrote.
  fileprivate func isReviewSheet() throws -> Bool {
    do {
      if let coding = try exchangeFormat()?.exchangeCoding {
        _ = try coding.read(path, limits: options.limits) { _ in throw Found() }
        return true
      }
      guard isTable || PageTable.isFound(in: path) else { return false }
      try readTables(header: { throw Found() }) { _ in }
      return true
    } catch is Found { return true } catch let error as SpreadsheetError {
      // A sheet with a broken header or a broken page is still a review sheet, so its error is reported. Other files are
      // left to other formats.
      return [
        .sheetMissingColumn, .sheetRepeatedColumn, .sheetLostHeader, .htmlNoData, .htmlBrokenData, .htmlTwoReviews,
      ].contains(error.code)
    }
  }

  /// Reads the rows in order.
  ///
  /// - Parameter body: Receives each row, and the language of its source text if the file names it. An error that it
  ///   throws ends the reading.
  /// - Throws: The codes of ``ReviewSheetReader``.
  func readRows(
    columns: (OwnColumns) -> Void = { _ in }, _ body: (_ row: ReturnedRow, _ sourceLanguage: String?) throws -> Void
  ) throws {
    guard let coding = try exchangeFormat()?.exchangeCoding else {
      return try readTables(header: {}, columns: columns) { try body($0, nil) }
    }
    _ = try coding.read(path, limits: options.limits) { row in
      let place = RowPlace(fileIndex: 0, file: path, worksheet: nil, row: row.number)
      try body(RowClassifier.wholeRow(of: row, at: place), row.sourceLanguage)
    }
  }

  /// Ends the reading once the format is known.
  private struct Found: Error {}

  private func exchangeFormat() throws -> SheetFormat? {
    // The formats that are not tables, each with the coding that recognises its files by their contents.
    let formats: [(recognizer: any UnitCoding, format: SheetFormat)] = [(XLIFFCoding(), .xliff), (POCoding(), .po)]
    return try formats.first { try $0.recognizer.recognizes(self) }?.format
  }

  /// Reads the tables that have the header.
  ///
  /// - Parameters:
  ///   - header: Called before the first row of each table. An error that it throws ends the reading.
  ///   - columns: Called after the last row of each table, with the columns that people added to it.
  private func readTables(
    header: () throws -> Void, columns: (OwnColumns) -> Void = { _ in }, _ body: (ReturnedRow) throws -> Void
  ) throws {
    var searches: [HeaderSearch] = []
    for table in try ReturnedTable.tables(
      ofFileAt: path, index: 0, csv: options.csv.forReviewSheets, limits: options.limits)
    {
      var classifiers: RowClassifiers?
      var isStarted = false
      let search = try table.read(
        header: { classifiers = RowClassifiers($0, table: table, evidence: GuardEvidence()) },
        row: { row in
          if !isStarted { try header() }
          isStarted = true
          try classifiers?.read(row, body)
        })
      if search.columns != nil, !isStarted { try header() }
      if let own = classifiers?.misplaced.own { columns(own) }
      try search.refuseUnreadable(file: path)
      searches.append(search)
    }
    try HeaderSearch.refuseAllLost(searches, file: path)
  }
}

private struct SourceTexts {
  /// The locales that the source texts may have, in the order in which they were found.
  private var locales: [String]
  private var rowLocales: [String] = []
  private var localeHash: TextHash?
  private var namedLanguage: LanguageTag?
  private var lacksOwnSource = false
  private(set) var hasRows = false

  /// The language of the rows' own source texts; nil if it is not the wanted one.
  private var ownLanguage: LanguageTag?
  /// The locale whose rows contain the source texts of other rows.
  private var sourceLocale: (name: String, tag: LanguageTag)?
  private var texts: [TextKey: String] = [:]

  init(locales: [String]) { self.locales = locales }

  /// Whether rows of the source locale must be read for their texts.
  var needsRows: Bool { sourceLocale != nil && (lacksOwnSource || ownLanguage == nil) }

  // MARK: - Languages

  mutating func note(_ row: ReturnedRow, language: String?) {
    hasRows = true
    if rowLocales.last != row.text.locale, !rowLocales.contains(row.text.locale) { rowLocales.append(row.text.locale) }
    if localeHash == nil, let hash = row.base?.sourceLocale, hash != .empty { localeHash = hash }
    if namedLanguage == nil { namedLanguage = language.flatMap(LanguageTag.init) }
    if row.ownSource == nil { lacksOwnSource = true }
  }

  /// Decides which language the source texts have.
  ///
  /// - Parameter wanted: The language that the caller names; nil for that of the sheet.
  mutating func choose(_ wanted: LanguageTag?, otherwise defaultLocale: String?) -> Bool {
    let hashed = localeHash.flatMap { hash in (rowLocales + locales).first { RowBase.hash(ofLocale: $0) == hash } }
    let told = hashed.flatMap(LanguageTag.init) ?? namedLanguage
    guard let language = wanted ?? told ?? defaultLocale.flatMap(LanguageTag.init) else { return false }
    // If the sheet does not name the language of its source texts, the caller's language is taken.
    ownLanguage = told.map { $0.fit(for: language) == nil ? nil : $0 } ?? language
    let fitting = rowLocales.compactMap { name in
      LanguageTag(name).flatMap { tag in tag.fit(for: language).map { (name: name, tag: tag, fit: $0) } }
    }
    sourceLocale = (fitting.first { $0.fit == .locale } ?? fitting.first).map { ($0.name, $0.tag) }
    return true
  }

  // MARK: - Texts

  mutating func addText(of row: ReturnedRow) {
    guard let sourceLocale, row.text.locale == sourceLocale.name, let value = row.wholeCurrentValue else { return }
    texts[TextKey(row.text)] = value
  }

  func text(of row: ReturnedRow) -> TranslationUnit.Variant? {
    if let ownLanguage, let text = row.ownSource { return TranslationUnit.Variant(language: ownLanguage, text: text) }
    guard let sourceLocale, let text = texts[TextKey(row.text)] else { return nil }
    return TranslationUnit.Variant(language: sourceLocale.tag, text: text)
  }
}

extension ReturnedRow {
  /// Whether a program or a person changed what an export writes into a column.
  private func isDamaged(_ columns: ReviewColumn...) -> Bool {
    misplacement != nil || damage.contains { columns.contains($0.column) }
  }

  /// The row's own source text; nil if there is none, or not in full.
  fileprivate var ownSource: String? {
    guard let text = cells.sourceValue ?? cells.sourceText, !text.isEmpty, !isDamaged(.key, .sourceValue),
      cells.base?.sourceValue != .tooLong
    else { return nil }
    return text
  }

  fileprivate var wholeCurrentValue: String? {
    guard !isDamaged(.key, .currentValue), cells.base?.currentValue != .tooLong, !cells.currentValue.isEmpty else {
      return nil
    }
    return cells.currentValue
  }

  /// The proposal if the reviewer wrote, accepted or kept it, or else the current value; nil if there is neither.
  fileprivate var keptTranslation: String? {
    guard !isDamaged(.key) else { return nil }
    switch intent {
    case .propose, .accept: return cells.proposal
    case .nothing, .signOff:
      let isPending =
        !isProposalChanged && cells.base?.suggestion == nil && cells.base?.shownProposal != .tooLong && !isProposalBlank
        && proposalForm == .certain
      return isPending ? cells.proposal : wholeCurrentValue
    default: return wholeCurrentValue
    }
  }
}
