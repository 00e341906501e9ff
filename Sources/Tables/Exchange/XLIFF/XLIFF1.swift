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
    unit.progress = .ofUnit(element, target: target)
    unit.phase = target.attribute("phase-name")
    unit.qualifier = target.attribute("state-qualifier")
  }

  /// The prefix of the types of contexts that hold metadata of a group. The name of a context group cannot identify it, because
  /// names must be unique in a file.
  static func contextPrefix(of group: String) -> String { "x-\(group)-" }

  /// Trados's marks around text that a reviser deleted.
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
      // Text inside a pair of codes, and inside marks, is ordinary text.
      default: text.append(Self.text(of: element))
      }
    }
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
