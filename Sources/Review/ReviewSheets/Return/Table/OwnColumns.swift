import Basics
import Exchange
import Spreadsheet

/// A reviewer's own column that is clearly for translations.
package struct TranslationColumn {
  let position: Int
  /// Its header, or `column O` for one without.
  let name: String
  /// The language that the header names; nil if it names none, and any locale may be meant.
  let language: LanguageTag?
  /// The locale of the only group of columns that it may belong to; nil if the table has one group.
  let locale: String?
  /// Whether its header says that it has translations, so that numbers count too.
  var isNamed = false

  func isText(_ cell: Cell, of row: Row) -> Bool { UnreadTexts.isText(cell, of: row, orNumber: isNamed) }

  func isOf(_ group: ColumnGroup) -> Bool { locale == nil || group.locale == locale }

  /// Whether the texts may be translations into a locale.
  func mayBe(_ locale: String) -> Bool {
    guard let language, let tag = LanguageTag(locale) else { return language == nil }
    func fits(_ left: String?, _ right: String?) -> Bool { left == nil || right == nil || left == right }
    return language.canonicalLanguage == tag.canonicalLanguage && fits(language.region, tag.region)
      && fits(language.script, tag.script)
  }
}

/// The columns that people added to a table, and how many texts are in them.
struct OwnColumns {
  /// Counts of one locale's rows, if there is only one such column.
  private struct Rows {
    /// The rows without a proposal.
    var open = 0
    /// Those rows that have a text in the column.
    var filled = 0
  }

  /// The meaning of a header that is clearly for translations.
  private struct Meaning {
    /// The language that the header names; nil for a word such as "Translation" alone.
    let language: LanguageTag?
  }

  private let columns: SheetColumns
  private let ordinals: [Int]
  private let hasGap: Bool
  /// The columns of progress, whose texts are a program's.
  private let computed: [Int]
  /// The meanings of headers by column; nil if not for translations.
  private var meanings: [Int: Meaning?] = [:]
  private(set) var texts: [Int: UnreadTexts] = [:]
  /// The texts in rows that name no text of the application.
  private(set) var remarks = UnreadTexts()

  init(_ columns: SheetColumns, ordinals: [Int]) {
    (self.columns, self.ordinals) = (columns, ordinals)
    hasGap = ordinals.contains(-1)
    computed = ordinals.indices.filter { ordinals[$0] == ReviewColumn.progress.ordinal }
  }

  mutating func add(_ row: Row, isOfText: Bool, except taken: Set<Int>) {
    guard isOfText else {
      for cell in row.filledCells { remarks.add(cell, of: row) }
      return
    }
    forEachCell(of: row, except: taken) { cell in
      let meaning = meaning(ofColumn: cell.column)
      meanings[cell.column] = .some(meaning)
      texts[cell.column, default: UnreadTexts()].add(cell, of: row, orNumber: meaning != nil)
    }
    texts = texts.filter { $0.value.count > 0 }
  }

  /// A row's texts in columns that people added, each with the column's name.
  func texts(of row: Row, except taken: Set<Int>) -> [ReturnedRow.Damage] {
    var found: [ReturnedRow.Damage] = []
    forEachCell(of: row, except: taken) { cell in
      guard UnreadTexts.isText(cell, of: row, orNumber: meaning(ofColumn: cell.column) != nil) else { return }
      found.append(
        ReturnedRow.Damage(column: .proposal, found: row.text(of: cell), header: columns.name(of: cell.column)))
    }
    return found
  }

  private func forEachCell(of row: Row, except taken: Set<Int>, _ body: (Cell) -> Void) {
    for column in computed where !taken.contains(column) {
      if let cell = row.cell(inColumn: column), !RowProgress.isResult(row.utf8(of: cell)) { body(cell) }
    }
    // Nearly all tables have no such column.
    guard hasGap || (row.filledCells.last.map { $0.column >= ordinals.count } ?? false) else { return }
    for cell in row.filledCells where cell.column >= ordinals.count || ordinals[cell.column] < 0 {
      if !taken.contains(cell.column), !RowBase.isIn(cell, of: row), !columns.isResult(cell.column) { body(cell) }
    }
  }

