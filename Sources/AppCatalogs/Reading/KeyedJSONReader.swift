import Basics
import Spreadsheet

/// Reads the JSON of ARB and i18next.
enum KeyedJSONReader {
  /// The texts of an ARB, whose `@@locale` names its language, or else the end of its name.
  static func readARB(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> BundledTexts {
    try JSONFile.withObject(bytes, path) { (root) throws(SpreadsheetError) in
      var texts: [ExactText: CatalogContents.Text] = [:]
      var locale: String?
      for (name, value) in root.members {
        if name == "@@locale" { locale = value.string }
        guard !name.hasPrefix("@") else { continue }
        guard let text = value.string else {
          throw CatalogFileError.malformed(
            path, "the value of \"\(Visible.text(name))\" is \(value.kind.noun), and a text was expected")
        }
        texts[ExactText(name)] = .plain(text)
      }
      let stem = CatalogPath.stem(path)
      let named = stem.firstIndex(of: "_").map { String(stem[stem.index(after: $0)...]) }
      return BundledTexts(format: .arb, file: path, locale: locale ?? named, texts: texts)
    }
  }

  /// The texts of an i18next JSON; the names of its objects and keys have dots between them.
  static func readI18next(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> BundledTexts {
    try JSONFile.withObject(bytes, path) { (root) throws(SpreadsheetError) in
      var texts: [ExactText: CatalogContents.Text] = [:]
      var isNested = false
      collect(root, "", &texts, &isNested)
      let folder = CatalogPath.folderName(path)
      let locale = CatalogPath.isLocale(folder) ? folder : CatalogPath.stem(path)
      return BundledTexts(
        format: .i18next, file: path, locale: CatalogPath.isLocale(locale) ? locale : nil, texts: texts,
        isNested: isNested)
    }
  }

  private static func collect(
    _ node: JSONNode, _ prefix: String, _ texts: inout [ExactText: CatalogContents.Text], _ isNested: inout Bool
  ) {
    for (name, value) in node.members {
      if let text = value.string {
        texts[ExactText(prefix + name)] = .plain(text)
      } else if value.kind == .object {
        isNested = true
        collect(value, prefix + name + ".", &texts, &isNested)
      }
    }
  }
}
