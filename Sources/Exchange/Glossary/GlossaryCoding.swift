import Basics
import Spreadsheet

/// A glossary in a table: two columns, with or without a header, or a column for each language.
///
/// These forms are read, from workbooks and from delimited text:
/// - source and target, in the languages of the options; a header such as `Source,Target,Comment` is recognised;
/// - a header of languages (`en,da,de,pos,description`), as Google Cloud has equivalent terms; `da forbidden` has the
///   words that must not be used;
/// - source, target, and the languages of each row, as DeepL has them.
package struct GlossaryCoding: UnitCoding {
  package var name: String { "glossary" }
  package var extensions: [String] { ["csv", "tsv", "tab", "txt", "xlsx", "xlsm"] }

  package func recognizes(_ file: ExaminedFile) throws -> Bool {
    try file.isTable && GlossaryTable(file.path, file.options).hasColumns()
  }

  /// Creates the coding.
  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    try GlossaryTable(path, options).read { entry in
      let variants = entry.source + entry.targets
      guard Set(variants.map(\.language)).count > 1 else { return }
      try body(TranslationUnit(variants, note: entry.note, number: entry.number))
    }
  }
}
