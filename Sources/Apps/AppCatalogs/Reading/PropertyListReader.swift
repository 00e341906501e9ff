import Basics
import Exchange
import Spreadsheet

/// Reads an Apple property list in XML: a .stringsdict, or a .strings in that form.
enum PropertyListReader {
  static func read(_ path: String) throws -> [ExactText: CatalogContents.Value] {
    var texts: [ExactText: CatalogContents.Value] = [:]
    var key: String?
    try XMLTreeReader.read(path, limits: SpreadsheetLimits()) { element, depth in
      switch (depth, element.name) {
      case (1, "plist"), (2, "dict"): return false
      case (1, _), (2, _):
        throw CatalogFileError.malformed(
          path, "the element \"\(Visible.text(element.name))\" is not one of a property list of texts",
          line: element.line, hint: "Check the file with plutil.")
      default: return true
      }
    } collected: { element in
      if element.name == "key" {
        key = element.text
        return
      }
      guard let name = key else {
        throw CatalogFileError.malformed(
          path, "a value comes before its key", line: element.line, hint: "Check the file with plutil.")
      }
      key = nil
      if element.name == "string" {
        texts[ExactText(name)] = .plain(element.text)
      } else if element.name == "dict", let template = template(element) {
        texts[ExactText(name)] = .template(template)
      }
    }
    return texts
  }

  private static func template(_ dictionary: XMLNode) -> CatalogContents.Template? {
    var members = pairs(dictionary)
    guard let text = members.removeValue(forKey: "NSStringLocalizedFormatKey")?.text else { return nil }
    var plurals: [String: CatalogContents.Plural] = [:]
    for (name, value) in members where value.name == "dict" {
      let facts = pairs(value)
      var forms: [PluralCategory: String] = [:]
      for category in PluralCategory.allCases {
        if let form = facts[category.rawValue], form.name == "string" { forms[category] = form.text }
      }
      plurals[name] = CatalogContents.Plural(
        position: position(of: name, in: text), type: facts["NSStringFormatValueTypeKey"]?.text ?? "", forms: forms)
    }
    return CatalogContents.Template(text: text, plurals: plurals)
  }

  /// The position in `%2$#@name@`; nil without one.
  private static func position(of name: String, in text: String) -> Int? {
    let bytes = Array(text.utf8)
    let variable = Array("$#@\(name)@".utf8)
    for end in bytes.indices where bytes[end] == variable[0] && bytes[end...].starts(with: variable) {
      let digits = bytes[..<end].reversed().prefix(while: \.isASCIIDigit)
      let start = end - digits.count
      if !digits.isEmpty, start > 0, bytes[start - 1] == UInt8(ascii: "%") { return Int(bytes.part(start..<end)) }
    }
    return nil
  }

  private static func pairs(_ dictionary: XMLNode) -> [String: XMLNode] {
    var pairs: [String: XMLNode] = [:]
    var key: String?
    for element in dictionary.elements {
      if element.name == "key" {
        key = element.text
      } else if let name = key {
        pairs[name] = element
        key = nil
      }
    }
    return pairs
  }
}
