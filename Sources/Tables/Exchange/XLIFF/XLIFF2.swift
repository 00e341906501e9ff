struct XLIFF2Unit {
  private(set) var unit: XLIFFUnit
  private var data: [String: String] = [:]

  /// The name of the number of units among the metadata of a `file`.
  static let unitCount = "units"

  static let metadata = "urn:oasis:names:tc:xliff:metadata:2.0"
  private static let sizes = "urn:oasis:names:tc:xliff:sizerestriction:2.0"

  init(_ element: XMLNode, metadataGroup: String) {
    unit = XLIFFUnit(id: element.attribute("id") ?? "")
    unit.name = element.attribute("name") ?? ""
    unit.line = element.line
    unit.maximumLength = element.attribute("sizeRestriction", in: Self.sizes).flatMap { Int($0) }
    // Careless tools write the data of codes after the first segment.
    for child in element.ownElements where child.name == "originalData" {
      for entry in child.elements where entry.name == "data" {
        data[entry.attribute("id") ?? ""] = Self.plainText(of: entry)
      }
    }
    for child in element.elements {
      switch (child.name, child.namespace) {
      case ("notes", element.namespace):
        for note in child.elements where note.name == "note" {
          unit.notes.append(XLIFFUnit.Note(category: note.attribute("category") ?? "", text: note.text))
        }
      case ("metadata", Self.metadata): unit.metadata = Self.values(in: child, ofGroup: metadataGroup)
      default: break
      }
    }
    joinSegments(of: element)
  }

  static func values(in metadata: XMLNode, ofGroup name: String) -> [String: String] {
    var values: [String: String] = [:]
    for group in metadata.elements where group.attribute("category") == name {
      for entry in group.elements where entry.name == "meta" {
        if let type = entry.attribute("type") { values[type] = entry.text }
      }
    }
    return values
  }

  /// Joins the segments. An `ignorable` between them usually has no translation.
  private mutating func joinSegments(of element: XMLNode) {
    var targets: [(order: Int, text: InlineText)] = []
    var hasTarget = false
    var lacksTarget = false
    var hasText = false
    var progress: [XLIFFUnit.Progress] = []
    for child in element.ownElements where child.name == "segment" || child.name == "ignorable" {
      let source = child.first("source").map(text) ?? InlineText()
      unit.source.append(source)
      let target = child.first("target")
      if child.ownElements.count(where: { $0.name == "target" }) > 1 { unit.hasSeveralTargets = true }
      let order = target?.attribute("order").flatMap { Int($0) } ?? targets.count + 1
      if child.name == "ignorable" {
        targets.append((order, target.map { text(of: $0) } ?? source))
      } else if let target {
        let text = text(of: target)
        hasTarget = true
        if !text.isEmpty { hasText = true } else if !source.isEmpty { lacksTarget = true }
        targets.append((order, text))
        progress.append(.ofSegment(child))
      } else if !source.isEmpty {
        lacksTarget = true
      }
    }
    guard hasTarget else { return }
    let isDivided = element.ownElements.filter { $0.name == "segment" }.count > 1
    let segments = targets.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
    unit.target = segments.reduce(into: InlineText()) { $0.append($1.element.text) }
    unit.progress = .least(progress)
    guard isDivided, lacksTarget else { return }
    if hasText { unit.progress = .unfinished("a segment without a translation") } else { unit.target = InlineText() }
  }

  private func text(of element: XMLNode) -> InlineText {
    element.inlineText { element, text in
      switch element.name {
      case "cp":
        if let scalar = element.attribute("hex").flatMap(XLIFFCharacter.scalar(ofHexadecimal:)) {
          text.append(String(scalar))
        }
      case "ph": text.parts.append(.code(code(element, role: .standalone)))
      case "sc", "ec": text.parts.append(.code(code(element, role: .formatting)))
      case "pc":
        text.parts.append(.code(code(element, role: .formatting, suffix: "Start")))
        text.append(self.text(of: element))
        text.parts.append(.code(code(element, role: .formatting, suffix: "End")))
      // Marked text is ordinary text; the start and end of an overlapping mark are ignored.
      default: text.append(self.text(of: element))
      }
    }
  }

  private func code(_ element: XMLNode, role: InlineText.Code.Role, suffix: String = "") -> InlineText.Code {
    let id = element.attribute("id") ?? element.attribute("startRef") ?? ""
    let label = element.attribute("equiv\(suffix)") ?? element.attribute("disp\(suffix)") ?? ""
    let text = element.attribute("dataRef\(suffix)").flatMap { data[$0] } ?? ""
    // Both ends of a pair share an id but not a text, so only the id of a standalone code identifies one text.
    return InlineText.Code(id: role == .standalone ? id : "", text: text, label: label, role: role)
  }

  private static func plainText(of element: XMLNode) -> String {
    element.contents.reduce(into: "") { text, content in
      switch content {
      case .text(let piece): text += piece
      case .element(let child):
        if child.name == "cp", let scalar = child.attribute("hex").flatMap(XLIFFCharacter.scalar(ofHexadecimal:)) {
          text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}

enum XLIFF2Markup: XLIFFMarkup {
  static let namespaces =
    " xmlns:mda=\"urn:oasis:names:tc:xliff:metadata:2.0\" xmlns:mtc=\"urn:oasis:names:tc:xliff:matches:2.0\""
    + " xmlns:slr=\"urn:oasis:names:tc:xliff:sizerestriction:2.0\""

  // A segment's id must differ from those of the codes in its unit, which are numbers.
  private static let segmentID = "s1"

  static func element(of unit: XLIFFUnit, program: String) -> String {
    var text = "<unit" + attribute("id", unit.id) + attribute("name", unit.name)
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
        text += "<note" + attribute("category", note.category) + ">"
        text += "\(content(note.text))</note>"
      }
      text += "</notes>\n"
    }
    let data = originalData(of: [unit.source, unit.target ?? InlineText()])
    text += data.isEmpty ? "" : data + "\n"
    text += "<segment id=\"\(segmentID)\"" + attribute("state", unit.progress.state(unfinished: "initial")) + ">\n"
    text += "<source>\(inline(unit.source))</source>\n"
    if let target = unit.target { text += "<target>\(inline(target))</target>\n" }
    return text + "</segment>\n</unit>\n"
  }

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

  /// The original data of the texts' codes, each once; empty without codes.
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
        markup += attribute("disp", code.label)
        markup += attribute("equiv", code.label) + "/>"
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
