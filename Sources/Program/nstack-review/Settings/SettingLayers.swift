import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal

/// The settings, by their names in settings files. Each comes from the first of: flag, environment, project file, user file.
struct SettingLayers {
  let user: SettingsFile?
  let project: SettingsFile?
  private let layers: [[String: Setting]]

  /// - Parameter flags: The settings that flags give.
  init(_ flags: [String: Setting]) throws {
    (user, project) = (try SettingsFile.ofUser(), try SettingsFile.ofProject())
    let files = [project, user].compactMap(\.self)
    let given = [flags, try .environment()]
    let profile = (given + files.map { $0.settings(ofProfile: nil) }).lazy.compactMap { $0["profile"] }.first
    if let named = profile?.text, named != "default", !files.contains(where: { $0.profileNames.contains(named) }) {
      let known = Set(files.flatMap(\.profileNames)).sorted()
      throw Failure.usage(
        .profile, "no file has a profile \"\(named)\".",
        hint: known.isEmpty
          ? "There are no profiles; leave the name out, or add profiles: to \(SettingsFile.projectName)."
          : YAMLValue.hint(for: named, among: known, otherwise: "There are \(known.joined(separator: ", "))."))
    }
    if let user, user.holdsSecrets, PlainFile.isOpenToOthers(user.path) {
      throw Failure.usage(
        .openToOthers, "\(user.path) contains secrets and can be read by others.", hint: "Run: chmod 600 \(user.path)")
    }
    layers = given + [project, user].map { $0?.settings(ofProfile: profile?.text) ?? [:] }
  }

  private init(user: SettingsFile?) throws {
    (self.user, project) = (user, nil)
    layers = [[:], try .environment(), [:], user?.settings(ofProfile: nil) ?? [:]]
  }

  /// The settings that no project and no profile changes.
  static func ofMachine() throws -> SettingLayers { try SettingLayers(user: .ofUser()) }

  /// A setting by its name: `guid`, `memory`, `settle-time`; nil if it is not set.
  subscript(name: String) -> Setting? { layers.lazy.compactMap { $0[name] }.first }

  var platform: Setting { self["platform"] ?? Setting("mobile", from: "the default") }
  /// The maximum number of calls in flight.
  var concurrency: Int { self["concurrency"]?.number.map { Int($0) } ?? 8 }
  /// The maximum number of calls per second; nil for no maximum.
  var rate: Double? { self["rate"]?.number }
  var timeout: Duration { seconds("timeout") ?? .seconds(60) }
  /// How long after a call was sent the server may still carry it out.
  var settleTime: Duration { seconds("settle-time") ?? .seconds(60) }

  func seconds(_ name: String) -> Duration? { self[name]?.number.map { .seconds($0) } }

  /// Whether a setting is on, as it is unless it is turned off.
  func isOn(_ name: String) -> Bool { self[name]?.text != "off" }

  func address() throws -> ServerAddress {
    try ServerAddress(layers, projectHosts: project?.hosts, userHosts: user?.hosts)
  }
}

struct Setting {
  let text: String
  /// The flag, the variable, or the line of a settings file, as errors name it.
  let source: String

  init(_ text: String, from source: String) { (self.text, self.source) = (text, source) }

  /// The value that is read from the setting's text, or an error that begins with the setting's source.
  func value<Value>(_ read: (String) throws(NStackError) -> Value) throws -> Value {
    do throws(NStackError) { return try read(text) } catch { throw refusal(error.message) }
  }

  func refusal(_ message: String, hint: String? = nil) -> Failure {
    Failure.usage(.settingValue, "\(source): \(message)\(message.last == "?" ? "" : ".")", hint: hint)
  }
}

/// The settings of one source, by their names in settings files.
extension [String: Setting] {
  /// The settings from variables, such as `base-url` from `NSTACK_BASE_URL`.
  ///
  /// - Throws: ``Failure`` `config.value`, with the variable.
  static func environment() throws(Failure) -> Self {
    var settings: Self = [:]
    for rule in SettingRule.all {
      for variable in rule.variables.reversed() {
        guard let value = EnvironmentVariables.value(variable) else { continue }
        let setting = Setting(value, from: variable)
        try rule.require(setting)
        settings[rule.name] = setting
      }
    }
    return settings
  }

