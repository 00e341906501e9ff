import Basics
import Spreadsheet

/// The columns of a glossary, from its first row.
struct GlossaryHeader {
  struct Column {
    let index: Int
    let language: LanguageTag
    let standing: TranslationUnit.Standing
  }

  /// Where the languages of the terms are.
  enum Form {
    /// A column for each language. The terms are in the first one, or in another column whose header names no language.
    case columns([Column], term: Int?)
    /// Source and target in two columns, in the languages that the caller names.
    case pair(source: Int, target: Int)
    /// Source and target in two columns, and the languages of each row in two more.
    case namedPairs(source: Int, target: Int, sourceLanguage: Int, targetLanguage: Int)
  }

  let form: Form
  /// The columns whose texts explain a term.
  let notes: [Int]
  /// The columns that mark the words of a row as forbidden, as in files of Lokalise and others.
  private let forbids: [Int]
  /// The columns that say whether the words of a row are preferred, admitted or forbidden.
  private let standings: [Int]
  /// Whether the row is a header, so that it contains no term.
  let isHeader: Bool
  /// The form of the table if this row turns out to be an entry, because the next row has languages in the same columns.
  private let entryForm: Form?

  /// Returns the header, interpreted with the help of the second row.
  func corrected(by next: Row?) -> GlossaryHeader {
    guard let entryForm, next.map(Self.namesLanguages) ?? true else { return self }
    return GlossaryHeader(form: entryForm, notes: [], isHeader: false)
  }

  private init(form: Form, notes: [Int], isHeader: Bool) {
    self.form = form
    self.notes = notes
    self.isHeader = isHeader
    forbids = []
    standings = []
    entryForm = nil
  }

  /// Reads the first row of a glossary; nil if it has fewer than two columns.
  ///
  /// - Parameter mayLack: Whether the header may be missing because the caller knows the languages.
  init?(_ row: Row, mayLack: Bool) {
    let cells = row.filledCells.map { (index: $0.column, text: row.text(of: $0)) }
    guard cells.count > 1 else { return nil }
    let words = cells.map { (index: $0.index, word: LanguageNames.folded($0.text)) }
    func index(in names: Set<String>) -> Int? { words.first { names.contains($0.word) }?.index }
    func indices(in names: Set<String>) -> [Int] { words.filter { names.contains($0.word) }.map(\.index) }

    notes = indices(in: Self.noteNames)
    forbids = indices(in: Self.forbiddenNames)
    standings = indices(in: Self.standingNames)
    let source = index(in: Self.sourceNames)
    let target = index(in: Self.targetNames)
    if let sourceLanguage = index(in: Self.sourceLanguageNames),
      let targetLanguage = index(in: Self.targetLanguageNames)
    {
      form = .namedPairs(
        source: source ?? 0, target: target ?? 1, sourceLanguage: sourceLanguage, targetLanguage: targetLanguage)
      isHeader = true
      entryForm = nil
      return
    }
    // Left out of the search for languages, because a header such as `do-not-use` looks like a language tag.
    let others = Set(notes + forbids + standings)
    let columns = Self.columns(cells.filter { !others.contains($0.index) }, takesUnnamed: !mayLack)
    let term = target == nil ? index(in: ["term", "source term", "base term"]) : nil
    let hasForbidden = columns.count > 1 && columns.contains { $0.standing == .forbidden }
    if hasForbidden || Set(columns.map(\.language)).count > 1 || term != nil && !columns.isEmpty {
      form = .columns(columns, term: term)
      isHeader = true
      entryForm = columns.map(\.index) == Self.languageColumns && Self.namesLanguages(row) ? Self.namedPair : nil
      return
    }
    entryForm = nil
    if let source, let target {
      form = .pair(source: source, target: target)
      isHeader = true
    } else {
      form = Self.namesLanguages(row) ? Self.namedPair : .pair(source: 0, target: 1)
      isHeader = false
    }
  }

  /// Whether a row marks its words as forbidden.
  func forbidsWords(of row: Row) -> Bool {
    guard isHeader else { return false }
    return forbids.contains { Self.isYes(row.text(inColumn: $0)) }
      || (forbids + standings).contains { TranslationUnit.Standing(named: row.text(inColumn: $0)) == .forbidden }
      || notes.contains { TranslationUnit.Standing(named: row.text(inColumn: $0), isProse: true) == .forbidden }
  }

  /// Whether a cell says yes. Workbooks contain the word in the language in which they were saved.
  private static func isYes(_ cell: String) -> Bool { yes.contains(cell[...].trimmingSpaces.lowercased()) }

