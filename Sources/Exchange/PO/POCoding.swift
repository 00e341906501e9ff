import Basics
import Spreadsheet

/// PO (GNU gettext) as a memory.
///
/// Only finished translations are read: not those that are fuzzy, obsolete or empty. Of two plural forms, the first belongs
/// to the source text for one and the second to that for several; a single form has the text for several. Of three or
/// more, an expression in the header decides which one belongs to which, so that they are left out.
package struct POCoding: UnitCoding {
  package var name: String { "PO" }
  package var extensions: [String] { ["po", "pot"] }

  package func recognizes(_ file: ExaminedFile) -> Bool {
    file.lines.contains { ["msgid ", "msgid\t", "msgid\"", "msgctxt "].contains(where: $0.hasPrefix) }
  }

  /// Creates the coding.
  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    try POReader.read(path, limits: options.limits) { entry, header in
      guard !entry.isFuzzy, !entry.isObsolete, !entry.source.isEmpty else { return }
      let pairs = Self.pairs(of: entry)
      guard !pairs.isEmpty else { return }
      guard let target = header["Language"].flatMap(Self.tag) ?? options.targetLanguage else {
        throw Self.missing("translations", field: "Language", path, entry)
      }
      guard let source = header["X-Source-Language"].flatMap(Self.tag) ?? options.sourceLanguage else {
        throw Self.missing("source texts", field: "X-Source-Language", path, entry)
      }
      let notes = entry.extractedComments + entry.translatorComments
      for pair in pairs {
        try body(
          TranslationUnit(
            [
              TranslationUnit.Variant(language: source, text: pair.source),
              TranslationUnit.Variant(language: target, text: pair.target),
            ], source: 0, note: notes.isEmpty ? nil : notes.joined(separator: "\n"), number: entry.line))
      }
    }
  }

  private static func missing(_ texts: String, field: String, _ path: String, _ entry: POEntry) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeLanguage, "the file does not name the language of its \(texts).",
      hint: "Name both languages with the options for languages, or this one in the header as \(field).",
      place: SpreadsheetError.Place(file: path, line: entry.line))
  }

  private static func pairs(of entry: POEntry) -> [(source: String, target: String)] {
    var pairs: [(source: String, target: String)] = []
    if let plural = entry.pluralSource {
      switch entry.translations.count {
      // A language with one form has it for all numbers, as the text for several.
      case 1: pairs = [(plural, entry.translations[0])]
      case 2: pairs = [(entry.source, entry.translations[0]), (plural, entry.translations[1])]
      default: break
      }
    } else {
      pairs = [(entry.source, entry.translations.first ?? "")]
    }
    return pairs.filter { !$0.source.isEmpty && !$0.target.isEmpty }
  }

  /// A locale as gettext spells it: `pt_BR`, `sr@latin`, `de_DE.UTF-8`.
  static func tag(_ locale: String) -> LanguageTag? {
    let script = locale.split(separator: "@").dropFirst().first.flatMap { modifier in
      ["latin": "Latn", "cyrillic": "Cyrl"][modifier.lowercased()]
    }
    let name = locale.prefix { $0 != "@" && $0 != "." }
    guard let tag = LanguageTag(String(name)) else { return nil }
    guard let script else { return tag }
    return LanguageTag([tag.language, script, tag.region].compactMap(\.self).joined(separator: "-"))
  }
}
