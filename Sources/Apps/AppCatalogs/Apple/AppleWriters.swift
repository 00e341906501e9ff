import Basics

/// Writes Apple's .strings: `LOCALE.lproj/Localizable.strings` in UTF-8, which Xcode and plutil read.
struct StringsWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.files { index, texts in
      var file = "/* \(CatalogNotice.text) */\n"
      for (item, text) in texts {
        guard case .plain(let value) = text else { continue }
        file += "\n"
        if let comment = item.comment { file += "/* \(Self.comment(comment)) */\n" }
        file += "\(Self.quoted(item.name)) = \(Self.quoted(value));\n"
      }
      return CatalogFile(path: options.applePath(contents.locales[index], "strings"), text: file, texts: texts.count)
    }
  }

  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        result += "\\U" + scalar.value.padded(to: 4, radix: 16, uppercase: true)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A comment without the characters that would end it.
  private static func comment(_ text: String) -> String { text.replacingExactly("*/", with: "* /") }
}

extension CatalogOptions {
  /// The path of a language's file, whose folder has the locale as Apple spells it: `da-DK` for `da_DK`.
  fileprivate func applePath(_ locale: String, _ type: String) -> String {
    "\(LocaleName.hyphenated(locale)).lproj/\(table ?? "Localizable").\(type)"
  }
}

/// Writes Apple's .stringsdict, a property list of the plurals.
struct StringsdictWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> (files: [CatalogFile], findings: [CatalogFinding]) {
    var findings: [CatalogFinding] = []
    let files = contents.locales.indices.compactMap { index -> CatalogFile? in
      var count = 0
      var plist = Self.head
      for (item, text) in contents.texts(at: index) {
        guard case .template(let template) = text else { continue }
        let all = [template.text, item.name] + template.plurals.values.flatMap(\.forms.values)
        if all.contains(where: { $0.unicodeScalars.contains(where: XMLText.isForbidden) }) {
          findings.append(
            CatalogFinding(
              code: .character, text: item.source.path, locale: contents.locales[index],
              message: "A property list cannot hold one of the control characters, so the text is left out."))
          continue
        }
        count += 1
        if let comment = item.comment { plist += "\t<!-- \(XMLText.comment(comment)) -->\n" }
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
        path: options.applePath(contents.locales[index], "stringsdict"), text: plist + "</dict>\n</plist>\n",
        texts: count)
    }
    return (files, findings)
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- \(CatalogNotice.text) -->
    <plist version="1.0">
    <dict>

    """

  private static func pair(_ key: String, _ value: String, depth: Int) -> String {
    let space = String(repeating: "\t", count: depth)
    return "\(space)<key>\(key)</key>\n\(space)<string>\(escaped(value))</string>\n"
  }

  private static func escaped(_ text: String) -> String { XMLText.escaped(text, isContent: true) }
}

/// Writes Apple's .xcstrings as Xcode does: sorted, with a space on both sides of the colon.
struct XCStringsWriter {
  let options: CatalogOptions

  func file(_ contents: CatalogContents) -> CatalogFile {
    let locales = contents.locales.map(LocaleName.hyphenated)
    let order = locales.indices.sorted { ExactText(locales[$0]) < ExactText(locales[$1]) }
    var count = 0
    var strings: [(String, JSONValue)] = []
    for item in contents.items.sorted(by: { ExactText($0.name) < ExactText($1.name) }) {
      let localizations = order.compactMap { index in item.texts[index].map { (locales[index], Self.json($0)) } }
      count += localizations.count
      let comment = item.comment.map { [("comment", JSONValue.string($0))] } ?? []
      strings.append(
        (
          item.name,
          .object(comment + [("extractionState", .string("manual")), ("localizations", .object(localizations))])
        ))
    }
    let json = JSONValue.object([
      ("sourceLanguage", .string(locales[contents.defaultIndex])), ("strings", .object(strings)),
      ("version", .string("1.0")),
    ])
    return CatalogFile(path: "\(options.table ?? "Localizable").xcstrings", json: json, layout: .xcode, texts: count)
  }

  private static func json(_ text: CatalogContents.Value) -> JSONValue {
    switch text {
    case .plain(let value): return .object([unit(value)])
    case .forms(let forms): return .object([variations(forms)])
    case .template(let template):
      let plurals = template.plurals.sorted { $0.key < $1.key }.map { name, plural -> (String, JSONValue) in
        let position = plural.position.map { [("argNum", JSONValue.integer($0))] } ?? []
        return (name, .object(position + [("formatSpecifier", .string(plural.type)), variations(plural.forms)]))
      }
      return .object([unit(template.text), ("substitutions", .object(plurals))])
    }
  }

  private static func variations(_ forms: [PluralCategory: String]) -> (String, JSONValue) {
    let sorted = forms.ordered.sorted { $0.category.rawValue < $1.category.rawValue }
    let plural = sorted.map { ($0.category.rawValue, JSONValue.object([unit($0.text)])) }
    return ("variations", .object([("plural", .object(plural))]))
  }

  private static func unit(_ value: String) -> (String, JSONValue) {
    ("stringUnit", .object([("state", .string("translated")), ("value", .string(value))]))
  }
}
