import Basics

/// The list of languages in a folder of texts: `languages.json`.
package struct LanguageList: Sendable {
  package struct Language: Hashable, Sendable {
    /// NStack's number of the language.
    package let id: Int
    /// The name in English.
    package let name: String
    /// The locale as NStack spells it; never empty or with a slash, so it can be part of a file's name.
    package let locale: String
    /// The direction as NStack writes it: `LRM` or `RML`.
    package let direction: String
    /// Whether this is the application's default language.
    package let isDefault: Bool
  }

  /// Why bytes are not a list of languages, as a sentence that follows the file's name.
  package struct Mismatch: Error {
    package let message: String
  }

  /// The languages in NStack's order: at least one, each with a locale of its own.
  package let languages: [Language]

  /// Reads the list from the bytes of an answer.
  package init(_ bytes: [UInt8]) throws(Mismatch) {
    languages = try bytes.withUnsafeBufferPointer { (buffer) throws(Mismatch) in
      let tree: JSONTree
      do throws(JSONReader.SyntaxError) {
        tree = try JSONTree(JSONReader(buffer))
      } catch {
        throw Mismatch(message: "it is not JSON: \(error.message) at byte \(error.offset).")
      }
      return try tree.withRoot { (root) throws(Mismatch) in try Self.languages(root) }
    }
  }

  private static func languages(_ root: JSONNode) throws(Mismatch) -> [Language] {
    guard root.kind == .object, let list = root.member("data"), list.kind == .array else {
      throw Mismatch(message: "it has no list \"data\".")
    }
    var languages: [Language] = []
    var locales: Set<String> = []
    for node in list.children {
      let path = "data[\(languages.count)]"
      let language = try language(node, path)
      guard locales.insert(language.locale).inserted else {
        throw Mismatch(message: "\(path) has the locale \"\(Visible.text(language.locale))\" a second time.")
      }
      languages.append(language)
    }
    guard !languages.isEmpty else { throw Mismatch(message: "it lists no language.") }
    return languages
  }

  private static func language(_ node: JSONNode, _ path: String) throws(Mismatch) -> Language {
    guard node.kind == .object else { throw Mismatch(message: "\(path) is not an object.") }
    func text(_ name: StaticString) throws(Mismatch) -> String {
      guard let value = node.member(name), value.kind == .string else {
        throw Mismatch(message: "\(path) has no text \"\(name)\".")
      }
      return value.text
    }
    guard let id = node.member("id")?.looseInteger else { throw Mismatch(message: "\(path) has no number \"id\".") }
    let locale = try text("locale")
    guard !locale.isEmpty, !locale.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      throw Mismatch(
        message: "\(path) has the locale \"\(Visible.text(locale))\", which cannot be part of a file's name.")
    }
    let isDefault = node.member("is_default").map { $0.isTrue || $0.looseInteger == 1 } ?? false
    return Language(
      id: id, name: try text("name"), locale: locale, direction: try text("direction"), isDefault: isDefault)
  }
}
