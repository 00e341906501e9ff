import Basics
package import Spreadsheet

/// Reads the units of XLIFF files of either version, also of the dialects of Trados, memoQ and Phrase.
package final class XLIFFReader: XMLTreeHandler {
  /// The name of the group of metadata that is read with a unit.
  private let metadataGroup: String
  private let body: (XLIFFUnit, XLIFFFile) throws -> Void
  private var generation = XLIFFVersion.Generation.first
  private var namespace: String?
  private var number = 0
  private var languages: (source: String?, target: String?)
  private var file = XLIFFFile(original: "", sourceLanguage: nil, targetLanguage: nil)

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - metadataGroup: The name of the group of metadata that is read with each unit.
  ///   - body: Receives each unit, with the file element around it. An error that it throws ends the reading.
  /// - Throws: The codes of ``XMLTreeReader``, `exchange.format` and `exchange.version`.
  package static func read(
    _ path: String, metadataGroup: String = "", limits: SpreadsheetLimits,
    _ body: (XLIFFUnit, XLIFFFile) throws -> Void
  ) throws {
    try withoutActuallyEscaping(body) { body in
      try XMLTreeReader.read(path, limits: limits, XLIFFReader(metadataGroup: metadataGroup, body))
    }
  }

  private init(metadataGroup: String, _ body: @escaping (XLIFFUnit, XLIFFFile) throws -> Void) {
    self.metadataGroup = metadataGroup
    self.body = body
  }

  package func open(_ element: XMLNode, depth: Int) throws -> Bool {
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
    default: break
    }
    return element.name == (generation == .first ? "trans-unit" : "unit")
  }

  /// Whether an element has metadata of XLIFF 2.
  private func isMetadata(_ element: XMLNode) -> Bool {
    element.name == "metadata" && element.namespace == XLIFF2Unit.metadata
  }

  package func take(_ element: XMLNode) throws {
    if element.name == XLIFF1Markup.unitCount { return takeUnitCount(element.first("count")?.text) }
    if isMetadata(element) {
      return takeUnitCount(XLIFF2Unit.values(in: element, ofGroup: metadataGroup)[XLIFF2Unit.unitCount])
    }
    number += 1
    var unit =
      switch generation {
      case .first: XLIFF1Unit(element, metadataGroup: metadataGroup).unit
      case .second: XLIFF2Unit(element, metadataGroup: metadataGroup).unit
      }
    unit.number = number
    unit.isTranslatable = element.attribute("translate") != "no"
    try body(unit, file)
  }

  private func takeUnitCount(_ text: String?) {
    // A program may have put the number on a line of its own.
    file.unitCount = text.flatMap { Digits.integer($0.utf8.filter { $0 > UInt8(ascii: " ") }) }
  }

  package func close(_ name: String, depth: Int) {}
}
