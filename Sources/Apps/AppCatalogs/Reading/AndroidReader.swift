import Basics
import Exchange
import Spreadsheet

enum AndroidReader {
  static func read(_ path: String) throws -> (texts: [ExactText: CatalogContents.Value], others: [String]) {
    var texts: [ExactText: CatalogContents.Value] = [:]
    var others: [String] = []
    try XMLTreeReader.read(path, limits: SpreadsheetLimits()) { element, depth in
      guard depth > 1 || element.name == "resources" else {
        throw CatalogFileError.malformed(
          path, "the root element is \"\(Visible.text(element.name))\", not \"resources\"", line: element.line,
          hint: "Name a strings.xml of an Android app.")
      }
      return depth > 1
    } collected: { element in
      guard let name = element.attribute("name"), element.attribute("translatable") != "false" else {
        others.append(element.attribute("name") ?? element.name)
        return
      }
      switch element.name {
      case "string": texts[ExactText(name)] = .plain(AndroidText.read(element.text))
      case "plurals":
        var forms: [PluralCategory: String] = [:]
        for item in element.elements where item.name == "item" {
          guard let category = item.attribute("quantity").flatMap(PluralCategory.init(rawValue:)) else { continue }
          forms[category] = AndroidText.read(item.text)
        }
        texts[ExactText(name)] = .forms(forms)
      default: others.append(name)
      }
    }
    return (texts, others)
  }
}

extension AndroidText {
  /// A text as an app shows it: without escapes and quotes, and with each run of white space outside quotes as one
  /// space.
  static func read(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    let scalars = Array(text.unicodeScalars)
    var index = 0
    var isQuoted = false
    var pendingSpace = false
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { " \t\n\r".unicodeScalars.contains(scalar) }
    func append(_ scalar: Unicode.Scalar) {
      if pendingSpace, !result.isEmpty { result.append(" ") }
      pendingSpace = false
      result.append(scalar)
    }
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\"":
        if !isQuoted, pendingSpace, !result.isEmpty { result.append(" ") }
        pendingSpace = false
        isQuoted.toggle()
      case "\\" where index < scalars.count:
        let letter = scalars[index]
        index += 1
        switch letter {
        case "n": append("\n")
        case "t": append("\t")
        case "u":
          let digits = scalars[index..<min(index + 4, scalars.count)]
          let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
          index += digits.count
          append(value.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        default: append(letter)
        }
      case _ where isSpace(scalar) && !isQuoted: pendingSpace = true
      default: append(scalar)
      }
    }
    return String(result)
  }
}
