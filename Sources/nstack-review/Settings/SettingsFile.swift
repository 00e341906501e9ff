import Basics
import NStackAPI
import ReviewJournal
import TranslationReview
import Yams

/// A file of connection settings: a default set and named profiles.
struct SettingsFile {
  /// One set of settings.
  struct Settings {
    var address = AddressSettings()
    var applicationID: String?
    var restAPIKey: String?
    var guid: String?
    var platform: String?
    var settleTime: String?
    var memory: String?
    var profile: String?
    var glossary: String?
  }

  /// The file's path.
  let path: String
  /// The severities of checks.
  let checks: CheckSettings
  /// The table of hosts; nil if the file has none.
  let hosts: HostTable?
  /// What is exported for agencies, by the names of presets.
  let presets: [String: ExportPreset]
  private let settings: Settings
  private let profiles: [String: Settings]

  /// Whether the file contains a secret.
  var holdsSecrets: Bool {
    ([settings] + profiles.values).contains { $0.applicationID != nil || $0.restAPIKey != nil }
  }

  /// The path of the project's glossary; nil for none. In the file, it is relative to the file's folder.
  var glossaryPath: String? {
    settings.glossary.map { glossary in
      guard !glossary.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return glossary }
      return path[...slash] + glossary
    }
  }

  /// The names of the profiles.
  var profileNames: [String] { profiles.keys.sorted() }
  /// The file's default profile.
  var defaultProfile: String? { settings.profile }

  /// Reads a file; nil if there is none.
  ///
  /// - Parameter allowsSecrets: Whether the file may contain the application id and the key.
  init?(path: String, allowsSecrets: Bool) throws {
    guard let text = try PlainFile.text(at: path) else { return nil }
    self.path = path
    let node: Node?
    do {
      node = try Yams.compose(yaml: text)
    } catch {
      throw Failure.usage(.yaml, YAMLProblem.line(error, path: path))
    }
    guard let node, node != Node("") else {
      (settings, profiles, checks, hosts, presets) = (Settings(), [:], CheckSettings(), nil, [:])
      return
    }
    guard let mapping = node.mapping else { throw Failure.usage(.yaml, "\(path): a mapping was expected") }
    let reader = Reader(path: path, allowsSecrets: allowsSecrets)
    settings = try reader.settings(mapping, isProfile: false)
    checks = try reader.checks(mapping)
    hosts = try mapping["hosts"].map(HostsReader(path: path).table)
    presets = try allowsSecrets ? [:] : reader.presets(mapping)
    var profiles: [String: Settings] = [:]
    if let named = mapping["profiles"] {
      guard let named = named.mapping else {
        throw Failure.usage(.yaml, "\(path): \"profiles\" must be a mapping of names to settings")
      }
      for (name, value) in named {
        guard let name = name.string, let value = value.mapping else {
          throw Failure.usage(.yaml, "\(path): each profile must be a mapping of settings")
        }
        profiles[name] = try reader.settings(value, isProfile: true)
      }
    }
    self.profiles = profiles
  }

  /// The path of the user's file; nil if the system names no folder for it.
  static var userPath: String? { EnvironmentVariables.configurationFolder.map { "\($0)/config.yaml" } }

  /// Reads the user's file; nil if there is none.
  static func ofUser() throws -> SettingsFile? {
    try userPath.flatMap { try SettingsFile(path: $0, allowsSecrets: true) }
  }

  /// Reads the project's file; nil if there is none.
  static func ofProject() throws -> SettingsFile? {
    try ProjectFile.path().flatMap { try SettingsFile(path: $0, allowsSecrets: false) }
  }

  /// The settings of a profile; the file's own settings fill the gaps.
  func settings(ofProfile name: String?) -> Settings {
    guard let name, let profile = profiles[name] else { return settings }
    var result = settings
    result.address = profile.address.filled(from: settings.address)
    result.applicationID = profile.applicationID ?? result.applicationID
    result.restAPIKey = profile.restAPIKey ?? result.restAPIKey
    result.guid = profile.guid ?? result.guid
    result.platform = profile.platform ?? result.platform
    result.settleTime = profile.settleTime ?? result.settleTime
    result.memory = profile.memory ?? result.memory
    return result
  }

  private struct Reader {
    private static let names = [
      "base-url", "stage", "country", "hosts", "guid", "platform", "settle-time", "memory", "profile", "profiles",
      "checks", "glossary", "presets", "application-id", "rest-api-key",
    ]
    let path: String
    let allowsSecrets: Bool

    /// The severities of checks, in the file of a project.
    func checks(_ mapping: Node.Mapping) throws -> CheckSettings {
      var settings = CheckSettings()
      guard !allowsSecrets, let node = mapping["checks"] else { return settings }
      guard let levels = node.mapping else {
        throw Failure.usage(
          .checks, "\(path): line \(node.mark?.line ?? 0): \"checks\" is not a mapping of checks to levels.",
          hint: "Write it as checks: {end.stop: off}.")
      }
      for (id, level) in levels {
        let place = "\(path): line \(id.mark?.line ?? 0)"
        do {
          try settings.set(level.string ?? "", for: id.string ?? "")
        } catch {
          throw Failure.usage(.checks, "\(place): \(error.message)")
        }
      }
      return settings
    }

    /// The presets for exports, in the file of a project.
    func presets(_ mapping: Node.Mapping) throws -> [String: ExportPreset] {
      guard let node = mapping["presets"] else { return [:] }
      guard let named = node.mapping else {
        throw Failure.usage(
          .yaml, "\(path): line \(node.mark?.line ?? 0): \"presets\" is not a mapping of names to presets.",
          hint: "As in presets: {berlin: {locales: [de-DE], file: berlin.xlsx}}")
      }
      var presets: [String: ExportPreset] = [:]
      for (name, value) in named { presets[name.string ?? ""] = try ExportPreset(name.string ?? "", value, path: path) }
      return presets
    }

    func settings(_ mapping: Node.Mapping, isProfile: Bool) throws -> Settings {
      var settings = Settings()
      for (key, value) in mapping {
        let name = key.string ?? ""
        let place = "\(path): line \(key.mark?.line ?? 0)"
        let isRead = ["profiles", "hosts"].contains(name) || (["checks", "presets"].contains(name) && !allowsSecrets)
        if isRead, !isProfile { continue }
        guard let text = value.string else {
          throw Failure.usage(.settingValue, "\(place): \(YAMLProblem.setting(name)) must be a single value")
        }
        switch name {
        case "base-url": settings.address.baseURL = PlacedSetting(text: text, place: place)
        case "stage": settings.address.stage = PlacedSetting(text: text, place: place)
        case "country": settings.address.country = PlacedSetting(text: text, place: place)
        case "guid": settings.guid = text
        case "platform": settings.platform = text
        case "settle-time": settings.settleTime = text
        case "memory": settings.memory = text
        case "glossary" where !isProfile && !allowsSecrets: settings.glossary = text
        case "profile" where !isProfile: settings.profile = text
        case "application-id" where allowsSecrets: settings.applicationID = text
        case "rest-api-key" where allowsSecrets: settings.restAPIKey = text
        case "application-id", "rest-api-key":
          throw Failure.usage(
            .secret,
            "\(place): \"\(name)\" is a secret and does not belong in a project's file.",
            hint: "Move it to the environment or to the user's file.")
        default:
          throw Failure.usage(
            .unknownKey,
            "\(place): \(YAMLProblem.setting(name)) is not known.",
            hint: CloseName.nearest(to: name, among: Self.names).map { "Did you mean \($0)?" }
              ?? "Known are base-url, stage, country, hosts, guid, platform, settle-time, memory, profile, profiles, "
              + "in a project's file checks, glossary and presets, and in the user's file application-id and rest-api-key."
          )
        }
      }
      try settings.address.requireOneAddress()
      return settings
    }
  }
}