  private func meaning(ofColumn column: Int) -> Meaning? {
    meanings[column] ?? Self.meaning(of: columns.header(of: column))
  }

  /// The number of texts in each column that has some, by its name.
  var counts: [String: Int] { Dictionary(texts.map { (columns.name(of: $0), $1.count) }, uniquingKeysWith: +) }

  // MARK: - Translations

  /// The columns that are clearly for translations. Either the header has a language or a word for translations, or it
  /// is the only added column and has texts where the rows have no proposal.
  func translations(in table: ReturnedTable) throws -> [TranslationColumn] {
    let named = texts.keys.sorted().compactMap(named)
    if !named.isEmpty { return named }
    guard texts.count == 1, let position = texts.keys.first, columns.groups.count == 1,
      let group = columns.groups.first, try isFilledInstead(position, of: group, in: table)
    else { return [] }
    let language = ReviewColumn.split(columns.header(of: position)).locale.flatMap { LanguageTag($0) }
    return [TranslationColumn(position: position, name: columns.name(of: position), language: language, locale: nil)]
  }

  /// The column if its header says that it has translations.
  private func named(_ position: Int) -> TranslationColumn? {
    guard let meaning = meanings[position] ?? nil else { return nil }
    let tag = meaning.language ?? ReviewColumn.split(columns.header(of: position)).locale.flatMap { LanguageTag($0) }
    func column(of locale: String?) -> TranslationColumn {
      TranslationColumn(
        position: position, name: columns.name(of: position), language: tag, locale: locale, isNamed: true)
    }
    if columns.groups.count == 1 { return column(of: nil) }
    let locales = columns.groups.compactMap(\.locale).filter(column(of: nil).mayBe)
    return tag != nil && locales.count == 1 ? column(of: locales[0]) : nil
  }

  /// What a header means, if it is clearly for translations.
  private static func meaning(of header: String) -> Meaning? {
    let (name, locale) = ReviewColumn.split(header)
    let isProposal = ReviewColumn(header: name) == .proposal || ReviewColumn.proposal.resembles(name)
    if isProposal, let locale, let language = LanguageNames(among: [locale]).tag(of: locale) {
      return Meaning(language: language)
    }
    // A header that resembles an exported column is reported as such.
    guard !header.isEmpty, ReviewColumn(header: name) == nil, !isProposal else { return nil }
    let words = ReviewColumn.folded(name).split { !$0.isLetter && $0 != "-" && $0 != "_" }.map(String.init)
    let names = LanguageNames(among: [name])
    let whole = names.tag(of: name)
    let languages = words.map { $0.count > 3 ? names.tag(of: $0) : nil }
    let language = whole ?? languages.lazy.compactMap(\.self).first
    guard language != nil || !Self.words.isDisjoint(with: words) else { return nil }
    // "Translated by" and "Danish reviewer" do not name a column of translations.
    let isPlain = zip(words, languages).allSatisfy { $1 != nil || Self.words.contains($0) || besides.contains($0) }
    return whole != nil || isPlain ? Meaning(language: language) : nil
  }

  /// Words for a translation in headers, in the languages of the sheets' instructions and some others.
  private static let words = Set(
    """
    translation, translations, translated, übersetzung, übersetzungen, oversættelse, oversættelser,
    översättning, oversettelse, traduction, traductions, traducción, traducciones, tradução, traduções,
    traduzione, traduzioni, vertaling, vertalingen, tłumaczenie, käännös, překlad, перевод, переклад, çeviri,
    翻訳, 訳文, 翻译, 译文, 翻譯, 譯文, 번역, ترجمة, الترجمة
    """.commaSeparated)

