import Spreadsheet

/// Translation Memory eXchange 1.1 to 1.4.
///
/// A text in a language that is neither a tag of BCP 47 nor a name is left out, because it fits no locale. A text with an
/// inline code that is meaningless elsewhere (see ``InlineText/memoryText(with:)``) is left out too, and so is a unit with
/// fewer than two texts.
package struct TMXCoding: UnitCoding {
  package var name: String { "TMX" }
  package var extensions: [String] { ["tmx"] }

  package func recognizes(_ file: ExaminedFile) -> Bool { file.rootElement == "tmx" }

  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    var languages = FileLanguages()
    var sourceLanguage: String?
    try XMLTreeReader.read(path, limits: options.limits) { element, depth in
      switch (depth, element.name) {
      case (1, "tmx"): break
      case (1, let name): throw SpreadsheetError.wrongRoot(name, "tmx", format: "TMX")
      case (2, "header"): sourceLanguage = element.attribute("srclang")
      default: break
      }
      return element.name == "tu"
    } collected: { unit in
      if options.refuses(unit.forbidden, line: unit.line, path) { return }
      let variants = try Self.variants(of: unit, &languages)
      guard variants.count > 1 else { return }
      // "*all*" means that each text may be the source.
      let named = unit.attribute("srclang") ?? sourceLanguage
      let source = named.flatMap { $0 == "*all*" ? nil : languages.tag($0, line: unit.line) } ?? options.sourceLanguage
      try body(TranslationUnit(variants, sourceLanguage: source, number: unit.line))
    }
    try languages.refuseIfAllUnknown(inFile: path)
  }

  private static func variants(of unit: XMLNode, _ languages: inout FileLanguages) throws(SpreadsheetError)
    -> [TranslationUnit.Variant]
  {
    var variants: [TranslationUnit.Variant] = []
    for variant in unit.elements where variant.name == "tuv" {
      guard let language = variant.language else {
        throw SpreadsheetError(
          .exchangeLanguage, "a text does not name its language.", hint: "Add xml:lang to the element \"tuv\".",
          place: SpreadsheetError.Place(line: variant.line))
      }
      guard let tag = languages.tag(language, line: variant.line), let segment = variant.first("seg"),
        let text = text(of: segment).memoryText(), !text.isEmpty
      else { continue }
      variants.append(TranslationUnit.Variant(language: tag, text: text))
    }
    return variants
  }

  private static func text(of segment: XMLNode) -> InlineText {
    segment.inlineText { element, text in
      switch element.name {
      case "ph": text.parts.append(.code(InlineText.Code(id: element.attribute("x") ?? "", text: element.text)))
      case "bpt", "ept", "it", "ut":
        text.parts.append(.code(InlineText.Code(id: "", text: element.text, role: .formatting)))
      // The text in `hi`, and in elements of other namespaces, is ordinary text.
      default: text.append(Self.text(of: element))
      }
    }
  }
}
