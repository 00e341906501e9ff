import Basics
import Spreadsheet

enum KeyedJSONReader {
  /// The texts of an ARB file. Its language is that of `@@locale`, or else of the end of the file's name.
  static func readARB(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> BundledTexts {
    try JSONFile.withObject(bytes, path) { (root) throws(SpreadsheetError) in
      var texts: [ExactText: CatalogContents.Value] = [:]
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
      let stem = FileName(path).base
      let named = stem.firstIndex(of: "_").map { String(stem[stem.index(after: $0)...]) }
      return BundledTexts(format: .arb, file: path, locale: locale ?? named, texts: texts)
    }
  }

  /// The texts of an i18next JSON; names of objects and keys are joined with dots.
  static func readI18next(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> BundledTexts {
    try JSONFile.withObject(bytes, path) { (root) throws(SpreadsheetError) in
      var texts: [ExactText: CatalogContents.Value] = [:]
      var isNested = false
      collect(root, "", &texts, &isNested)
      return BundledTexts(
        format: .i18next, file: path, locale: BundledTexts.localeName(ofJSON: path), texts: texts, isNested: isNested)
    }
  }

  private static func collect(
    _ node: JSONNode, _ prefix: String, _ texts: inout [ExactText: CatalogContents.Value], _ isNested: inout Bool
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

/// Reads Apple's .xcstrings: the texts of all its languages.
enum XCStringsReader {
  /// The texts by locale; a language without texts is not among them.
  static func read(_ bytes: [UInt8], _ path: String) throws(SpreadsheetError) -> [BundledTexts] {
    try JSONFile.withObject(bytes, path) { (root) throws(SpreadsheetError) in
      guard let strings = root.object("strings") else {
        throw CatalogFileError.malformed(path, "the file has no object \"strings\", as an .xcstrings has")
      }
      let source = root.member("sourceLanguage")?.string
      var languages: [String: [ExactText: CatalogContents.Value]] = [:]
      if let source { languages[source] = [:] }
      var others: [String] = []
      for (name, entry) in strings.members {
        guard let localizations = entry.object("localizations"),
          entry.member("shouldTranslate").map({ $0.kind == .bool && !$0.isTrue }) != true
        else {
          others.append(name)
          continue
        }
        for (locale, node) in localizations.members {
          guard let text = text(node) else {
            others.append(name)
            continue
          }
          languages[locale, default: [:]][ExactText(name)] = text
        }
      }
      if languages.isEmpty {
        return [BundledTexts(format: .xcstrings, file: path, locale: nil, texts: [:], others: others)]
      }
      return languages.sorted { $0.key < $1.key }.map { locale, texts in
        BundledTexts(
          format: .xcstrings, file: path, locale: locale, texts: texts, others: others, isSource: locale == source)
      }
    }
  }

  private static func text(_ node: JSONNode) -> CatalogContents.Value? {
    if let substitutions = node.object("substitutions"), let text = unit(node) {
      var plurals: [String: CatalogContents.Plural] = [:]
      for (name, value) in substitutions.members {
        guard let forms = forms(value) else { continue }
        plurals[name] = CatalogContents.Plural(
          position: value.member("argNum").flatMap { Int($0.text) },
          type: value.member("formatSpecifier")?.string ?? "", forms: forms)
      }
      return .template(CatalogContents.Template(text: text, plurals: plurals))
    }
    if let forms = forms(node) { return .forms(forms) }
    return unit(node).map { .plain($0) }
  }

  private static func unit(_ node: JSONNode) -> String? { node.object("stringUnit")?.member("value")?.string }

  private static func forms(_ node: JSONNode) -> [PluralCategory: String]? {
    guard let plural = node.object("variations")?.object("plural") else { return nil }
    var forms: [PluralCategory: String] = [:]
    for (name, value) in plural.members {
      if let category = PluralCategory(rawValue: name), let text = unit(value) { forms[category] = text }
    }
    return forms
  }
}

extension JSONNode {
  /// The value of a member, if both this node and the value are objects.
  fileprivate func object(_ name: StaticString) -> JSONNode? {
    guard kind == .object, let value = member(name), value.kind == .object else { return nil }
    return value
  }
}

private enum JSONFile {
  static func withObject<Result>(
    _ bytes: [UInt8], _ path: String, _ body: (JSONNode) throws(SpreadsheetError) -> Result
  ) throws(SpreadsheetError) -> Result {
    func syntaxError(_ error: JSONReader.SyntaxError) -> SpreadsheetError {
      let line = 1 + bytes.prefix(error.offset).count { $0 == 0x0A }
      return CatalogFileError.malformed(path, "the file is not JSON: found \(error.message)", line: line)
    }
    return try JSONTree.withRoot(of: bytes, orThrow: syntaxError) { (root) throws(SpreadsheetError) in
      guard root.kind == .object else {
        throw CatalogFileError.malformed(path, "the file is \(root.kind.noun), and an object was expected")
      }
      return try body(root)
    }
  }
}
