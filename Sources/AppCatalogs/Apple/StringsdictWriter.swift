import Basics
import Exchange
import Spreadsheet

/// Writes Apple's .stringsdict, a property list of the plurals.
struct StringsdictWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> (files: [CatalogFile], findings: [CatalogFinding]) {
    var findings: [CatalogFinding] = []
    let files = contents.locales.indices.compactMap { place -> CatalogFile? in
      var count = 0
      var plist = Self.head
      for (item, text) in contents.texts(at: place) {
        guard case .template(let template) = text else { continue }
        let all = [template.text, item.name] + template.plurals.values.flatMap(\.forms.values)
        if all.contains(where: XMLCharacter.isInside) {
          findings.append(
            CatalogFinding(
              code: .character, text: item.source ?? item.name, locale: contents.locales[place],
              message: "A property list cannot hold one of the control characters, so the text is left out."))
          continue
        }
        count += 1
        if let comment = item.comment { plist += "\t<!-- \(XMLComment.text(comment)) -->\n" }
        plist += "\t<key>\(Self.escaped(item.name))</key>\n\t<dict>\n"
        plist += Self.pair("NSStringLocalizedFormatKey", template.text, depth: 2)
        for (name, plural) in template.plurals.sorted(by: { $0.key < $1.key }) {
          plist += "\t\t<key>\(name)</key>\n\t\t<dict>\n"
          plist += Self.pair("NSStringFormatSpecTypeKey", "NSStringPluralRuleType", depth: 3)
          plist += Self.pair("NSStringFormatValueTypeKey", plural.type, depth: 3)
          for form in plural.forms.ordered { plist += Self.pair(form.category.rawValue, form.text, depth: 3) }
          plist += "\t\t</dict>\n"
        }
        plist += "\t</dict>\n"
      }
      guard count > 0 else { return nil }
      return CatalogFile(
        path: AppleFolder.path(contents.locales[place], options, "stringsdict"),
        bytes: Array((plist + "</dict>\n</plist>\n").utf8), texts: count)
    }
    return (files, findings)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- \(CatalogMark.text) -->
    <plist version="1.0">
    <dict>

    """

  private static func pair(_ key: String, _ value: String, depth: Int) -> String {
    let space = String(repeating: "\t", count: depth)
    return "\(space)<key>\(key)</key>\n\(space)<string>\(escaped(value))</string>\n"
  }

  private static func escaped(_ text: String) -> String { XMLTextWriter.escaped(text, isContent: true) }
}