  private static let yes = Set(
    """
    yes, y, true, 1, x, ja, oui, vrai, wahr, si, sí, vero, verdadero, verdadeiro, sand, sant, waar, tak, prawda, да, истина
    """.commaSeparated)

  /// The columns whose headers name a language: `da`, `pt-BR`, `German`, `da forbidden`.
  ///
  /// - Parameter takesUnnamed: Whether the code of a language without a known name also counts, if another column has a
  ///   language.
  private static func columns(_ cells: [(index: Int, text: String)], takesUnnamed: Bool) -> [Column] {
    let names = LanguageNames(among: cells.map(\.text))
    let words = cells.map { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
    let isNamed = !takesUnnamed || !words.contains { $0.first.flatMap { code($0, names, isNamed: true) } != nil }
    return zip(cells, words).compactMap { cell, words -> Column? in
      let (index, text) = cell
      guard let first = words.first else { return nil }
      if let tag = code(first, names, isNamed: isNamed) {
        switch words.dropFirst().map({ $0.lowercased() }) {
        case []: return Column(index: index, language: tag, standing: .unstated)
        case ["forbidden"]: return Column(index: index, language: tag, standing: .forbidden)
        case ["preferred"]: return Column(index: index, language: tag, standing: .preferred)
        default: return nil
        }
      }
      guard LanguageTag(text) == nil else { return nil }
      return names.tag(of: text).map { Column(index: index, language: $0, standing: .unstated) }
    }
  }

  /// The language of a header that is a code. Some codes are also common column headers, and if the table has no header, short
  /// words in its first row look like codes.
  ///
  /// - Parameter isNamed: Whether the language must have a known name.
  private static func code(_ word: String, _ names: LanguageNames, isNamed: Bool) -> LanguageTag? {
    guard !numbering.contains(word), !otherHeaders.contains(word.lowercased()), let tag = LanguageTag(word) else {
      return nil
    }
    if tag.region != nil || tag.script != nil || names.isCode(tag) { return tag }
    return !isNamed && word == word.lowercased() ? tag : nil
  }

  /// The form without a header: source, target, language of the source, language of the target.
  private static let namedPair = Form.namedPairs(source: 0, target: 1, sourceLanguage: 2, targetLanguage: 3)
  private static let languageColumns = [2, 3]

  /// Whether the third and fourth cells of a row are the codes of two languages.
  private static func namesLanguages(_ row: Row) -> Bool {
    let names = LanguageNames(among: [])
    return row.count >= 4
      && languageColumns.allSatisfy { index in
        let text = row.text(inColumn: index)
        return LanguageTag(text) != nil && names.tag(of: text) != nil
      }
  }

  /// Headers of numbered rows that are also languages: Indonesian, Norwegian and South Ndebele, which are written `id`,
  /// `no` and `nr`.
  private static let numbering: Set = ["ID", "Id", "NO", "No", "NR", "Nr"]
  private static let otherHeaders = Set(
    "pos, key, tag, ref, url, max, min, not, dnt, new, old, tip, use".commaSeparated)
  private static let sourceNames = Set(
    """
    source, source term, source text, original, term, quelle, quelltext, ausgangstext, kilde, kildetekst, kalla,
    kallterm, bron, brontekst, source phrase, terme source, origen, termino origen, origine, origem, zrodlo,
    исходныи текст, источник, source language term
    """.commaSeparated)
  private static let targetNames = Set(
    """
    target, target term, target text, translation, ziel, zieltext, ubersetzung, mal, maltekst, oversættelse,
    oversettelse, oversattning, malterm, doel, doeltekst, vertaling, cible, traduction, terme cible, destino,
    traduccion, destinazione, traduzione, traducao, cel, tlumaczenie, перевод
    """.commaSeparated)
  private static let sourceLanguageNames: Set = [
    "source_lang", "source lang", "source language", "source_language", "source_lang_code", "source locale",
  ]
  private static let targetLanguageNames: Set = [
    "target_lang", "target lang", "target language", "target_language", "target_lang_code", "target locale",
  ]
  private static let forbiddenNames = Set(
    """
    forbidden, is forbidden, is_forbidden, do not use, do_not_use, dont use, prohibited, not allowed,
    deprecated, is deprecated, verboten, forbudt, interdit, prohibido, proibido
    """.commaSeparated)
  private static let standingNames: Set = [
    "status", "term status", "term_status", "usage status", "usage_status", "administrative status",
    "administrativestatus",
  ]
  private static let noteNames = Set(
    """
    description, definition, usage, usage note, usage notes, note, notes, comment, comments, context, kommentar,
    anmerkung, beschreibung, bemærkning, beskrivelse, commentaire, remarque, comentario, commento, opmerking,
    uwagi, комментарии
    """.commaSeparated)
}
