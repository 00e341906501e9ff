import Basics
import CEmbedded
import Foundation
import NStackAPI
import Resources

/// The texts of an application, read from files in NStack's own shapes, checked, and ready for the database.
struct LoadedTexts {
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

  struct Platform {
    let slug: String
    let languages: [LanguageList.Language]
    /// The files with the texts, as they are, in the order of the languages.
    let resources: [[UInt8]]
    let proposals: [Proposal]
    let texts: Set<TextName>
  }

  struct Folder {
    /// The platform's name, if the folder gives it; nil if its files do.
    let slug: String?
    /// Its path; nil for the sample texts.
    let path: String?
  }

  /// At least one; the first is the one that clients are told of.
  let platforms: [Platform]
  let namesPlatform: Bool
  /// The bytes by which the loaded proposals are recognised.
  let proposalBytes: [UInt8]

  init(_ source: String?) throws(SandboxError) {
    let folders = try Self.folders(of: source)
    var platforms: [Platform] = []
    var namesPlatform = true
    var proposalIDs: Set<Int> = []
    for folder in folders {
      let (platform, isNamed) = try Self.platform(folder)
      namesPlatform = namesPlatform && isNamed
      platforms.append(platform)
      for proposal in platform.proposals where !proposalIDs.insert(proposal.id).inserted {
        throw SandboxError(
          .texts, "\(Self.path("proposals.json", folder.path)) has a second proposal with the id \(proposal.id)")
      }
    }
    (self.platforms, self.namesPlatform) = (platforms, namesPlatform)
    proposalBytes = try Self.proposalBytes(folders)
  }

  /// The folders of a source: the source itself, or, if it has no `languages.json`, the folders in it that have one, each named
  /// after its platform. `mobile` comes first, then the others by name.
  static func folders(of source: String?) throws(SandboxError) -> [Folder] {
    guard let path = source, !FileManager.default.fileExists(atPath: path + "/languages.json") else {
      return [Folder(slug: nil, path: source)]
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let slugs = names.filter { FileManager.default.fileExists(atPath: "\(path)/\($0)/languages.json") }
    // The error will then name the missing file.
    guard !slugs.isEmpty else { return [Folder(slug: nil, path: source)] }
    return slugs.sorted { ($0 == "mobile" ? 0 : 1, $0) < ($1 == "mobile" ? 0 : 1, $1) }.map { slug in
      Folder(slug: slug, path: "\(path)/\(slug)")
    }
  }

  private static func platform(_ folder: Folder) throws(SandboxError) -> (platform: Platform, isNamed: Bool) {
    let source = folder.path
    guard let languages = try languages(of: source) else {
      throw SandboxError(.texts, "\(path(ResourceFolder.list, source)) is missing")
    }
    var resources: [[UInt8]] = []
    var texts: Set<TextName> = []
    var slug = folder.slug
    for language in languages {
      let name = ResourceFolder.name(ofLocale: language.locale)
      guard let bytes = try bytes(name, source) else {
        throw SandboxError(.texts, "\(path(name, source)) is missing, but languages.json names its locale")
      }
      do throws(JSONReader.SyntaxError) { try ResourceDocument.collectTexts(bytes, into: &texts) } catch {
        throw SandboxError(.texts, "\(path(name, source)) is not a resource: \(error.message) at byte \(error.offset)")
      }
      slug = slug ?? ResourceDocument.platform(bytes)
      resources.append(bytes)
    }
    let proposals = try proposals(source)
    let platform = Platform(
      slug: slug ?? "mobile", languages: languages, resources: resources, proposals: proposals, texts: texts)
    return (platform, slug != nil)
  }

  /// The bytes by which the proposals of some folders are recognised: those of their files.
  static func proposalBytes(_ folders: [Folder]) throws(SandboxError) -> [UInt8] {
    var all: [UInt8] = []
    for folder in folders {
      if let slug = folder.slug { all += Array("\(slug)\n".utf8) }
      all += try bytes("proposals.json", folder.path) ?? []
    }
    return all
  }

  /// The bytes of each language's resource with its locale, in the order of `languages.json`. They are not parsed.
  static func resourceBytes(_ source: String?) throws(SandboxError) -> [(locale: String, bytes: [UInt8]?)] {
    var resources: [(locale: String, bytes: [UInt8]?)] = []
    for language in try languages(of: source) ?? [] {
      resources.append((language.locale, try bytes(ResourceFolder.name(ofLocale: language.locale), source)))
    }
    return resources
  }

  private static func languages(of source: String?) throws(SandboxError) -> [LanguageList.Language]? {
    guard let bytes = try bytes(ResourceFolder.list, source, most: ResourceFolder.mostBytesOfList) else { return nil }
    return try checked { () throws(ResourceFolderError) in
      try LanguageList.languages(bytes, file: path(ResourceFolder.list, source))
    }
  }

  private struct ProposalFile: Decodable { let data: [Proposal] }

  private static func proposals(_ source: String?) throws(SandboxError) -> [Proposal] {
    guard let bytes = try bytes("proposals.json", source) else { return [] }
    do { return try JSONDecoder().decode(ProposalFile.self, from: Data(bytes)).data } catch {
      throw SandboxError(.texts, "\(path("proposals.json", source)) is not of NStack's shape", cause: "\(error)")
    }
  }

  private static func bytes(_ name: String, _ source: String?, most: Int = ResourceFolder.mostBytesOfResource)
    throws(SandboxError) -> [UInt8]?
  {
    guard let path = source else { return SampleTexts.file(name) }
    return try checked { () throws(ResourceFolderError) in try ResourceFolder.bytes(at: "\(path)/\(name)", most: most) }
  }

  private static func checked<Value>(_ read: () throws(ResourceFolderError) -> Value) throws(SandboxError) -> Value {
    do throws(ResourceFolderError) { return try read() } catch {
      throw SandboxError(.texts, "\(error.file): \(error.message.dropLast())")
    }
  }

  private static func path(_ name: String, _ source: String?) -> String {
    source.map { "\($0)/\(name)" } ?? "the sample file \(name)"
  }
}

/// The sample texts in the program itself: the files of `Samples/texts`.
enum SampleTexts {
  private static let files = EmbeddedFiles(nstack_samples_files())

  static func file(_ name: String) -> [UInt8]? { files[name] }
}
