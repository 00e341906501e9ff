import Basics

/// A folder with the texts of an application in NStack's own shapes, as `preview` writes it and a sandbox is filled from it:
/// `languages.json`, and a `resource-LOCALE.json` for each language.
package struct ResourceFolder: Sendable {
  package struct Resource: Sendable {
    package let language: LanguageList.Language
    package let file: String
    package let texts: ResourceTexts
    package let findings: [ResourceFinding]
  }

  package static let mostBytesOfList = 16 << 20
  /// The most bytes of one language's texts.
  package static let mostBytesOfResource = 256 << 20

  package static let list = "languages.json"

  /// The name of a language's file, which is in the folder whatever the locale is.
  package static func name(ofLocale locale: String) -> String { "resource-\(PathComponent(locale).text).json" }

  /// The texts in the order of the list of languages; at least one language.
  package let resources: [Resource]

  /// Reads a folder.
  ///
  /// - Parameter allowsEmpty: Whether a language may have no texts. More often than not that is a failure of whoever wrote the
  ///   folder.
  /// - Throws: `resource.missing`, `resource.unreadable`, `resource.shape`, `resource.empty`.
  package init(at path: String, allowsEmpty: Bool = false) throws(ResourceFolderError) {
    let folder = path.isEmpty ? "." : path
    let list = try LanguageList(at: "\(folder)/\(Self.list)")
    var resources: [Resource] = []
    for language in list.languages {
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

  private static func resource(
    _ language: LanguageList.Language, _ file: String
  ) throws(ResourceFolderError) -> Resource {
    guard let bytes = try bytes(at: file, most: mostBytesOfResource) else {
      throw ResourceFolderError(
        .missing, file: file, "this file is missing, but \(list) names the locale \(Visible.text(language.locale)).",
        hint: "Write the folder again with `nstack-review preview --output DIR`.")
    }
    let content: ResourceReader.Content
    do throws(JSONReader.SyntaxError) {
      content = try ResourceReader.read(bytes, locale: language.locale)
    } catch {
      throw ResourceFolderError(.shape, file: file, "it is not a resource: \(error.message) at byte \(error.offset).")
    }
    if content.texts.entries.isEmpty, let finding = content.findings.first {
      throw ResourceFolderError(
        .shape, file: file,
        "no value is a text of a section; in \(Visible.text(finding.section)): \(finding.message).")
    }
    return Resource(language: language, file: file, texts: content.texts, findings: content.findings)
  }

  package static func bytes(at file: String, most: Int) throws(ResourceFolderError) -> [UInt8]? {
    do throws(FileBytes.Failure) {
      return try FileBytes.bytes(at: file, most: most)
    } catch {
      throw ResourceFolderError(.unreadable, file: file, "this file \(error.predicate(most: most))")
    }
  }
}

extension LanguageList {
  /// Reads the list of languages from a file.
  fileprivate init(at file: String) throws(ResourceFolderError) {
    guard let bytes = try ResourceFolder.bytes(at: file, most: ResourceFolder.mostBytesOfList) else {
      throw ResourceFolderError(
        .missing, file: file, "there is no such file.",
        hint: "Name a folder that `nstack-review preview --output DIR` wrote.")
    }
    do throws(LanguageList.Mismatch) {
      try self.init(bytes)
    } catch {
      throw ResourceFolderError(.shape, file: file, error.message)
    }
  }
}
