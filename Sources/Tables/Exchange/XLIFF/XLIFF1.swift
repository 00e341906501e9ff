struct XLIFF1Unit {
  private(set) var unit: XLIFFUnit

  init(_ element: XMLNode, metadataGroup: String) {
    unit = XLIFFUnit(id: element.attribute("id") ?? "")
    unit.name = element.attribute("resname") ?? ""
    unit.line = element.line
    unit.source = element.first("source").map(Self.text) ?? InlineText()
    if element.attribute("size-unit") ?? "pixel" == "char" {
      unit.maximumLength = element.attribute("maxwidth").flatMap { Int($0) }
    }
    for child in element.ownElements {
      switch child.name {
      case "note": unit.notes.append(XLIFFUnit.Note(category: child.attribute("from") ?? "", text: child.text))
      case "context-group":
        let prefix = Self.contextPrefix(of: metadataGroup)
        for context in child.elements {
          guard let type = context.attribute("context-type"), type.hasPrefix(prefix) else { continue }
          unit.metadata[String(type.dropFirst(prefix.count))] = context.text
        }
      default: break
      }
    }
    guard let target = element.first("target") else { return }
    unit.hasSeveralTargets = element.ownElements.count { $0.name == "target" } > 1
    unit.target = Self.text(of: target)
    unit.progress = Self.progress(of: element, target: target)
    unit.phase = target.attribute("phase-name")
    unit.qualifier = target.attribute("state-qualifier")
  }

  /// The start of the type of a context that holds metadata of a group. The name of a context group cannot tell, because
  /// it is unique in its file.
  static func contextPrefix(of group: String) -> String { "x-\(group)-" }

  private static func progress(of element: XMLNode, target: XMLNode) -> XLIFFUnit.Progress {
    let state = target.attribute("state") ?? ""
    if state == "new" || state.hasPrefix("needs-") { return .unfinished("the state \"\(state)\"") }
    if let phrase = ToolStatus.unfinished(in: element) { return .unfinished(phrase) }
    if let segment = emptySegment(of: element, target: target) { return .unfinished(segment) }
    if state == "final" || state == "signed-off" || element.attribute("approved") == "yes" { return .confirmed }
    if state == "translated" { return .translated }
    let qualifier = target.attribute("state-qualifier") ?? ""
    return XLIFFUnit.guesses.contains(qualifier) ? .unfinished("the state qualifier \"\(qualifier)\"") : .unstated
  }

  /// A segment of the source text that has no translation, where a tool divided the unit into segments.
  private static func emptySegment(of element: XMLNode, target: XMLNode) -> String? {
    let translated = segments(in: target)
    let wanted = element.first("seg-source").map(segments) ?? [:]
    guard !translated.isEmpty || !wanted.isEmpty else { return nil }
    let empty = wanted.filter { !$0.value.isEmpty && translated[$0.key]?.isEmpty ?? true }
    // A unit without any translated segment is an empty target.
    guard !empty.isEmpty, translated.values.contains(where: { !$0.isEmpty }) else { return nil }
    return "a segment without a translation"
  }

  private static func segments(in element: XMLNode) -> [String: InlineText] {
    element.ownElements.reduce(into: [:]) { found, child in
      if child.name == "mrk", child.attribute("mtype") == "seg" {
        found[child.attribute("mid") ?? ""] = text(of: child)
      } else if ["g", "mrk"].contains(child.name) {
        found.merge(segments(in: child)) { first, _ in first }
      }
    }
  }

  /// What Trados keeps of a text that a reviser deleted.
  private static let deleted = ["x-sdl-deleted", "x-sdl-feedback-deleted"]

  static func text(of element: XMLNode) -> InlineText {
    element.inlineText { element, text in
      if element.name == "mrk", deleted.contains(element.attribute("mtype") ?? "") { return }
      let id = element.attribute("id") ?? ""
      switch element.name {
      case "ph", "x", "it", "bpt", "ept", "bx", "ex":
        if let scalar = XLIFFCharacter.scalar(ofID: id) {
          text.append(String(scalar))
        } else {
          let isStandalone = element.name == "ph" || element.name == "x"
          text.parts.append(
            .code(
              InlineText.Code(
                id: id, text: element.text, label: element.attribute("equiv-text") ?? "",
                role: isStandalone ? .standalone : .formatting)))
        }
      // Text inside a pair of codes, and marked text, is text.
      default: text.append(Self.text(of: element))
      }
    }
  }
}

