import Spreadsheet

/// The elements of XLIFF 1.2.
enum XLIFF1Markup {
  /// A `trans-unit`.
  static func element(of unit: XLIFFUnit, program: String) -> String {
    var text = "<trans-unit" + attribute("id", unit.id) + attribute("resname", unit.name.isEmpty ? nil : unit.name)
    if let length = unit.maximumLength { text += " maxwidth=\"\(length)\" size-unit=\"char\"" }
    text += unit.isTranslatable ? "" : " translate=\"no\""
    text += isConfirmed(unit) ? " approved=\"yes\"" : ""
    text += " xml:space=\"preserve\">\n<source>\(inline(unit.source))</source>\n"
    if let target = unit.target {
      text += "<target" + attribute("state", state(of: unit)) + ">\(inline(target))</target>\n"
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
    for note in unit.notes {
      text +=
        "<note" + attribute("from", note.category.isEmpty ? nil : note.category) + ">\(content(note.text))</note>\n"
    }
    for alternative in unit.alternatives {
      text += "<alt-trans" + attribute("origin", alternative.origin) + " xml:space=\"preserve\">"
      text += "<target>\(inline(alternative.text))</target></alt-trans>\n"
    }
    return text + "</trans-unit>\n"
  }

  /// The element in the header of a `file` with the number of units.
  static let unitCount = "count-group"

  /// The number of units in a document, for the header of a `file`.
  static func element(ofUnitCount count: Int, program: String) -> String {
    "<\(unitCount)" + attribute("name", program) + ">"
      + "<count count-type=\"total\" unit=\"trans-unit\">\(count)</count></\(unitCount)>"
  }

  /// An attribute with a space before it; empty without a value.
  static func attribute(_ name: String, _ value: String?) -> String {
    value.map { " \(name)=\"\(XMLTextWriter.escaped($0))\"" } ?? ""
  }

  private static func isConfirmed(_ unit: XLIFFUnit) -> Bool { unit.progress == .confirmed }

  private static func state(of unit: XLIFFUnit) -> String? {
    switch unit.progress {
    case .unstated: nil
    case .unfinished: "needs-translation"
    case .translated: "translated"
    case .confirmed: "final"
    }
  }

  private static func content(_ text: String) -> String { XMLTextWriter.escaped(text, isContent: true) }

  /// The markup of a text.
  static func inline(_ text: InlineText) -> String {
    var markup = ""
    var forbidden = 0
    for part in text.parts {
      switch part {
      case .code(let code):
        markup += "<ph" + attribute("id", code.id) + attribute("equiv-text", code.label.isEmpty ? nil : code.label)
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
