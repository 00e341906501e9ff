import Basics

/// The list of languages in a folder of texts: `languages.json`.
package enum LanguageList {
  package struct Language: Hashable, Sendable {
    package let id: Int
    package let name: String
    /// The locale as NStack spells it; never empty or with a slash, so it can be part of a file's name.
    package let locale: String
    /// The direction as NStack writes it: `LRM` or `RML`.
    package let direction: String
    package let isDefault: Bool

    package init(id: Int, name: String, locale: String, direction: String, isDefault: Bool) {
      (self.id, self.name, self.locale, self.direction) = (id, name, locale, direction)
      self.isDefault = isDefault
    }
  }

  /// Reads the list from the bytes of an answer: the languages in NStack's order, at least one, each with a different
  /// locale.
  package static func languages(_ bytes: [UInt8], file: String) throws(ResourceFolderError) -> [Language] {
    try JSONTree.withRoot(of: bytes) { error in
      ResourceFolderError(.shape, file: file, "it is not JSON: \(error.message) at byte \(error.offset).")
    } _: { (root) throws(ResourceFolderError) in
      try languages(root, file)
    }
  }

  private static func languages(_ root: JSONNode, _ file: String) throws(ResourceFolderError) -> [Language] {
    guard root.kind == .object, let list = root.member("data"), list.kind == .array else {
      throw ResourceFolderError(.shape, file: file, "it has no list \"data\".")
    }
    var languages: [Language] = []
    var locales: Set<String> = []
    for node in list.children {
      let path = "data[\(languages.count)]"
      let language = try language(node, path, file)
      guard locales.insert(language.locale).inserted else {
        throw ResourceFolderError(
          .shape, file: file, "\(path) has the locale \"\(Visible.text(language.locale))\" a second time.")
      }
      languages.append(language)
    }
    guard !languages.isEmpty else { throw ResourceFolderError(.shape, file: file, "it lists no language.") }
    return languages
  }

  private static func language(_ node: JSONNode, _ path: String, _ file: String) throws(ResourceFolderError) -> Language
  {
    func mismatch(_ message: String) -> ResourceFolderError {
      ResourceFolderError(.shape, file: file, "\(path) \(message)")
    }
    guard node.kind == .object else { throw mismatch("is not an object.") }
    func text(_ name: StaticString) throws(ResourceFolderError) -> String {
      guard let value = node.member(name), value.kind == .string else { throw mismatch("has no text \"\(name)\".") }
      return value.text
    }
    guard let id = node.member("id")?.looseInteger else { throw mismatch("has no number \"id\".") }
    let locale = try text("locale")
    guard !locale.isEmpty, !locale.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      throw mismatch("has the locale \"\(Visible.text(locale))\", which cannot be part of a file's name.")
    }
    let isDefault = node.member("is_default").map { $0.isTrue || $0.looseInteger == 1 } ?? false
    return Language(
      id: id, name: try text("name"), locale: locale, direction: try text("direction"), isDefault: isDefault)
  }
}
