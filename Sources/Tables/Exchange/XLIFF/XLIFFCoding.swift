import Basics
import Spreadsheet

/// XLIFF as a memory, such as what Xcode exports, or what an agency returned.
///
/// Only finished translations are read: not those without a target, nor those whose state says that they are not
/// finished (see ``XLIFFUnit/Progress``).
package struct XLIFFCoding: UnitCoding {
  package var name: String { "XLIFF" }
  package var extensions: [String] { ["xlf", "xliff", "sdlxliff", "mqxliff", "mxliff"] }

  package func recognizes(_ file: ExaminedFile) -> Bool { file.rootElement == "xliff" }

  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    var languages = FileLanguages()
    func tag(_ language: String?, or other: LanguageTag?, of texts: String, _ line: Int) throws -> LanguageTag {
      if let tag = language.flatMap({ languages.tag($0, line: line) }) ?? other { return tag }
      throw SpreadsheetError(
        .exchangeLanguage,
        language.map { "\"\(Visible.text($0))\", the language of its \(texts), is not known." }
          ?? "the file does not name the language of its \(texts).",
        hint: "Write a language tag such as \"da-DK\" there, or name it with --source-lang or --target-lang.",
        place: SpreadsheetError.Place(line: line))
    }
    try XLIFFReader.read(path, limits: options.limits) { unit, file in
      if options.refuses(unit.forbidden, line: unit.line, path) { return }
      guard unit.isTranslatable, let target = unit.target, !target.isEmpty, !unit.source.isEmpty else { return }
      if case .unfinished = unit.progress { return }
      let sourceTag = try tag(file.sourceLanguage, or: options.sourceLanguage, of: "source texts", unit.line)
      let targetTag = try tag(file.targetLanguage, or: options.targetLanguage, of: "translations", unit.line)
      guard let source = unit.source.memoryText(), let text = target.memoryText(with: unit.source), !source.isEmpty,
        !text.isEmpty
      else { return }
      try body(
        TranslationUnit(
          source: TranslationUnit.Variant(language: sourceTag, text: source),
          target: TranslationUnit.Variant(language: targetTag, text: text), number: unit.line))
    }
  }
}