/// What the dialects of CAT tools say about a unit in elements and attributes of their own.
private enum ToolStatus {
  private static let trados = "http://sdl.com/FileTypes/SdlXliff/1.0"
  private static let memoQ = "MQXliff"
  private static let phrase = "http://www.memsource.com/mxlf/2.0"

  /// Why a unit is not finished, as a phrase; nil if nothing says so.
  static func unfinished(in unit: XMLNode) -> String? {
    // Its other statuses are what memoQ fills in itself, or what was begun or rejected.
    if let status = unit.attribute("status", in: memoQ), !status.contains("Confirmed"), status != "Proofread" {
      return "the memoQ status \"\(status)\""
    }
    if unit.attribute("confirmed", in: phrase) == "0" { return "a segment that is not confirmed in Phrase" }
    for definition in unit.elements where definition.name == "seg-defs" && definition.namespace == trados {
      for segment in definition.elements where segment.name == "seg" {
        let confirmation = segment.attribute("conf") ?? "Unspecified"
        if !["Translated", "ApprovedTranslation", "ApprovedSignOff"].contains(confirmation) {
          return "the Trados status \"\(confirmation)\""
        }
      }
    }
    return nil
  }
}

enum XLIFF1Markup: XLIFFMarkup {
  static func element(of unit: XLIFFUnit, program: String) -> String {
    var text = "<trans-unit" + attribute("id", unit.id) + attribute("resname", unit.name)
    if let length = unit.maximumLength { text += " maxwidth=\"\(length)\" size-unit=\"char\"" }
    text += unit.isTranslatable ? "" : " translate=\"no\""
    text += unit.progress == .confirmed ? " approved=\"yes\"" : ""
    text += " xml:space=\"preserve\">\n<source>\(inline(unit.source))</source>\n"
    if let target = unit.target {
      text +=
        "<target" + attribute("state", unit.progress.state(unfinished: "needs-translation"))
        + ">\(inline(target))</target>\n"
    }
    if !unit.metadata.isEmpty {
      text += "<context-group purpose=\"information\">"
      for (name, value) in unit.metadata.sorted(by: { $0.key < $1.key }) {
        text +=
          "<context" + attribute("context-type", XLIFF1Unit.contextPrefix(of: program) + name)
          + ">\(content(value))</context>"
      }
      text += "</context-group>\n"
    }
    for note in unit.notes { text += "<note" + attribute("from", note.category) + ">\(content(note.text))</note>\n" }
    for alternative in unit.alternatives {
      text += "<alt-trans" + attribute("origin", alternative.origin) + " xml:space=\"preserve\">"
      text += "<target>\(inline(alternative.text))</target></alt-trans>\n"
    }
    return text + "</trans-unit>\n"
  }

  /// The element in the header of a `file` with the number of units.
  static let unitCount = "count-group"

  static func element(ofUnitCount count: Int, program: String) -> String {
    "<\(unitCount)" + attribute("name", program) + ">"
      + "<count count-type=\"total\" unit=\"trans-unit\">\(count)</count></\(unitCount)>"
  }

  static func inline(_ text: InlineText) -> String {
    var markup = ""
    var forbidden = 0
    for part in text.parts {
      switch part {
      case .code(let code):
        markup += "<ph" + attribute("id", code.id) + attribute("equiv-text", code.label)
        markup += ">\(content(code.text))</ph>"
      case .text(let text):
        XLIFFCharacter.split(text) { piece, scalar in
          markup += content(piece)
          guard let scalar else { return }
          forbidden += 1
          markup += "<x" + attribute("id", XLIFFCharacter.id(of: scalar, number: forbidden)) + "/>"
        }
      }
    }
    return markup
  }
}
