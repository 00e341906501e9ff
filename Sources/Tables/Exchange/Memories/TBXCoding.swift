import Basics
import Spreadsheet

/// TermBase eXchange: version 3 (ISO 30042:2019) in both styles, and version 2, also known as MARTIF.
///
/// A term in a language that is neither a tag of BCP 47 nor a name is left out, and so is a concept with a single term.
package struct TBXCoding: UnitCoding {
  package var name: String { "TBX" }
  package var extensions: [String] { ["tbx"] }

  package func recognizes(_ file: ExaminedFile) -> Bool { ["tbx", "martif"].contains(file.rootElement) }

  private let hasOwnSource: Bool

  /// - Parameter hasOwnSource: Whether the language of the whole file is the source language, unless the options name
  ///   one.
  package init(hasOwnSource: Bool = false) { self.hasOwnSource = hasOwnSource }

  package func read(_ path: String, options: UnitReadingOptions, _ body: (TranslationUnit) throws -> Void) throws {
    var languages = FileLanguages()
    var ownSource: LanguageTag?
    try XMLTreeReader.read(path, limits: options.limits) { element, depth in
      if depth == 1, element.name != "tbx", element.name != "martif" {
        throw SpreadsheetError.wrongRoot(element.name, "tbx", format: "TBX")
      }
      if depth == 1, hasOwnSource { ownSource = element.language.flatMap(LanguageTag.init) }
      return element.name == "conceptEntry" || element.name == "termEntry"
    } collected: { entry in
      if options.refuses(entry.forbidden, line: entry.line, path) { return }
      let variants = try Self.variants(of: entry, &languages)
      guard variants.count > 1 else { return }
      try body(TranslationUnit(variants, sourceLanguage: options.sourceLanguage ?? ownSource, number: entry.line))
    }
    try languages.refuseIfAllUnknown(inFile: path)
  }

  private static func variants(of entry: XMLNode, _ languages: inout FileLanguages) throws(SpreadsheetError)
    -> [TranslationUnit.Variant]
  {
    var variants: [TranslationUnit.Variant] = []
    for section in entry.elements where section.name == "langSec" || section.name == "langSet" {
      guard let language = section.language else {
        throw SpreadsheetError(
          .exchangeLanguage, "terms do not name their language.",
          hint: "Add xml:lang to the element \"\(section.name)\".", place: SpreadsheetError.Place(line: section.line))
      }
      guard let tag = languages.tag(language, line: section.line) else { continue }
      for group in section.elements where ["termSec", "tig", "ntig"].contains(group.name) {
        guard let term = (group.first("term") ?? group.first("termGrp")?.first("term"))?.text, !term.isEmpty else {
          continue
        }
        variants.append(TranslationUnit.Variant(language: tag, text: term, standing: Self.standing(in: group)))
      }
    }
    return variants
  }

  /// Whether a term is preferred or forbidden: `administrativeStatus` decides, else `normativeAuthorization`.
  private static func standing(in group: XMLNode) -> TranslationUnit.Standing {
    let kinds = ["administrativeStatus", "normativeAuthorization"]
    let found = values(of: kinds, in: group)
    for kind in kinds {
      if let value = found.first(where: { $0.kind == kind })?.value { return TranslationUnit.Standing(named: value) }
    }
    return .unstated
  }

  /// The values of some kinds of data in an element and its groups. The kind is the type of a general element, as in
  /// `<termNote type="administrativeStatus">`, or the name of the element itself.
  private static func values(of kinds: [String], in element: XMLNode) -> [(kind: String, value: String)] {
    element.elements.flatMap { child -> [(kind: String, value: String)] in
      if ["descripGrp", "termNoteGrp", "termGrp"].contains(child.name) { return values(of: kinds, in: child) }
      let kind = child.attribute("type") ?? child.name
      let value = child.text
      return kinds.contains(kind) && !value.isEmpty ? [(kind, value)] : []
    }
  }
}
