import Basics

/// Writes Android's string resources: `values/strings.xml` for the default language, and a folder for each other one.
struct AndroidWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.files { index, texts in
      var xml = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<!-- \(CatalogNotice.text) -->\n<resources>\n"
      for (item, text) in texts {
        if let comment = item.comment { xml += "    <!-- \(XMLText.comment(comment)) -->\n" }
        switch text {
        case .plain(let value):
          let attribute = Self.isPlainForAapt(value) ? "" : " formatted=\"false\""
          xml += "    <string name=\"\(item.name)\"\(attribute)>\(AndroidText.escaped(value))</string>\n"
        case .forms(let forms):
          xml += "    <plurals name=\"\(item.name)\">\n"
          for form in forms.ordered {
            xml += "        <item quantity=\"\(form.category.rawValue)\">\(AndroidText.escaped(form.text))</item>\n"
          }
          xml += "    </plurals>\n"
        case .template: break
        }
      }
      let folder =
        index == contents.defaultIndex ? "values" : "values-\(AndroidLocale.qualifier(contents.locales[index]))"
      return CatalogFile(
        path: "\(folder)/\(options.table ?? "strings").xml", text: xml + "</resources>\n", texts: texts.count)
    }
  }

  /// Whether aapt accepts the per cent signs of a text: there are none, or it is a valid Java format.
  private static func isPlainForAapt(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return true }
    let format = PrintfFormat(Array(text.utf8))
    let signs = text.utf8.count { $0 == UInt8(ascii: "%") }
    return signs == format.arguments.count { !$0.isSize } + 2 * format.percentSigns
      && !format.arguments.contains { $0.kind == .object || $0.isSize }
      && (format.arguments.count <= 1 || format.arguments.allSatisfy(\.isNumbered))
  }
}

enum AndroidText {
  static func escaped(_ text: String) -> String {
    var result = ""
    var isFirst = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "'": result += "\\'"
      case "\"": result += "\\\""
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "@" where isFirst, "?" where isFirst: result += "\\" + String(scalar)
      case "&", "<", ">": result += XMLText.entity(of: scalar) ?? ""
      case "\u{0}"..<" ", "\u{7F}", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}":
        result += "\\u" + scalar.value.padded(to: 4, radix: 16)
      default: result.unicodeScalars.append(scalar)
      }
      isFirst = false
    }
    // Spaces at the ends and several in a row are kept only between quotes.
    let needsQuotes = text.utf8.first == 0x20 || text.utf8.last == 0x20 || text.containsExactly("  ")
    return needsQuotes ? "\"\(result)\"" : result
  }
}

enum AndroidLocale {
  /// The old language codes that Android keeps from Java.
  private static let old = ["he": "iw", "id": "in", "yi": "ji"]

  /// The part of a folder's name after `values-`: `pt-rBR`, `b+sr+Latn`.
  static func qualifier(_ locale: String) -> String {
    let parts = LocaleName.normalized(locale).split(separator: "-").map(String.init)
    guard let language = parts.first else { return locale }
    if parts.count == 1 { return old[language] ?? language }
    if parts.count == 2, parts[1].utf8.count == 2, parts[1].utf8.allSatisfy(\.isASCIILetter) {
      return "\(old[language] ?? language)-r\(parts[1].uppercased())"
    }
    let spelled = parts.dropFirst().map { part in
      part.utf8.count == 4 && part.utf8.allSatisfy(\.isASCIILetter)
        ? part.prefix(1).uppercased() + part.dropFirst() : part.uppercased()
    }
    return (["b", language] + spelled).joined(separator: "+")
  }

  /// The locale in the part of a folder's name after `values-`; nil if that part is about something else, such as `night`.
  static func locale(_ qualifier: String) -> String? {
    if qualifier.hasPrefix("b+") { return String(qualifier.dropFirst(2)).replacing("+", with: "-") }
    let parts = qualifier.split(separator: "-").map(String.init)
    guard let language = parts.first, (2...3).contains(language.utf8.count), language != "car",
      language.utf8.allSatisfy({ $0.isASCIILetter })
    else { return nil }
    let current = old.first { $0.value == language }?.key ?? language
    if parts.count == 1 { return current }
    guard parts.count == 2, parts[1].hasPrefix("r"), parts[1].utf8.count == 3 else { return nil }
    return current + "-" + parts[1].dropFirst()
  }
}
