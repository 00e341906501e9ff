import Basics
package import Spreadsheet

/// Reads the units of XLIFF files of either version, including the dialects of Trados, memoQ and Phrase.
package enum XLIFFReader {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - metadataGroup: The name of the group of metadata that is read with each unit.
  ///   - remarked: Receives each remark outside the units' notes, with the number of its unit, or else of the next unit.
  ///     Remarks of the program whose metadata is read are left out.
  ///   - body: Receives each unit, with the file element around it. An error that it throws ends the reading.
  /// - Throws: The codes of ``XMLTreeReader``, `exchange.format` and `exchange.version`.
  package static func read(
    _ path: String, metadataGroup: String = "", limits: SpreadsheetLimits,
    remarked: ((_ remark: XLIFFRemark, _ text: String, _ number: Int) -> Void)? = nil,
    _ body: (XLIFFUnit, XLIFFFile) throws -> Void
  ) throws {
    var generation = XLIFFVersion.Generation.first
    var namespace: String?
    var languages: (source: String?, target: String?)
    var file = XLIFFFile(original: "", sourceLanguage: nil, targetLanguage: nil)
    var number = 0
    let comment = remarked.map { remarked in
      // Comments before the root are a tool's remarks about the document.
      { (text: String, depth: Int) in if depth > 0 { remarked(.comment, text, number + 1) } }
    }
    try XMLTreeReader.read(path, limits: limits, commented: comment) { element, depth in
      if depth == 1 { namespace = element.namespace }
      guard element.namespace == namespace else { return depth == 3 && isMetadata(element) }
      switch (depth, element.name) {
      case (1, "xliff"):
        generation = try XLIFFVersion.generation(of: element.attribute("version"))
        languages = (element.attribute("srcLang"), element.attribute("trgLang"))
      case (1, let name): throw SpreadsheetError.wrongRoot(name, "xliff", format: "XLIFF")
      case (2, "file"):
        file = XLIFFFile(
          original: element.attribute("original") ?? "",
          sourceLanguage: element.attribute("source-language") ?? languages.source,
          targetLanguage: element.attribute("target-language") ?? languages.target)
      case (4, XLIFF1Markup.unitCount): return element.attribute("name") == metadataGroup
      case (4, "phase-group"), (4, "tool"): return generation == .first
      case (_, "note"): return remarked != nil
      default: break
      }
      return element.name == (generation == .first ? "trans-unit" : "unit")
    } collected: { element in
      if element.name == XLIFF1Markup.unitCount {
        file.unitCount = count(element.first("count")?.text)
      } else if element.name == "tool" {
        file.tool = element.attribute("tool-name") ?? file.tool
      } else if element.name == "phase-group" {
        for phase in element.elements {
          guard let person = phase.attribute("contact-name"), !person.isEmpty else { continue }
          file.contacts[phase.attribute("phase-name") ?? ""] = person
          file.lastContact = person
        }
      } else if element.name == "note" {
        let category = element.attribute(generation == .first ? "from" : "category") ?? ""
        if category != metadataGroup { remarked?(.note, element.text, number + 1) }
      } else if isMetadata(element) {
        file.unitCount = count(XLIFF2Unit.values(in: element, ofGroup: metadataGroup)[XLIFF2Unit.unitCount])
      } else {
        number += 1
        if let remarked { for text in marks(in: element) { remarked(.mark, text, number) } }
        var unit =
          switch generation {
          case .first: XLIFF1Unit(element, metadataGroup: metadataGroup).unit
          case .second: XLIFF2Unit(element, metadataGroup: metadataGroup).unit
          }
        unit.number = number
        unit.forbidden = element.forbidden
        unit.isTranslatable = element.attribute("translate") != "no"
        try body(unit, file)
      }
    }
  }

  /// The comments on marked words, except those in alternatives.
  private static func marks(in element: XMLNode) -> [String] {
    element.ownElements.flatMap { child -> [String] in
      guard child.name != "alt-trans" else { return [] }
      let isMark = child.name == "mrk" || child.name == "sm"
      let value = child.attribute("type") == "comment" ? child.attribute("value") : nil
      let comment = isMark ? child.attribute("comment") ?? value : nil
      return (comment.map { [$0] } ?? []) + marks(in: child)
    }
  }

  private static func isMetadata(_ element: XMLNode) -> Bool {
    element.name == "metadata" && element.namespace == XLIFF2Unit.metadata
  }

  /// A number of units. A program may have put it on a separate line.
  private static func count(_ text: String?) -> Int? {
    text.flatMap { Digits.integer($0.utf8.filter { $0 > UInt8(ascii: " ") }) }
  }
}

/// The place of a remark that is not a unit's note.
package enum XLIFFRemark: CaseIterable, Sendable {
  /// A comment of XML within the root.
  case comment
  /// A note of a file or group.
  case note
  /// The comment of an `mrk`.
  case mark
}

/// A version of XLIFF that is written. Versions 1.0 to 1.2 and 2.0 to 2.2 can be read.
package enum XLIFFVersion: String, CaseIterable, Sendable {
  /// XLIFF 1.2, which nearly every tool accepts. A file may hold several target languages.
  case version12 = "1.2"
  /// XLIFF 2.1. A file holds one target language.
  case version21 = "2.1"

  static func generation(of version: String?) throws(SpreadsheetError) -> Generation {
    switch version {
    case "1.0", "1.1", "1.2": return .first
    case "2.0", "2.1", "2.2": return .second
    default:
      let found = version.map { "its version is \"\($0)\"" } ?? "it names no version"
      throw SpreadsheetError(
        .exchangeVersion, "the file is XLIFF, but \(found); 1.0 to 1.2 and 2.0 to 2.2 are read.",
        hint: "Export it as XLIFF 1.2.")
    }
  }

  enum Generation { case first, second }
}
