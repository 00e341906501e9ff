import Basics
import Exchange
import Spreadsheet
import Synchronization

/// Glossaries in files: tables with a row for each term and a column for each locale, and TBX.
///
/// The header of a table names the locales. The first of these columns has the term in the source language, unless
/// there is a column `term`. A column such as `da forbidden` has the words that must not be used, and a column such as
/// `forbidden` or `status` marks a row's words as forbidden. Several words in a cell are separated by `|`. Other
/// columns are not read. In TBX, the source language is that of the file, or else that of a concept's first term.
extension Glossary {
  static let mostTerms = 100_000

  /// Reads a glossary from the first worksheet of a workbook, from delimited text, or from TBX.
  ///
  /// - Throws: `SpreadsheetError` like the document; `glossary.columns` if the header does not name two locales;
  ///   `glossary.terms` for more than 100,000 terms.
  package init(path: String) throws {
    var terms: [Term] = []
    let add = { (more: [Term]) throws in
      terms += more
      guard terms.count <= Self.mostTerms else {
        throw SpreadsheetError(
          .glossaryTerms, "The glossary has more than \(Self.mostTerms) terms. Split it.",
          place: SpreadsheetError.Place(file: path))
      }
    }
    if let file = try? ExaminedFile(path: path, options: UnitReadingOptions()), TBXCoding().recognizes(file) {
      // An entry that cannot be read is an error, because part of a glossary would find only part of the faults.
      var options = UnitReadingOptions()
      let leftOut = Mutex<SpreadsheetError?>(nil)
      options.remark = { remark in leftOut.withLock { $0 = $0 ?? remark } }
      try TBXCoding(hasOwnSource: true).read(path, options: options) { unit in
        let language = unit.source.map { unit.variants[$0].language } ?? unit.variants.first?.language
        let isSource = { (variant: TranslationUnit.Variant) in variant.language == language }
        let sources = unit.variants.filter(isSource)
        let advised = sources.filter { $0.standing != .forbidden }
        try add(
          Self.terms(
            // If all source terms are discouraged, they are used all the same, because source texts may still contain them.
            source: (advised.isEmpty ? sources : advised).map(\.text), targets: unit.variants.filter { !isSource($0) }))
      }
      if let error = leftOut.withLock(\.self) { throw error }
    } else {
      do {
        let hasRows = try GlossaryTable(path).read { entry in
          try add(Self.terms(source: entry.source.map(\.text), targets: entry.targets))
        }
        guard hasRows else { throw Self.missingColumns(path) }
      } catch let error as SpreadsheetError
        // An error about a language in a row names its cell. If it names none, the header is wrong.
        where error.code == .exchangeFormat || error.code == .exchangeLanguage && error.place.cell == nil
      { throw Self.missingColumns(path) }
    }
    self.init(terms)
  }

  /// The terms of an entry, one for each locale with words.
  private static func terms(source: [String], targets: [TranslationUnit.Variant]) -> [Term] {
    var order: [LanguageTag] = []
    var words: [LanguageTag: (preferred: [String], forbidden: [String])] = [:]
    for target in targets {
      let language = target.language
      if words[language] == nil { order.append(language) }
      if target.standing == .forbidden {
        words[language, default: ([], [])].forbidden.append(target.text)
      } else {
        words[language, default: ([], [])].preferred.append(target.text)
      }
    }
    return order.compactMap { language in
      guard let found = words[language] else { return nil }
      let isUsed = source.isEmpty ? !found.forbidden.isEmpty : !(found.preferred.isEmpty && found.forbidden.isEmpty)
      return isUsed
        ? Term(sources: source, locale: language.description, preferred: found.preferred, forbidden: found.forbidden)
        : nil
    }
  }

  private static func missingColumns(_ path: String) -> SpreadsheetError {
    SpreadsheetError(
      .glossaryColumns,
      "The first row does not name the locales of a glossary. Write the source locale first and then the others, such "
        + "as en, da, \"da forbidden\".", place: SpreadsheetError.Place(file: path))
  }
}
