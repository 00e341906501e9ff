import NStackAPI
import Spreadsheet
import TextChecks

/// Fills rows with the cells of a sheet, from the catalog's bytes where possible, which is nearly always.
struct SheetCells {
  private let sheet: ReviewSheet
  private var line = SheetLine.text(key: 0, language: 0, proposal: nil)
  /// Whether rows may have cells that need strings.
  private let isRich: Bool
  private let suggestions: SheetSuggestions?
  private let checks: TypedChecks?
  /// Where the cells of each column come from, by ordinal.
  private let sources = ReviewColumn.allCases.map(\.traits.source)
  /// The row as strings; set once a cell needs it.
  private var made: ReviewRow?
  /// Whether `made` has a value. Checking a flag for every row costs less than clearing absent strings.
  private var isMade = false
  /// Whether the row shows a suggestion.
  private(set) var isSuggested = false
  /// What formulas judge in the row; nil before a cell needs it.
  private var judged: (words: [String], rules: [String])?
  /// Whether each key is a form of a plural, which the row's note tells; empty if none is.
  private let isForm: [Bool]
  /// Whether the row shows only a text: no proposal, no note, no context.
  private(set) var isPlain = false

  init(_ sheet: ReviewSheet) {
    self.sheet = sheet
    isRich = sheet.extras.contexts != nil || !sheet.extras.notes.isEmpty || sheet.mayHaveSourceChanges
    suggestions = sheet.extras.suggestions
    checks = sheet.extras.checks?.typed
    isForm = sheet.plurals.map { plurals in sheet.catalog.keys.indices.map(plurals.has) } ?? []
  }

  mutating func move(to line: SheetLine) {
    self.line = line
    isSuggested =
      if let suggestions, case .text(let key, let language, nil) = line {
        suggestions.has(keyAt: key, inLanguageAt: language)
      } else { false }
    judged = nil
    isPlain =
      if case .text(let key, let language, nil) = line {
        !isRich && !isSuggested && (isForm.isEmpty || !isForm[key])
          && sheet.sameSource(ofKeyAt: key, inLanguageAt: language).isEmpty
      } else { false }
    guard isMade else { return }
    made = nil
    isMade = false
  }

  /// The language of the row, as an index in the catalog; nil if the catalog does not have it.
  mutating func language() -> Int? {
    if case .text(_, let language, _) = line { return language }
    return sheet.catalog.languageIndex(ofLocale: strings().text.locale)
  }

  /// Whether the row shows a proposal that this profile may delete.
  mutating func isDeletable() -> Bool {
    if case .text(_, _, nil) = line { return false }
    return strings().deletable == true && strings().base?.suggestion == nil
  }

  mutating func append(_ column: ReviewColumn, to row: Row) {
    guard case .text(let key, let language, let proposal) = line else { return appendString(column, to: row) }
    switch sources[column.ordinal] {
    case .section: sheet.catalog.values.withSection(ofKeyAt: key) { row.appendBytes($0) }
    case .key: sheet.catalog.values.withKey(at: key) { row.appendBytes($0) }
    case .locale: row.appendBytes(sheet.catalog.languages[language].locale)
    case .sourceValue:
      guard let source = sheet.sourceLanguage else { return }
      sheet.catalog.withUTF8(ofKeyAt: key, inLanguageAt: source) { CellText.append($0, to: row) }
    case .checkedSource:
      guard let source = sheet.defaultLanguage else { return }
      sheet.catalog.withUTF8(ofKeyAt: key, inLanguageAt: source) { CellText.append($0, to: row) }
    case .currentValue: sheet.catalog.withUTF8(ofKeyAt: key, inLanguageAt: language) { CellText.append($0, to: row) }
    case .status where proposal == nil:
      let isMissing = sheet.catalog.withUTF8(ofKeyAt: key, inLanguageAt: language, \.isEmpty)
      row.appendBytes(RowStatus(deletable: nil, isMissing: isMissing).rawValue)
    case .base where proposal == nil && !isSuggested:
      sheet.base(ofKeyAt: key, inLanguageAt: language, proposal: nil).appendText(to: row)
    case .placeholder(let index):
      if index < sheet.placeholders[key].count { row.appendBytes(sheet.placeholders[key][index]) }
    case .progress where proposal == nil && !isSuggested:
      if sheet.catalog.withUTF8(ofKeyAt: key, inLanguageAt: language, \.isEmpty) {
        row.appendBytes(RowProgress.missing.rawValue)
      }
    case .forbidden(let index):
      let words = judged(key, language).words
      if index < words.count { row.appendBytes(words[index]) }
    case .rules: row.appendBytes(judged(key, language).rules.map { ";\($0);" }.joined())
    case .base, .status, .progress, .row: if !isPlain { appendString(column, to: row) }
    }
  }

  private mutating func judged(_ key: Int, _ language: Int) -> (words: [String], rules: [String]) {
    if let judged { return judged }
    guard let checks else { return ([], []) }
    let sourceLanguage = sheet.sourceLanguage ?? sheet.defaultLanguage
    let text = sheet.catalog.identity(ofKeyAt: key, inLanguageAt: language)
    let current = sheet.catalog.value(ofKeyAt: key, inLanguageAt: language)
    let source = sourceLanguage.map { sheet.catalog.value(ofKeyAt: key, inLanguageAt: $0) }
    let isSource = language == sourceLanguage
    let found = (
      words: checks.forbiddenWords(source: isSource ? nil : source, locale: text.locale, current: current),
      rules: checks.rules.isEmpty
        ? []
        : checks.rules(
          for: CheckedText(
            current, source: source, locale: text.locale, section: text.section, key: text.key, isSource: isSource))
    )
    judged = found
    return found
  }

  private mutating func appendString(_ column: ReviewColumn, to row: Row) {
    if column == .base { strings().base?.appendText(to: row) } else { row.appendBytes(strings().cell(column)) }
  }

  private mutating func strings() -> ReviewRow {
    if let made { return made }
    let row = sheet.row(of: line)
    made = row
    isMade = true
    return row
  }
}
