import Basics
import Spreadsheet

/// Translation Memory eXchange 1.1 to 1.4.
///
/// A text in a language that is neither a tag of BCP 47 nor a name is left out, because no locale has it; so is a text with a code that
/// means nothing elsewhere (see ``InlineText/memoryText(with:)``), and a unit with fewer than two texts.
package struct TMXCoding: UnitCoding {
  package var name: String { "TMX" }
  package var extensions: [String] { ["tmx"] }

  package func recognizes(_ file: ExaminedFile) -> Bool { file.rootElement == "tmx" }

  /// Creates the coding.
  package init() {}

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    try withoutActuallyEscaping(body) { body in
      let handler = TMXHandler(options: options, body: body)
      try XMLTreeReader.read(path, limits: options.limits, handler)
    }
  }
}

private final class TMXHandler: XMLTreeHandler {
  private let options: UnitReadingOptions
  private let body: (TranslationUnit) throws -> Void
  private var sourceLanguage: String?
  private var languages = FileLanguages()

  init(options: UnitReadingOptions, body: @escaping (TranslationUnit) throws -> Void) {
    self.options = options
    self.body = body
  }

  func open(_ element: XMLNode, depth: Int) throws -> Bool {
    switch (depth, element.name) {
    case (1, "tmx"): return false
    case (1, let name): throw SpreadsheetError.wrongRoot(name, "tmx", format: "TMX")
    case (2, "header"): sourceLanguage = element.attribute("srclang")
    default: break
    }
    return element.name == "tu"
  }

  func take(_ element: XMLNode) throws {
    var variants: [TranslationUnit.Variant] = []
    for variant in element.elements where variant.name == "tuv" {
      guard let language = variant.language else {
        throw SpreadsheetError(
          .exchangeLanguage, "a text does not name its language.",
          hint: "Add xml:lang to the element \"tuv\".", place: SpreadsheetError.Place(line: variant.line))
      }
      guard let tag = languages.tag(language, line: variant.line), let segment = variant.first("seg"),
        let text = TMXInline.text(of: segment).memoryText(), !text.isEmpty
      else { continue }
      variants.append(TranslationUnit.Variant(language: tag, text: text))
    }
    guard variants.count > 1 else { return }
    try body(
      TranslationUnit(variants, source: source(of: element, variants), note: note(of: element), number: element.line))
  }

  func close(_ name: String, depth: Int) throws {
    if depth == 1 { try languages.refuseIfAllUnknown() }
  }

  /// The place of the source text; nil if every text may be the source of the others.
  private func source(of unit: XMLNode, _ variants: [TranslationUnit.Variant]) -> Int? {
    let named = unit.attribute("srclang") ?? sourceLanguage
    // "*all*" says that each text may be the source.
    let tag = named.flatMap { $0 == "*all*" ? nil : languages.tag($0, line: unit.line) }
    guard let tag = tag ?? options.sourceLanguage else { return nil }
    return variants.firstIndex { $0.language == tag } ?? variants.firstIndex { $0.language.fit(for: tag) != nil }
  }

  private func note(of unit: XMLNode) -> String? {
    let notes = unit.elements.filter { $0.name == "note" }.map(\.text).filter { !$0.isEmpty }
    return notes.isEmpty ? nil : notes.joined(separator: "\n")
  }
}

/// The inline elements of TMX.
private enum TMXInline {
  static func text(of segment: XMLNode) -> InlineText {
    var text = InlineText()
    for content in segment.contents {
      switch content {
      case .text(let piece): text.append(piece)
      case .element(let element):
        switch element.name {
        case "ph":
          text.parts.append(.code(InlineText.Code(id: element.attribute("x") ?? "", text: element.text)))
        case "bpt", "ept", "it", "ut":
          text.parts.append(.code(InlineText.Code(id: "", text: element.text, role: .formatting)))
        // Highlighted text, and elements of other namespaces, are text.
        default: text.append(Self.text(of: element))
        }
      }
    }
    return text
  }
}

extension SpreadsheetError {
  /// The error for a document with another root element than that of its format.
  static func wrongRoot(_ found: String, _ expected: String, format: String) -> SpreadsheetError {
    SpreadsheetError(
      .exchangeFormat, "the root element is \"\(found)\", and that of a \(format) file is \"\(expected)\".",
      hint: "Check that the file is a \(format) file.")
  }
}
