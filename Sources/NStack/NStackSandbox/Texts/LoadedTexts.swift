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

  /// At least one platform. Clients are told the first.
  let platforms: [Platform]
  let namesPlatform: Bool
  /// The bytes that identify the loaded proposals.
  let proposalBytes: [UInt8]

  init(_ source: String?) throws(SandboxError) {
    let folders = try Self.folders(of: source)
    var platforms: [Platform] = []
    var namesPlatform = true
    var proposalIDs: Set<Int> = []
    for folder in folders {
      let (platform, isNamed) = try folder.platform()
      namesPlatform = namesPlatform && isNamed
      platforms.append(platform)
      for proposal in platform.proposals where !proposalIDs.insert(proposal.id).inserted {
        throw SandboxError(.texts, "\(folder.path("proposals.json")) has a second proposal with the id \(proposal.id)")
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

  /// The bytes that identify the proposals of some folders: the contents of their files.
  static func proposalBytes(_ folders: [Folder]) throws(SandboxError) -> [UInt8] {
    var all: [UInt8] = []
    for folder in folders {
      if let slug = folder.slug { all += Array("\(slug)\n".utf8) }
      all += try folder.bytes("proposals.json") ?? []
    }
    return all
  }
}

extension LoadedTexts {
  /// A folder with the texts of one platform.
  struct Folder {
    /// The platform's name, if the folder gives it; nil if its files do.
    let slug: String?
    /// Its path; nil for the sample texts.
    let path: String?

    fileprivate func platform() throws(SandboxError) -> (platform: Platform, isNamed: Bool) {
      guard let languages = try languages() else {
        throw SandboxError(.texts, "\(path(ResourceFolder.list)) is missing")
      }
      var resources: [[UInt8]] = []
      var texts: Set<TextName> = []
      var slug = slug
      for language in languages {
        let name = ResourceFolder.name(ofLocale: language.locale)
        guard let bytes = try bytes(name) else {
          throw SandboxError(.texts, "\(path(name)) is missing, but languages.json names its locale")
        }
        let meta: [UInt8]?
        do throws(JSONReader.SyntaxError) { meta = try ResourceDocument.collectTexts(bytes, into: &texts) } catch {
          throw SandboxError(.texts, "\(path(name)) is not a resource: \(error.message) at byte \(error.offset)")
        }
        if let fault = meta.flatMap(LocalizationResource.fault) {
          throw SandboxError(.texts, "\(path(name)) cannot be served to a client: \(fault)")
        }
        slug = slug ?? ResourceDocument.platform(bytes)
        resources.append(bytes)
      }
      let platform = Platform(
        slug: slug ?? "mobile", languages: languages, resources: resources, proposals: try proposals(), texts: texts)
      return (platform, slug != nil)
    }

    /// The bytes of each language's resource with its locale, in the order of `languages.json`. They are not parsed.
    func resources() throws(SandboxError) -> [(locale: String, bytes: [UInt8]?)] {
      var resources: [(locale: String, bytes: [UInt8]?)] = []
      for language in try languages() ?? [] {
        resources.append((language.locale, try bytes(ResourceFolder.name(ofLocale: language.locale))))
      }
      return resources
    }

    private func languages() throws(SandboxError) -> [LanguageList.Language]? {
      guard let bytes = try bytes(ResourceFolder.list, most: ResourceFolder.mostBytesOfList) else { return nil }
      return try Self.checked { () throws(ResourceFolderError) in
        try LanguageList.languages(bytes, file: path(ResourceFolder.list))
      }
    }

    private func proposals() throws(SandboxError) -> [Proposal] {
      guard let bytes = try bytes("proposals.json") else { return [] }
      do { return try JSONDecoder().decode(ProposalFile.self, from: Data(bytes)).data } catch {
        throw SandboxError(
          .texts, "\(path("proposals.json")) does not have the form of NStack's answers", cause: "\(error)")
      }
    }

    fileprivate func bytes(_ name: String, most: Int = ResourceFolder.mostBytesOfResource) throws(SandboxError)
      -> [UInt8]?
    {
      guard let path else { return LoadedTexts.samples[name] }
      return try Self.checked { () throws(ResourceFolderError) in
        try ResourceFolder.bytes(at: "\(path)/\(name)", most: most)
      }
    }

    fileprivate func path(_ name: String) -> String { path.map { "\($0)/\(name)" } ?? "the sample file \(name)" }

    private static func checked<Value>(_ read: () throws(ResourceFolderError) -> Value) throws(SandboxError) -> Value {
      do throws(ResourceFolderError) { return try read() } catch {
        throw SandboxError(.texts, "\(error.file): \(error.message)")
      }
    }
  }

  private struct ProposalFile: Decodable { let data: [Proposal] }

  /// The sample texts in the program itself: the files of `Samples/texts`.
  fileprivate static let samples = EmbeddedFiles(nstack_samples_files())
}
