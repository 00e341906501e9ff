import Foundation
import NStackAPI

/// The texts of an application as they come out of files in NStack's own shapes, checked and ready for the database.
struct LoadedTexts {
  /// A language of `languages.json`.
  struct Language: Decodable {
    let id: Int
    let name: String
    let locale: String
    let direction: String
    let isDefault: Bool?

    private enum CodingKeys: String, CodingKey {
      case id, name, locale, direction
      case isDefault = "is_default"
    }
  }

  /// A proposal of `proposals.json`.
  struct Proposal: Decodable {
    let id: Int
    let applicationID: Int?
    let section: String
    let key: String
    let locale: String
    let value: String
    let canDelete: Bool?

    private enum CodingKeys: String, CodingKey {
      case id, section, key, locale, value
      case applicationID = "application_id"
      case canDelete = "can_delete"
    }
  }

  /// The texts of one language: the file as it is.
  struct Resource {
    let locale: String
    let bytes: [UInt8]
  }

  let languages: [Language]
  let resources: [Resource]
  let proposals: [Proposal]
  /// Every text that any resource holds.
  let texts: Set<TextName>
  /// The platform's slug, where a resource names one.
  let platform: String?
  /// The bytes of `proposals.json`; nil where there is none.
  let proposalBytes: [UInt8]?

  /// Reads all files.
  ///
  /// - Throws: `texts` with the file's name.
  init(_ source: SandboxConfiguration.Texts) throws(SandboxError) {
    guard let languages = try Self.decode([Language].self, "languages.json", source), !languages.isEmpty else {
      throw SandboxError(.texts, "\(Self.place("languages.json", source)) is missing or lists no language")
    }
    var resources: [Resource] = []
    var texts: Set<TextName> = []
    var platform: String?
    for language in languages {
      let name = "resource-\(language.locale).json"
      guard !language.locale.contains("/"), let bytes = try Self.bytes(name, source) else {
        throw SandboxError(.texts, "\(Self.place(name, source)) is missing, but languages.json names its locale")
      }
      do throws(JSONReader.SyntaxError) {
        try ResourceDocument.collectTexts(bytes, into: &texts)
      } catch {
        throw SandboxError(
          .texts, "\(Self.place(name, source)) is no resource: \(error.message) at byte \(error.offset)")
      }
      platform = platform ?? ResourceDocument.platform(bytes)
      resources.append(Resource(locale: language.locale, bytes: bytes))
    }
    self.languages = languages
    self.resources = resources
    self.texts = texts
    self.platform = platform
    proposals = try Self.decode([Proposal].self, "proposals.json", source) ?? []
    proposalBytes = try Self.proposalBytes(source)
  }

  /// The bytes of `proposals.json`; nil where there is none.
  static func proposalBytes(_ source: SandboxConfiguration.Texts) throws(SandboxError) -> [UInt8]? {
    try bytes("proposals.json", source)
  }

  /// The bytes of each language's resource by its locale, in the order of `languages.json`, none of which is read.
  static func resourceBytes(
    _ source: SandboxConfiguration.Texts
  ) throws(SandboxError) -> [(locale: String, bytes: [UInt8]?)] {
    var resources: [(locale: String, bytes: [UInt8]?)] = []
    for language in try decode([Language].self, "languages.json", source) ?? [] {
      let name = "resource-\(language.locale).json"
      resources.append((language.locale, language.locale.contains("/") ? nil : try bytes(name, source)))
    }
    return resources
  }

  private struct Envelope<Content: Decodable>: Decodable {
    let data: Content
  }

  private static func decode<Content: Decodable>(
    _ content: Content.Type, _ name: String, _ source: SandboxConfiguration.Texts
  ) throws(SandboxError) -> Content? {
    guard let bytes = try bytes(name, source) else { return nil }
    do {
      return try JSONDecoder().decode(Envelope<Content>.self, from: Data(bytes)).data
    } catch {
      throw SandboxError(.texts, "\(place(name, source)) is not of NStack's shape", cause: "\(error)")
    }
  }

  /// The bytes of a file; nil where there is none.
  private static func bytes(_ name: String, _ source: SandboxConfiguration.Texts) throws(SandboxError) -> [UInt8]? {
    switch source {
    case .samples: return SampleTexts.file(name)
    case .folder(let path):
      let file = path + "/" + name
      guard FileManager.default.fileExists(atPath: file) else { return nil }
      do {
        return Array(try Data(contentsOf: URL(filePath: file)))
      } catch {
        throw SandboxError(.texts, "\(file) cannot be read", cause: "\(error)")
      }
    }
  }

  private static func place(_ name: String, _ source: SandboxConfiguration.Texts) -> String {
    switch source {
    case .samples: "the sample file \(name)"
    case .folder(let path): "\(path)/\(name)"
    }
  }
}

/// Where a text stands in every language: section and key, byte by byte.
struct TextName: Hashable {
  let section: ExactText
  let key: ExactText

  init(_ section: String, _ key: String) {
    self.section = ExactText(section)
    self.key = ExactText(key)
  }
}
