import Basics
import Spreadsheet

/// Glossaries in tables: a row for each term, a column for each locale.
///
/// The header names the locales. The first of these columns has the term in the source language. A column such as
/// `da forbidden` has the words that must not be used. Several words in a cell are separated by `|`. Other columns are
/// not read.
extension Glossary {
  /// The most terms of a glossary.
  static let mostTerms = 100_000

  /// Reads a glossary from the first worksheet of a workbook, or from delimited text.
  ///
  /// - Throws: `SpreadsheetError` as the document does; `glossary.columns` if the header does not name two locales;
  ///   `glossary.terms` for more than 100,000 terms.
  public init(path: String) throws {
    var columns: Columns?
    var terms: [Term] = []
    let take = { (row: Row) throws in
      guard let columns else {
        columns = try Columns(header: row, path: path)
        return
      }
      terms += columns.terms(of: row)
      guard terms.count <= Self.mostTerms else {
        throw SpreadsheetError(
          .glossaryTerms, "The glossary has more than \(Self.mostTerms) terms. Split it.",
          place: SpreadsheetError.Place(file: path))
      }
    }
    switch try SpreadsheetDocument.open(path: path, csv: CSVReadingOptions(), limits: SpreadsheetLimits()) {
    case .workbook(let workbook): try workbook.readRows(ofWorksheetAt: 0, take)
    case .delimited(let document): try document.readRows(take)
    }
    guard columns != nil else { throw Columns.missing(path) }
    self.init(terms)
  }
}

/// The columns of a glossary.
private struct Columns {
  private let source: Int
  /// The locales, each with its column of preferred and its column of forbidden words.
  private let locales: [(name: String, preferred: Int?, forbidden: Int?)]

  init(header: Row, path: String) throws {
    var source: Int?
    var preferred: [String: Int] = [:]
    var forbidden: [String: Int] = [:]
    var order: [String] = []
    for position in 0..<header.count {
      let words = header.text(of: header[position]).split(whereSeparator: \.isWhitespace).map(String.init)
      guard let name = words.first, Self.isLocale(name), ReviewColumn(header: name) == nil,
        !Self.numbering.contains(name)
      else { continue }
      let locale = LocaleName.normalized(name)
      switch words.dropFirst().map({ $0.lowercased() }) {
      case [] where source == nil: source = header[position].column
      case []: preferred[locale] = preferred[locale] ?? header[position].column
      case ["forbidden"]: forbidden[locale] = forbidden[locale] ?? header[position].column
      default: continue
      }
      if !order.contains(locale) { order.append(locale) }
    }
    guard let source, !(preferred.isEmpty && forbidden.isEmpty) else { throw Self.missing(path) }
    self.source = source
    locales = order.map { ($0, preferred[$0], forbidden[$0]) }.filter { $0.1 != nil || $0.2 != nil }
  }

  /// The terms of a row, one for each locale with words.
  func terms(of row: Row) -> [Glossary.Term] {
    let sources = Self.words(source, of: row)
    return locales.compactMap { name, preferred, forbidden in
      let term = Glossary.Term(
        sources: sources, locale: name, preferred: Self.words(preferred, of: row),
        forbidden: Self.words(forbidden, of: row))
      let isUsed = sources.isEmpty ? !term.forbidden.isEmpty : !(term.preferred.isEmpty && term.forbidden.isEmpty)
      return isUsed ? term : nil
    }
  }

  private static func words(_ column: Int?, of row: Row) -> [String] {
    guard let column else { return [] }
    return row.text(inColumn: column).split(separator: "|").map { ReviewColumn.trimmed(String($0)) }
      .filter { !$0.isEmpty }
  }

  /// Headers of numbered rows that are also languages: Indonesian, Norwegian and South Ndebele, which are written `id`,
  /// `no` and `nr`.
  private static let numbering: Set = ["ID", "Id", "NO", "No", "NR", "Nr"]

  /// Whether a word has the form of a locale: `da`, `pt-BR`, `zh_Hans_CN`.
  private static func isLocale(_ word: String) -> Bool {
    let parts = LocaleName.normalized(word).split(separator: "-", omittingEmptySubsequences: false)
    guard let language = parts.first, (2...3).contains(language.utf8.count) else { return false }
    return language.utf8.allSatisfy(\.isASCIILetter)
      && parts.dropFirst().allSatisfy { (2...8).contains($0.utf8.count) && $0.utf8.allSatisfy(isLetterOrDigit) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte.isASCIIDigit }

  static func missing(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .glossaryColumns,
      "The first row does not name the locales of a glossary. Write the source locale first and then the others, such "
        + "as en, da, \"da forbidden\".", place: SpreadsheetError.Place(file: path))
  }
}