  /// Words that a header may have besides a word for a translation or a language.
  private static let besides = Set(
    """
    new, text, texts, string, strings, value, final, corrected, updated, revised, the, in, into, to, neu, neue,
    neuer, ny, nye, nytt, tekst, nouveau, nouvelle, texte, nuevo, nueva, texto, novo, nova, nuovo, nuova, testo,
    nieuw, nieuwe
    """.commaSeparated)

  /// Words in headers of columns for information instead of texts.
  private static let information = Set(
    """
    screen, screenshot, url, link, context, key, id, limit, length, maximum, max, characters, status, state, by,
    reviewer, reviewed, translator, comment, comments, remark, remarks, date, file, path, type, description,
    category, priority, owner, old, previous, last, back, component, page, platform, version
    """.commaSeparated)

  private func isFilledInstead(_ position: Int, of group: ColumnGroup, in table: ReturnedTable) throws -> Bool {
    let header = columns.header(of: position)
    guard !ReviewColumn.note.resembles(header), ReviewColumn(header: header) == nil,
      Self.information.isDisjoint(with: header.lowercased().split { !$0.isLetter }.map(String.init))
    else { return false }
    var rows: [String: Rows] = [:]
    var seen: Set<TextHash> = []
    var (count, hasBoth) = (0, false)
    _ = try table.read(header: { _ in }) { row in
      let text = row.cell(inColumn: position).flatMap { UnreadTexts.isText($0, of: row) ? row.text(of: $0) : nil }
      let locale = group.locale ?? row.text(inColumn: group[.locale])
      guard !row.text(inColumn: group[.key]).isEmpty else { return }
      let isOpen = row.cell(inColumn: group[.proposal]).map { $0.length == 0 } ?? true
      if isOpen { rows[locale, default: Rows()].open += 1 }
      guard let text else { return }
      if isOpen { rows[locale, default: Rows()].filled += 1 } else { hasBoth = true }
      count += 1
      seen.insert(TextHash(text))
    }
    // Remarks are in few rows and often repeat; translations are in most rows and differ.
    return !hasBoth && seen.count * 2 > count && rows.values.allSatisfy { $0.filled == 0 || $0.filled * 2 >= $0.open }
  }
}

// MARK: - Remarks

extension OwnColumns {
  /// A remark about each column with texts, and one about the rows without a text.
  func diagnostics(in table: ReturnedTable) throws -> [Diagnostic] {
    let place = { table.place(ofRow: $0) }
    return try texts.sorted { $0.key < $1.key }.compactMap { position, texts in
      columns.remark(on: position, texts, locales: try otherLocales(than: position, in: table), place: place)
    }
      + [
        remarks.diagnostic(
          in: "rows without a section, key and locale",
          "If it belongs to a text, write it into that text's row, under Proposal or Note.", place: place)
      ].compactMap(\.self)
  }

  /// The table's locales, if a column is for a language that is not among them; nil for any other column.
  private func otherLocales(than position: Int, in table: ReturnedTable) throws -> [String]? {
    let (name, bracket) = ReviewColumn.split(columns.header(of: position))
    let tag = (meanings[position] ?? nil)?.language
    let ofLocale = ReviewColumn(header: name) == nil ? nil : bracket.flatMap { LanguageTag($0) }
    guard let language = tag ?? ofLocale else { return nil }
    var locales = columns.groups.compactMap(\.locale)
    if locales.isEmpty, let column = columns.groups.first?[.locale], column >= 0 {
      var found: Set<String> = []
      _ = try table.read(header: { _ in }) { row in
        let locale = row.text(inColumn: column)
        if LanguageTag(locale) != nil, found.insert(locale).inserted { locales.append(locale) }
      }
    }
    let column = TranslationColumn(position: position, name: name, language: language, locale: nil)
    return locales.isEmpty || locales.contains(where: column.mayBe) ? nil : locales
  }
}
