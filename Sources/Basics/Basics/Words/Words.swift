private import CEmbedded

/// The words that sheets, the review page and the HTML report use in one language.
///
/// All languages are one table, with a row for each sentence and a column for each language, so each sentence is written once:
/// `words.tsv`, and `reasons.tsv` for the sentences of reasons. A text has places for values, such as `{0}`. A row that ends in
/// `.one` is the singular, in languages that have one.
package struct Words: Sendable, Equatable {
  /// The languages of the table, English first.
  package static let languages = Array(header.dropFirst())
  package static let english = Words(language: header[1])

  package let language: String

  private static let header = rows[0]
  private static let rows: [[String]] = ["words.tsv", "reasons.tsv"].flatMap { name in
    EmbeddedFiles(nstack_words_files()).text(name).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }
  private static let texts: [String: [String: String]] = Dictionary(
    uniqueKeysWithValues: header.indices.dropFirst().map { column in
      (
        header[column],
        Dictionary(
          uniqueKeysWithValues: rows.dropFirst().map { ($0[0], $0.indices.contains(column) ? $0[column] : "") })
      )
    })

  private init(language: String) { self.language = language }

  /// The words in a language of the table; nil for any other.
  package init?(in language: String) {
    guard Self.languages.contains(language) else { return nil }
    self.init(language: language)
  }

  /// The words for texts in these locales, if they share a language; nil if the table lacks it.
  package init?(for locales: [String]) {
    let languages = Set(locales.map(LocaleName.language(of:)))
    guard languages.count == 1, let language = languages.first else { return nil }
    // Readers of traditional Chinese are better served in English than with simplified characters.
    let isTraditional =
      language == "zh"
      && locales.contains { locale in
        !Self.traditional.isDisjoint(with: LocaleName.normalized(locale).split(separator: "-").map(String.init))
      }
    guard !isTraditional else { return nil }
    self.init(in: language)
  }

  /// The regions and the script in which Chinese is written with traditional characters.
  private static let traditional: Set<String> = ["hant", "tw", "hk", "mo"]

  package var isRightToLeft: Bool { language == "ar" }

  /// The text of a row, in English if the language lacks it; empty for a singular that the language does not have.
  package subscript(id: String) -> String {
    let text = Self.texts[language]?[id] ?? ""
    return text.isEmpty && !id.hasSuffix(".one") ? Self.texts[Self.header[1]]?[id] ?? "" : text
  }

  /// The texts of the rows whose ids begin with a prefix, by the rest of the id, and of the rows whose ids have no point.
  /// Singulars that the language does not have are left out.
  package func json(under prefix: String) -> JSONValue {
    .object(
      Self.rows.dropFirst().compactMap { row in
        guard row[0].hasPrefix(prefix) || !row[0].contains(".") else { return nil }
        let text = self[row[0]]
        let id = row[0].hasPrefix(prefix) ? String(row[0].dropFirst(prefix.count)) : row[0]
        return text.isEmpty ? nil : (id, .string(text))
      })
  }
}
