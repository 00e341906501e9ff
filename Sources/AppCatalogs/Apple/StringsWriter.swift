import Basics

/// Writes Apple's .strings: `LOCALE.lproj/Localizable.strings` in UTF-8, which Xcode and plutil read.
struct StringsWriter {
  let options: CatalogOptions

  func files(_ contents: CatalogContents) -> [CatalogFile] {
    contents.locales.indices.compactMap { place in
      let texts = contents.texts(at: place)
      guard !texts.isEmpty else { return nil }
      var file = "/* \(CatalogMark.text) */\n"
      for (item, text) in texts {
        guard case .plain(let value) = text else { continue }
        file += "\n"
        if let comment = item.comment { file += "/* \(Self.comment(comment)) */\n" }
        file += "\(Self.quoted(item.name)) = \(Self.quoted(value));\n"
      }
      return CatalogFile(
        path: AppleFolder.path(contents.locales[place], options, "strings"), bytes: Array(file.utf8), texts: texts.count
      )
    }
  }

  /// A text in quotes.
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
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A comment without the sign that would end it.
  private static func comment(_ text: String) -> String { text.replacingExactly("*/", with: "* /") }
}

/// The folders of Apple's languages.
enum AppleFolder {
  /// The path of a language's file.
  static func path(_ locale: String, _ options: CatalogOptions, _ type: String) -> String {
    "\(name(ofLocale: locale)).lproj/\(options.table ?? "Localizable").\(type)"
  }

  /// A locale as Apple spells it: `da-DK` for `da_DK`.
  static func name(ofLocale locale: String) -> String { LocaleName.hyphenated(locale) }
}
