import Basics
package import Exchange
import Spreadsheet

/// The texts that an app ships with, as a memory: texts of the same name in all languages form a unit.
///
/// They keep the catalogue's own placeholders. A plural gives a unit for each category.
package struct BundledTextsCoding: UnitCoding {
  /// Where a text is in the files of every language.
  private struct Name: Hashable {
    let table: String
    let name: ExactText
    let category: PluralCategory?

    var order: (String, ExactText, String) { (table, name, category?.rawValue ?? "") }
  }

  private let defaultLocale: String?

  /// - Parameter defaultLocale: The locale of files that name none, such as Android's `values` and Apple's `Base.lproj`.
  package init(defaultLocale: String? = nil) { self.defaultLocale = defaultLocale }

  package var name: String { "an app's catalogue" }

  package func recognizes(_ file: ExaminedFile) throws -> Bool {
    switch FileName(file.path).type {
    case "strings", "stringsdict", "xcstrings", "arb": true
    case "xml": file.rootElement == "resources"
    case "json": !file.isTable && BundledTexts.localeName(ofJSON: file.path) != nil
    default: false
    }
  }

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    let files = try BundledTexts.read(path)
    let told = files.first(where: \.isSource)?.locale ?? defaultLocale
    let standard = options.sourceLanguage ?? told.flatMap(LanguageTag.init)
    var units: [Name: [TranslationUnit.Variant]] = [:]
    for file in files {
      let language = try file.language(otherwise: standard)
      for (name, text) in file.texts {
        for (category, text) in text.parts where !text.isEmpty {
          let place = Name(table: file.table, name: name, category: category)
          units[place, default: []].append(TranslationUnit.Variant(language: language, text: text))
        }
      }
    }
    // If a text in the source language is the same as its name, Xcode leaves it out.
    let named = files.contains { $0.format == .xcstrings } ? standard : nil
    guard Set(units.values.joined().map(\.language) + [named].compactMap(\.self)).count != 1 else {
      throw SpreadsheetError(
        .exchangeLanguage, "all texts are in one language, and a memory needs source texts with their translations.",
        hint: "Name the folder that has the files of all languages.", place: SpreadsheetError.Place(file: path))
    }
    for (index, place) in units.keys.sorted(by: { $0.order < $1.order }).enumerated() {
      var variants = units[place] ?? []
      var source = standard.flatMap { tag in variants.firstIndex { $0.language.fit(for: tag) != nil } }
      if source == nil, place.category == nil, let named, FileName(place.table).type == "xcstrings" {
        source = variants.count
        variants.append(TranslationUnit.Variant(language: named, text: place.name.string))
      }
      guard variants.count > 1 else { continue }
      let name = place.name.string + (place.category.map { " \($0.rawValue)" } ?? "")
      try body(TranslationUnit(variants, source: source, name: name, number: index + 1))
    }
  }
}

extension BundledTexts {
  /// The part of the file's name that all languages share.
  fileprivate var table: String {
    let name = FileName(file)
    return switch format {
    case .arb: String(name.base.prefix { $0 != "_" }) + name.suffix
    case .i18next: CatalogPath.isLocale(CatalogPath.folderName(file)) ? name.name : ""
    default: name.name
    }
  }

  fileprivate func language(otherwise standard: LanguageTag?) throws(SpreadsheetError) -> LanguageTag {
    let isNamed = locale.map { !$0.isEmpty && $0 != "Base" } ?? false
    guard let tag = isNamed ? locale.flatMap(LanguageTag.init) : standard else {
      throw SpreadsheetError(
        .exchangeLanguage,
        isNamed ? "\"\(Visible.text(locale ?? ""))\" is not a language." : "the file does not name its language.",
        hint: isNamed ? "Rename the file or its folder." : "Name it with --source-lang.",
        place: SpreadsheetError.Place(file: file))
    }
    return tag
  }
}

extension CatalogContents.Value {
  /// The text, or the forms of its plural; nothing for a text with several plurals.
  var parts: [(category: PluralCategory?, text: String)] {
    switch self {
    case .plain(let text): return [(nil, text)]
    case .forms(let forms): return forms.ordered.map { ($0, $1) }
    case .template(let template):
      guard template.plurals.count == 1, let (name, plural) = template.plurals.first else { return [] }
      let position = plural.position.map { "\($0)$" } ?? ""
      return plural.forms.ordered.map { category, form in
        let form = form.replacingExactly("%arg", with: "%\(position)\(plural.type)")
        let variables = ["%#@\(name)@", "%\(position)#@\(name)@"]
        return (category, variables.reduce(template.text) { $0.replacingExactly($1, with: form) })
      }
    }
  }
}
