import Basics

/// A folder with the texts of an application in NStack's own shapes, as `preview` writes it and a sandbox reads it:
/// `languages.json`, and a `resource-LOCALE.json` for each language.
package struct ResourceFolder: Sendable {
  package struct Resource: Sendable {
    package let language: LanguageList.Language
    package let file: String
    package let texts: ResourceTexts
    package let findings: [ResourceFinding]
  }

  package static let mostBytesOfList = 16 << 20
  package static let mostBytesOfResource = 256 << 20

  package static let list = "languages.json"

  /// The name of a language's file, which stays inside the folder whatever the locale is.
  package static func name(ofLocale locale: String) -> String { "resource-\(PathComponent(locale).text).json" }

  /// The texts in the order of the list of languages; at least one language.
  package let resources: [Resource]

  /// - Parameter allowsEmpty: Whether a language may have no texts. Usually that means that writing the folder failed.
  /// - Throws: `resource.missing`, `resource.unreadable`, `resource.shape`, `resource.empty`.
  package init(at path: String, allowsEmpty: Bool = false) throws(ResourceFolderError) {
    let folder = path.isEmpty ? "." : path
    let list = "\(folder)/\(Self.list)"
    guard let bytes = try Self.bytes(at: list, most: Self.mostBytesOfList) else {
      throw ResourceFolderError(
        .missing, file: list, "there is no such file.",
        hint: "Name a folder that `nstack-review preview --output DIR` wrote.")
    }
    var resources: [Resource] = []
    for language in try LanguageList.languages(bytes, file: list) {
      let resource = try Self.resource(language, "\(folder)/\(Self.name(ofLocale: language.locale))")
      guard allowsEmpty || !resource.texts.entries.isEmpty else {
        throw ResourceFolderError(
          .empty, file: resource.file, "it has no texts.",
          hint: "Write the folder again with `nstack-review preview --output DIR`.")
      }
      resources.append(resource)
    }
    self.resources = resources
  }

  private static func resource(_ language: LanguageList.Language, _ file: String) throws(ResourceFolderError)
    -> Resource
  {
    guard let bytes = try bytes(at: file, most: mostBytesOfResource) else {
      throw ResourceFolderError(
        .missing, file: file, "this file is missing, but \(list) names the locale \(Visible.text(language.locale)).",
        hint: "Write the folder again with `nstack-review preview --output DIR`.")
    }
    let content: ResourceReader.Content
    do throws(JSONReader.SyntaxError) { content = try ResourceReader.read(bytes, locale: language.locale) } catch {
      throw ResourceFolderError(.shape, file: file, "it is not a resource: \(error.message) at byte \(error.offset).")
    }
    if content.texts.entries.isEmpty, let finding = content.findings.first {
      throw ResourceFolderError(
        .shape, file: file, "it has no texts; in \(Visible.text(finding.section)): \(finding.message).")
    }
    return Resource(language: language, file: file, texts: content.texts, findings: content.findings)
  }

  package static func bytes(at file: String, most: Int) throws(ResourceFolderError) -> [UInt8]? {
    do throws(FileBytes.Failure) { return try FileBytes.bytes(at: file, most: most) } catch {
      throw ResourceFolderError(.unreadable, file: file, "this file \(error.predicate(most: most))")
    }
  }
}

/// An error that keeps a folder of texts from being read.
package struct ResourceFolderError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on.
  package enum Code: String, Sendable {
    /// There is no file of this name.
    case missing = "resource.missing"
    /// A file cannot be read: the system refuses, or it is too large, or not a regular file.
    case unreadable = "resource.unreadable"
    /// A language has no texts.
    case empty = "resource.empty"
    /// A file is not in NStack's own shape.
    case shape = "resource.shape"
  }

  package let code: Code
  package let file: String
  /// What happened, as a sentence that follows the file's name.
  package let message: String
  package let hint: String?

  package init(_ code: Code, file: String, _ message: String, hint: String? = nil) {
    (self.code, self.file, self.message, self.hint) = (code, file, message, hint)
  }

  /// The error in one line: where, what, and what to do.
  package var description: String { "\(file): \(message)" + (hint.map { " \($0)" } ?? "") }
}
