import Spreadsheet

/// The elements of XLIFF 2.1.
enum XLIFF2Markup {
  /// The declarations of the namespaces of the modules.
  static let namespaces =
    " xmlns:mda=\"urn:oasis:names:tc:xliff:metadata:2.0\" xmlns:mtc=\"urn:oasis:names:tc:xliff:matches:2.0\""
    + " xmlns:slr=\"urn:oasis:names:tc:xliff:sizerestriction:2.0\""

  // A segment's id must differ from those of the codes in its unit, which are numbers.
  private static let segmentID = "s1"

  /// A `unit` with one segment.
  static func element(of unit: XLIFFUnit, program: String) -> String {
    var text = "<unit" + attribute("id", unit.id) + attribute("name", unit.name.isEmpty ? nil : unit.name)
    if let length = unit.maximumLength { text += " slr:sizeRestriction=\"\(length)\"" }
    text += unit.isTranslatable ? "" : " translate=\"no\""
    text += " xml:space=\"preserve\">\n"
    if !unit.alternatives.isEmpty {
      text += "<mtc:matches>"
      for alternative in unit.alternatives {
        text += "<mtc:match ref=\"#\(segmentID)\"" + attribute("origin", alternative.origin) + ">"
        text += originalData(of: [unit.source, alternative.text])
        text += "<source>\(inline(unit.source))</source><target>\(inline(alternative.text))</target></mtc:match>"
      }
      text += "</mtc:matches>\n"
    }
    if !unit.metadata.isEmpty { text += metadata(unit.metadata, program: program) }
    if !unit.notes.isEmpty {
      text += "<notes>"
      for note in unit.notes {
        text += "<note" + attribute("category", note.category.isEmpty ? nil : note.category) + ">"
        text += "\(content(note.text))</note>"
      }
      text += "</notes>\n"
    }
    let data = originalData(of: [unit.source, unit.target ?? InlineText()])
    text += data.isEmpty ? "" : data + "\n"
    text += "<segment id=\"\(segmentID)\"" + attribute("state", state(of: unit)) + ">\n"
    text += "<source>\(inline(unit.source))</source>\n"
    if let target = unit.target { text += "<target>\(inline(target))</target>\n" }
    return text + "</segment>\n</unit>\n"
  }

  /// The number of units in a document, for its `file`.
  static func element(ofUnitCount count: Int, program: String) -> String {
    metadata([XLIFF2Unit.unitCount: String(count)], program: program)
  }

  private static func metadata(_ values: [String: String], program: String) -> String {
    let entries = values.sorted { $0.key < $1.key }.map { name, value in
      "<mda:meta" + attribute("type", name) + ">\(content(value))</mda:meta>"
    }
    return "<mda:metadata><mda:metaGroup" + attribute("category", program) + ">" + entries.joined()
      + "</mda:metaGroup></mda:metadata>\n"
  }

  private static func attribute(_ name: String, _ value: String?) -> String { XLIFF1Markup.attribute(name, value) }

  private static func state(of unit: XLIFFUnit) -> String? {
    switch unit.progress {
    case .unstated: nil
    case .unfinished: "initial"
    case .translated: "translated"
    case .confirmed: "final"
    }
  }

  private static func content(_ text: String) -> String { XMLTextWriter.escaped(text, isContent: true) }

  /// What the codes of some texts stand for, each once; empty without codes.
  private static func originalData(of texts: [InlineText]) -> String {
    var seen: Set<String> = []
    let codes = texts.flatMap(\.codes).filter { seen.insert($0.id).inserted }
    guard !codes.isEmpty else { return "" }
    let entries = codes.map { code in "<data" + attribute("id", "d\(code.id)") + ">\(characters(code.text))</data>" }
    return "<originalData>\(entries.joined())</originalData>"
  }

  private static func inline(_ text: InlineText) -> String {
    text.parts.reduce(into: "") { markup, part in
      switch part {
      case .text(let text): markup += characters(text)
      case .code(let code):
        markup += "<ph" + attribute("id", code.id) + attribute("dataRef", "d\(code.id)")
        markup += attribute("disp", code.label.isEmpty ? nil : code.label)
        markup += attribute("equiv", code.label.isEmpty ? nil : code.label) + "/>"
      }
    }
  }

  private static func characters(_ text: String) -> String {
    var markup = ""
    XLIFFCharacter.split(text) { piece, scalar in
      markup += content(piece)
      if let scalar { markup += "<cp hex=\"\(XLIFFCharacter.hexadecimal(scalar))\"/>" }
    }
    return markup
  }
}
