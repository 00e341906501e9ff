package import Basics
import Spreadsheet

/// A glossary in a table: two columns, with or without a header, or a column for each language.
///
/// These forms are read, from workbooks and from delimited text:
/// - source and target, in the languages of the options; a header such as `Source,Target,Comment` is recognised;
/// - a header of languages (`en,da,de,pos,description`), as in Google Cloud's equivalent term sets; `da forbidden` has
///   the words that must not be used; a column `term` has the terms, as Lokalise writes them;
/// - source, target, and the languages of each row, as in DeepL.
package struct GlossaryCoding: UnitCoding {
  package var name: String { "glossary" }
  package var extensions: [String] { ["csv", "tsv", "tab", "txt", "xlsx", "xlsm"] }

  package func recognizes(_ file: ExaminedFile) throws -> Bool {
    try file.isTable && GlossaryTable(file.path, file.options).hasColumns()
  }

  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    try GlossaryTable(path, options).read { entry in
      let variants = (entry.source + entry.targets).filter { $0.language != GlossaryTable.unnamed }
      guard Set(variants.map(\.language)).count > 1 else { return }
      try body(TranslationUnit(variants, number: entry.number))
    }
    try TableRows(path, options).remarkOnOtherWorksheets()
  }
}

/// The entries of a glossary in a table, with their terms unchanged.
package struct GlossaryTable {
  package struct Entry: Sendable {
    package let sourceLanguage: LanguageTag
    /// The terms in the language of the source; empty for words that are always forbidden.
    package let source: [TranslationUnit.Variant]
    package let targets: [TranslationUnit.Variant]
    package let number: Int
  }

  /// The language of terms that neither the file nor the options name.
  fileprivate static let unnamed = LanguageTag(language: "und")

  private let rows: TableRows
  private let options: UnitReadingOptions

  package init(_ path: String, _ options: UnitReadingOptions = UnitReadingOptions()) {
    rows = TableRows(path, options)
    self.options = options
  }

  /// Reads the entries in order; blank rows are left out.
  ///
  /// Text that is not UTF-8 is read as Windows-1252, as Excel saves plain CSV, if that encoding suits all languages.
  ///
  /// - Parameter body: Receives each entry. An error that it throws ends the reading.
  /// - Returns: Whether the file has a row.
  /// - Throws: The codes of `SpreadsheetDocument`; `exchange.format` for a table with one column, and
  ///   `exchange.language` if neither the file nor the options name the languages.
  @discardableResult package func read(_ body: (Entry) throws -> Void) throws -> Bool {
    // The encoding affects every row, so it must be known before the first is read.
    let empty = Survey(mayLackHeader: mayLackHeader)
    var survey = empty
    do { try rows.read { try survey.read($0, $1) } } catch let error as SpreadsheetError
      where error.code == .csvEncoding && rows.hasAssumedEncoding
    {
      guard isWesternEuropean(survey.header), try !rows.beginsAsUTF8() else { throw error }
      survey = empty
      try rows.inWindowsEncoding.read { try survey.read($0, $1) }
      return try read(rows.inWindowsEncoding, survey.header, body)
    }
    return try read(rows, survey.header, body)
  }

  /// The first two rows of a table.
  private struct Survey {
    let mayLackHeader: Bool
    var count = 0
    var first: GlossaryHeader?

    /// The header; nil for a table without rows.
    var header: GlossaryHeader? { count == 1 ? first?.corrected(by: nil) : first }

    mutating func read(_ row: Row, _ location: TableRows.Location) throws(SpreadsheetError) {
      count += 1
      if count == 1 { first = try GlossaryTable.header(row, location, mayLack: mayLackHeader) }
      if count == 2 { first = first?.corrected(by: row) }
    }
  }

  /// Whether the languages are known without a header.
  private var mayLackHeader: Bool { options.sourceLanguage != nil && options.targetLanguage != nil }

  /// Whether the first row has the columns of a glossary: two or more.
  func hasColumns() throws -> Bool {
    func hasColumns(_ rows: TableRows) throws -> Bool {
      var header: GlossaryHeader?
      do {
        try rows.read { row, _ in
          header = GlossaryHeader(row, mayLack: mayLackHeader)
          throw FirstRow()
        }
      } catch is FirstRow {}
      return header != nil
    }
    do { return try hasColumns(rows) } catch let error as SpreadsheetError
      where error.code == .csvEncoding && rows.hasAssumedEncoding
    { return try hasColumns(rows.inWindowsEncoding) }
  }

  /// Ends the reading after the first row.
  private struct FirstRow: Error {}

  private func read(_ rows: TableRows, _ header: GlossaryHeader?, _ body: (Entry) throws -> Void) throws -> Bool {
    guard let header else { return false }
    var isFirst = true
    try rows.read { row, location in
      defer { isFirst = false }
      if isFirst, header.isHeader { return }
      if let entry = try entry(row, header, location) { try body(entry) }
    }
    return true
  }

  fileprivate static func header(_ row: Row, _ location: TableRows.Location, mayLack: Bool) throws(SpreadsheetError)
    -> GlossaryHeader
  {
    guard let header = GlossaryHeader(row, mayLack: mayLack) else {
      throw SpreadsheetError(
        .exchangeFormat, "a glossary has at least two columns, and row \(location.number) has one.",
        hint: "Separate its columns with commas, semicolons or tabs.", place: location.cell(inColumn: 0))
    }
    return header
  }

  private func isWesternEuropean(_ header: GlossaryHeader?) -> Bool {
    let languages: [LanguageTag?] =
      switch header?.form {
      case .columns(let columns, _)?: columns.map { $0.language }
      default: [options.sourceLanguage, options.targetLanguage]
      }
    return languages.allSatisfy { $0.map { Self.westernEuropean.contains($0.canonicalLanguage) } ?? false }
  }

  /// The languages that are written in Windows-1252.
  private static let westernEuropean = Set(
    """
    af, ca, da, de, en, es, eu, fi, fo, fr, ga, gd, gl, id, is, it, lb, ms, nb, nl, nn, pt, sq, sv, sw
    """.commaSeparated)

  private func entry(_ row: Row, _ header: GlossaryHeader, _ location: TableRows.Location) throws(SpreadsheetError)
    -> Entry?
  {
    func made(_ language: LanguageTag, _ variants: [TranslationUnit.Variant]) -> Entry? {
      let isSource = { (variant: TranslationUnit.Variant) in
        variant.language == language && variant.standing != .forbidden
      }
      guard !variants.isEmpty else { return nil }
      if header.forbidsWords(of: row) { return Self.forbidden(variants, language, header, location.number) }
      return Entry(
        sourceLanguage: language, source: variants.filter(isSource), targets: variants.filter { !isSource($0) },
        number: location.number)
    }
    switch header.form {
    case .columns(let columns, let term):
      guard let first = columns.first(where: { $0.standing != .forbidden }) ?? columns.first else { return nil }
      let variants = columns.flatMap { column in
        Self.words(row.text(inColumn: column.index)).map {
          TranslationUnit.Variant(language: column.language, text: $0, standing: column.standing)
        }
      }
      guard let term else { return made(first.language, variants) }
      // The column of the source language may repeat the terms in other spellings.
      let words = Self.words(row.text(inColumn: term))
      let known = Set(words.map { $0.lowercased() })
      let own = variants.first { known.contains($0.text.lowercased()) }?.language
      let spellings = variants.filter { $0.language == own && !known.contains($0.text.lowercased()) }.map(\.text)
      let named = options.sourceLanguage.flatMap { tag in
        columns.contains { $0.language.fit(for: tag) != nil } ? nil : tag
      }
      let language = named ?? Self.unnamed
      return made(
        language, (words + spellings).map { TranslationUnit.Variant(language: language, text: $0) } + variants)
    case .pair(let source, let target):
      guard let languages = pair else { throw Self.missingLanguages(location) }
      return made(languages.source, Self.variants(row, source, target, languages))
    case .namedPairs(let source, let target, let sourceLanguage, let targetLanguage):
      let languages = (
        source: try language(row, sourceLanguage, location) ?? options.sourceLanguage,
        target: try language(row, targetLanguage, location) ?? options.targetLanguage
      )
      guard let sourceTag = languages.source, let targetTag = languages.target else {
        throw Self.missingLanguages(location)
      }
      return made(sourceTag, Self.variants(row, source, target, (sourceTag, targetTag)))
    }
  }

  /// The entry of a row whose words must not be used: its translations for the term, or, if there are none, the term
  /// itself in every language.
  private static func forbidden(
    _ variants: [TranslationUnit.Variant], _ language: LanguageTag, _ header: GlossaryHeader, _ number: Int
  ) -> Entry {
    let terms = language == unnamed ? Set(variants.filter { $0.language == language }.map { $0.text.lowercased() }) : []
    let isSource = { (variant: TranslationUnit.Variant) in
      variant.language == language || terms.contains(variant.text.lowercased())
    }
    let source = variants.filter(isSource)
    var targets = variants.filter { !isSource($0) }
    let isTerm = targets.isEmpty
    if isTerm, case .columns(let columns, _) = header.form {
      var seen: Set<LanguageTag> = []
      targets = columns.map(\.language).filter { seen.insert($0).inserted }.flatMap { language in
        source.map { TranslationUnit.Variant(language: language, text: $0.text) }
      }
    }
    return Entry(
      sourceLanguage: language, source: isTerm ? [] : source,
      targets: targets.map { TranslationUnit.Variant(language: $0.language, text: $0.text, standing: .forbidden) },
      number: number)
  }

  private var pair: (source: LanguageTag, target: LanguageTag)? {
    guard let source = options.sourceLanguage, let target = options.targetLanguage else { return nil }
    return (source, target)
  }

  private static func variants(
    _ row: Row, _ source: Int, _ target: Int, _ languages: (source: LanguageTag, target: LanguageTag)
  ) -> [TranslationUnit.Variant] {
    let texts = [
      (languages.source, words(row.text(inColumn: source))), (languages.target, words(row.text(inColumn: target))),
    ]
    // A row with one term is not finished yet.
    guard texts.allSatisfy({ !$0.1.isEmpty }) else { return [] }
    return texts.flatMap { language, words in words.map { TranslationUnit.Variant(language: language, text: $0) } }
  }

  /// The words of a cell, separated by `|`.
  private static func words(_ cell: String) -> [String] {
    guard cell.utf8.contains(UInt8(ascii: "|")) else { return cell.isEmpty ? [] : [cell] }
    return cell.split(separator: "|").map { $0.trimmingSpaces }.filter { !$0.isEmpty }
  }

  /// The language in a cell of a row; nil for an empty cell.
  private func language(_ row: Row, _ column: Int, _ location: TableRows.Location) throws(SpreadsheetError)
    -> LanguageTag?
  {
    let text = row.text(inColumn: column)
    guard !text.isEmpty else { return nil }
    guard let tag = LanguageTag(text) ?? LanguageNames(among: []).tag(of: text) else {
      throw SpreadsheetError(
        .exchangeLanguage, "\"\(text)\" in row \(location.number) is not a language.",
        hint: "Write a code such as en or pt-BR there.", place: location.cell(inColumn: column))
    }
    return tag
  }

  private static func missingLanguages(_ location: TableRows.Location) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLanguage, "the glossary does not name the languages of its two columns.",
      hint: "Name them with --source-lang and --target-lang, or write the codes of the languages in the first row.",
      place: SpreadsheetError.Place(file: location.file))
  }
}
