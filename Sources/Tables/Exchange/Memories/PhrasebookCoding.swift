import Basics
import Spreadsheet

/// What Google Translate exports as "Saved translations": a workbook or delimited text with the columns source language,
/// target language, source text and translation, without a header.
///
/// Languages are display names in the language of the interface. Rows of both directions are mixed, so each text may be
/// the source of the other, and an entry in both directions counts once.
package struct PhrasebookCoding: UnitCoding {
  package var name: String { "Google Translate phrasebook" }

  package func recognizes(_ file: ExaminedFile) throws -> Bool {
    guard file.isTable else { return false }
    do { return try PhrasebookSurvey(of: TableRows(file.path, file.options)).looksLikePhrasebook } catch let error
      as SpreadsheetError where error.code == .csvEncoding
    {
      // Google writes UTF-8; a glossary may be in another encoding.
      return false
    }
  }

  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    let survey = try PhrasebookSurvey(of: TableRows(path, options))
    guard survey.isPhrasebook || survey.hasColumns && options.sourceLanguage != nil && options.targetLanguage != nil
    else { throw survey.refusal }
    let languages = PhrasebookLanguages(names: LanguageNames(among: survey.names.keys), options: options)
    var seen: Set<Entry> = []
    try survey.rows.read { row, location in
      let texts = [row.text(inColumn: 2), row.text(inColumn: 3)]
      guard !texts[0].isEmpty, !texts[1].isEmpty else { return }
      let tags = try languages.tags(row.text(inColumn: 0), row.text(inColumn: 1), at: location)
      let variants = zip([tags.source, tags.target], texts).map { TranslationUnit.Variant(language: $0, text: $1) }
      guard seen.insert(Entry(variants)).inserted else { return }
      try body(TranslationUnit(variants, number: location.number))
    }
    try survey.rows.remarkOnOtherWorksheets()
  }

  /// An entry regardless of its direction.
  private struct Entry: Hashable {
    let texts: Set<Side>

    struct Side: Hashable {
      let language: LanguageTag
      let text: ExactText
    }

    init(_ variants: [TranslationUnit.Variant]) {
      texts = Set(variants.map { Side(language: $0.language, text: ExactText($0.text)) })
    }
  }
}

private struct PhrasebookLanguages {
  let names: LanguageNames
  let options: UnitReadingOptions

  /// The languages of a row. If a name is unknown, the languages that the caller named are used.
  func tags(_ source: String, _ target: String, at location: TableRows.Location) throws(SpreadsheetError) -> (
    source: LanguageTag, target: LanguageTag
  ) {
    let named = (source: names.tag(of: source), target: names.tag(of: target))
    guard let sourceTag = named.source ?? other(than: named.target, options.sourceLanguage) else {
      throw unknown(source, 0, location)
    }
    guard let targetTag = named.target ?? other(than: named.source, options.targetLanguage) else {
      throw unknown(target, 1, location)
    }
    return (sourceTag, targetTag)
  }

  /// The other of the caller's two languages; `usual` if both languages of the row are unknown.
  private func other(than tag: LanguageTag?, _ usual: LanguageTag?) -> LanguageTag? {
    guard let source = options.sourceLanguage, let target = options.targetLanguage else { return nil }
    guard let tag else { return usual }
    if tag.fit(for: target) != nil { return source }
    return tag.fit(for: source) != nil ? target : nil
  }

  private func unknown(_ name: String, _ column: Int, _ location: TableRows.Location) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLanguage, "\"\(name)\" in row \(location.number) is not the name of a language.",
      hint: "Write the name of the language there, or name both languages with --source-lang and --target-lang.",
      place: location.cell(inColumn: column))
  }
}

/// Distinguishes a phrasebook from other tables.
private struct PhrasebookSurvey {
  let rows: TableRows
  /// The texts of the first two columns, and whether each is the name of a language.
  private(set) var names: [String: Bool] = [:]
  private var rowCount = 0
  private var fullRowCount = 0
  private var namedRowCount = 0
  /// The number of rows with the name of at least one language.
  private var partlyNamedRowCount = 0

  /// The largest number of different language names in a phrasebook. A file with more has texts in these columns.
  private static let mostNames = 1_000

  init(of rows: TableRows) throws {
    self.rows = rows
    try rows.read { row, _ in
      rowCount += 1
      guard (0..<4).allSatisfy({ row.cell(inColumn: $0) != nil }) else { return }
      fullRowCount += 1
      let found = [row.text(inColumn: 0), row.text(inColumn: 1)]
      for name in found where names[name] == nil && names.count < Self.mostNames {
        names[name] = Self.allNames.tag(of: name) != nil
      }
      if found.allSatisfy({ names[$0] == true }) { namedRowCount += 1 }
      if found.contains(where: { names[$0] == true }) { partlyNamedRowCount += 1 }
    }
  }

  private static let allNames = LanguageNames(among: [])

  /// Whether at least 90 % of the rows have four columns.
  var hasColumns: Bool { rowCount > 0 && fullRowCount * 10 >= rowCount * 9 }

  /// Whether the file is a phrasebook: in at least 90 % of the rows, four columns begin with two languages.
  var isPhrasebook: Bool { rowCount > 0 && namedRowCount * 10 >= rowCount * 9 }

  /// Whether the file is probably a phrasebook with some unknown language names: half of the rows have the name of a language
  /// before two texts.
  var looksLikePhrasebook: Bool { isPhrasebook || (hasColumns && partlyNamedRowCount * 2 >= rowCount) }

  private var unknownNames: [String] { names.filter { !$0.value }.keys.sorted() }

  var refusal: SpreadsheetError {
    let found =
      hasColumns
      ? "only \(namedRowCount) of \(rowCount) rows begin with the names of two languages (unknown: "
        + unknownNames.prefix(5).map { "\"\(Visible.text($0))\"" }.joined(separator: ", ") + ")"
      : "only \(fullRowCount) of \(rowCount) rows have four columns"
    return SpreadsheetError(
      .exchangeFormat, "this is not a phrasebook of Google Translate: \(found).",
      hint: "If the columns are right, name both languages with --source-lang and --target-lang.",
      place: SpreadsheetError.Place(file: rows.path))
  }
}