  /// The settings that say where the server is.
  var address: Self { filter { ["base-url", "stage", "country"].contains($0.key) } }

  var namesServer: Bool { self["base-url"] != nil || self["stage"] != nil }

  var hasCredentials: Bool { self["application-id"] != nil || self["rest-api-key"] != nil }

  /// The settings of a profile, completed by the file's settings for all profiles. A profile's base URL or stage
  /// replaces both of the file's, and its base URL also replaces the file's country.
  func filled(from file: Self) -> Self {
    file.filter { name, _ in
      switch name {
      case "base-url", "stage": !namesServer
      case "country": self["base-url"] == nil
      default: true
      }
    }.merging(self) { $1 }
  }

  /// Refuses a base URL together with a stage or country.
  func requireOneAddress() throws {
    guard let url = self["base-url"], let other = self["stage"] ?? self["country"] else { return }
    throw Failure.usage(
      .address, "\(url.source) and \(other.source) both say where the server is.",
      hint: "Give either a base URL, or a stage and a country.")
  }
}

extension ParsableArguments {
  /// The settings from this group's given options, such as `base-url` from `--base-url`.
  var settings: [String: Setting] {
    given.reduce(into: [:]) { settings, option in
      settings[String(option.name.dropFirst(2))] = option.texts.first.map { Setting($0, from: option.name) }
    }
  }
}

/// The settings that a connection needs.
struct ConnectionSettings {
  let address: ServerAddress
  let configuration: NStackConfiguration
  let profile: String
  /// The name of the memory to which imports add; nil for none.
  let memory: String?

  /// - Throws: ``Failure``: a mistake in the settings files, the address or a value; `config.credentials`.
  init(_ layers: SettingLayers) throws {
    address = try layers.address()
    try address.requireTrust(layers.project?.path ?? "")
    let (applicationID, restAPIKey) = try Self.credentials(layers)
    profile = layers["profile"]?.text ?? "default"
    memory = layers["memory"]?.text
    let (guid, platform) = (try layers["guid"]?.text ?? Self.keptGuid(ofProfile: profile), layers.platform.text)
    configuration =
      if let hosts = address.hosts {
        try NStackConfiguration(
          hosts: hosts, applicationID: applicationID, restAPIKey: restAPIKey, guid: guid, platform: platform)
      } else {
        try NStackConfiguration(
          baseURL: address.url, applicationID: applicationID, restAPIKey: restAPIKey, guid: guid, platform: platform)
      }
  }

  /// The application id and the key, or an error that names what is missing.
  static func credentials(_ layers: SettingLayers) throws(Failure) -> (Secret, Secret) {
    let (id, key) = (layers["application-id"], layers["rest-api-key"])
    if let id, let key { return (Secret(id.text), Secret(key.text)) }
    let file = SettingsFile.userPath ?? "the user's file"
    let advice = "To try the program without an account, add --sandbox."
    guard id != nil || key != nil else {
      throw Failure.usage(
        .credentials, "NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY are not set, and \(file) does not have them.",
        hint: "Set them, or run `nstack-review init`. \(advice)")
    }
    let (missing, name) =
      id == nil ? ("NSTACK_APPLICATION_ID", "application-id") : ("NSTACK_REST_API_KEY", "rest-api-key")
    throw Failure.usage(
      .credentials, "\(missing) is not set, and \(file) has no \(name).", hint: "Set it as well. \(advice)")
  }

  /// The guid of a profile. It is created once and kept, because only the guid that made a proposal can delete it.
  static func keptGuid(ofProfile profile: String) throws -> String {
    guard let folder = StateFolder.standard else { throw Failure.noStateFolder(for: "the guid", or: "NSTACK_GUID, ") }
    let name = String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let path = "\(folder)/guid-\(name)"
    if let kept = try PlainFile.text(at: path)?.split(whereSeparator: \.isWhitespace).first { return String(kept) }
    let made = randomUUID()
    try PlainFile.write("\(made)\n", to: path)
    return made
  }

  private static func randomUUID() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var rest = [high, low].map { $0.padded(to: 16, radix: 16) }.joined()[...]
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }
}
