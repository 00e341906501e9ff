import Basics
import NStackAPI
import ReviewJournal

/// The settings of a connection with their sources: flag, environment, project file, user file.
struct SettingLayers {
  private let options: ApplicationOptions
  let user: SettingsFile?
  let project: SettingsFile?
  let profile: Setting?
  private let userSettings: SettingsFile.Settings?
  private let projectSettings: SettingsFile.Settings?

  init(_ options: ApplicationOptions) throws {
    self.options = options
    let user = try SettingsFile.ofUser()
    let project = try SettingsFile.ofProject()
    (self.user, self.project) = (user, project)
    let profile =
      Self.setting(options.profile, from: "--profile") ?? Setting(variable: "NSTACK_PROFILE") ?? Self.setting(
        project?.defaultProfile, from: project?.path) ?? Self.setting(user?.defaultProfile, from: user?.path)
    self.profile = profile
    if let named = profile?.text, named != "default",
      ![project, user].contains(where: { $0?.profileNames.contains(named) ?? false })
    {
      let known = Set((project?.profileNames ?? []) + (user?.profileNames ?? [])).sorted()
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
    projectSettings = project?.settings(ofProfile: profile?.text)
    userSettings = user?.settings(ofProfile: profile?.text)
  }

  func address() throws -> ServerAddress {
    try ServerAddress(
      .init(
        flags: AddressSettings(flags: options.server), environment: .environment,
        project: projectSettings?.address ?? AddressSettings(), user: userSettings?.address ?? AddressSettings(),
        projectHosts: project?.hosts, userHosts: user?.hosts))
  }

  var applicationID: Setting? {
    Setting(variable: "NSTACK_APPLICATION_ID") ?? Self.setting(userSettings?.texts["application-id"], from: user?.path)
  }

  var restAPIKey: Setting? {
    Setting(variable: "NSTACK_REST_API_KEY") ?? Self.setting(userSettings?.texts["rest-api-key"], from: user?.path)
  }

  /// The guid; nil for the one that is kept for the profile.
  var guid: Setting? {
    Self.setting(options.guid, from: "--guid") ?? Setting(variable: "NSTACK_GUID") ?? inFiles("guid")
  }

  var platform: Setting {
    Self.setting(options.server.platform, from: "--platform") ?? Setting(variable: "NSTACK_PLATFORM") ?? inFiles(
      "platform") ?? Setting("mobile", from: "the default")
  }

  /// The name of the memory to which imports add; nil for none.
  var memory: Setting? { inFiles("memory") }

  /// The seconds that a server may carry out a call late, without the flag's; nil for the default.
  var settleTime: Setting? {
    Setting(variable: "NSTACK_SETTLE_TIME", as: "the variable NSTACK_SETTLE_TIME")
      ?? inFiles("settle-time", naming: "settle-time in ")
  }

  private func inFiles(_ member: String, naming name: String = "") -> Setting? {
    Self.setting(projectSettings?.texts[member], from: project.map { name + $0.path })
      ?? Self.setting(userSettings?.texts[member], from: user.map { name + $0.path })
  }

  private static func setting(_ text: String?, from source: String?) -> Setting? {
    text.map { Setting($0, from: source ?? "") }
  }
}

struct Setting {
  let text: String
  /// The flag, the variable, or the line of a settings file, as errors name it.
  let source: String

  init?(variable name: String, as source: String? = nil) {
    guard let text = EnvironmentVariables.value(name) else { return nil }
    self.init(text, from: source ?? name)
  }

  init(_ text: String, from source: String) { (self.text, self.source) = (text, source) }

  /// The value that the setting means, or an error that begins with its source.
  func value<Value>(_ read: (String) throws(NStackError) -> Value) throws -> Value {
    do throws(NStackError) { return try read(text) } catch { throw refusal(error.message) }
  }

  func refusal(_ message: String, hint: String? = nil) -> Failure {
    Failure.usage(.settingValue, "\(source): \(message)\(message.last == "?" ? "" : ".")", hint: hint)
  }
}

/// The server's address in one source: a base URL, or a stage and country of a table of hosts.
struct AddressSettings {
  var baseURL: Setting?
  var stage: Setting?
  var country: Setting?

  static var environment: AddressSettings {
    AddressSettings(
      baseURL: Setting(variable: "NSTACK_BASE_URL"), stage: Setting(variable: "NSTACK_STAGE"),
      country: Setting(variable: "NSTACK_COUNTRY"))
  }

  init(baseURL: Setting? = nil, stage: Setting? = nil, country: Setting? = nil) {
    (self.baseURL, self.stage, self.country) = (baseURL, stage, country)
  }

  init(flags: ServerOptions) {
    baseURL = flags.baseURL.map { Setting($0, from: "--base-url") }
    stage = flags.stage.map { Setting($0, from: "--stage") }
    country = flags.country.map { Setting($0, from: "--country") }
  }

  /// The same settings, with those of the file for all profiles in the gaps. A profile's own base URL or stage replaces
  /// both of the file, and with a base URL of its own it has no country of the file.
  func filled(from file: AddressSettings) -> AddressSettings {
    let isComplete = baseURL != nil || stage != nil
    return AddressSettings(
      baseURL: isComplete ? baseURL : file.baseURL, stage: isComplete ? stage : file.stage,
      country: baseURL != nil ? country : country ?? file.country)
  }

  /// Refuses a base URL beside a stage or country.
  func requireOneAddress() throws {
    guard let baseURL, let other = stage ?? country else { return }
    throw Failure.usage(
      .address, "\(baseURL.source) and \(other.source) both say where the server is.",
      hint: "Give either a base URL, or a stage and a country.")
  }
}

/// The connection's settings. Each comes from the first of: flag, environment, project file, user file, default.
struct ConnectionSettings {
  let address: ServerAddress
  let applicationID: Secret
  let restAPIKey: Secret
  let guid: String
  let platform: String
  let profile: String
  /// The name of the memory to which imports add; nil for none.
  let memory: String?
  /// How late the server may still carry out a call, counted from its sending.
  let settleTime: Duration

  static let defaultSettleTime = Duration.seconds(60)

  /// - Throws: ``Failure``: a mistake in the settings files, the address or a value; `config.credentials`.
  init(_ options: ConnectionOptions) throws {
    let layers = try SettingLayers(options.application)
    address = try layers.address()
    try address.requireTrust(layers.project?.path ?? "")
    (applicationID, restAPIKey) = try Self.credentials(layers)
    platform = layers.platform.text
    profile = layers.profile?.text ?? "default"
    memory = layers.memory?.text
    settleTime =
      try (options.settleTime ?? layers.settleTime.map(Self.seconds)).map { .seconds($0) } ?? Self.defaultSettleTime
    guid = try layers.guid?.text ?? Self.keptGuid(ofProfile: profile)
  }

  func configuration() throws -> NStackConfiguration {
    if let hosts = address.hosts {
      return try NStackConfiguration(
        hosts: hosts, applicationID: applicationID, restAPIKey: restAPIKey, guid: guid, platform: platform)
    }
    return try NStackConfiguration(
      baseURL: address.url, applicationID: applicationID, restAPIKey: restAPIKey, guid: guid, platform: platform)
  }

  /// The application id and the key, or an error that names what is missing.
  static func credentials(_ layers: SettingLayers) throws(Failure) -> (Secret, Secret) {
    if let id = layers.applicationID, let key = layers.restAPIKey { return (Secret(id.text), Secret(key.text)) }
    let file = SettingsFile.userPath ?? "the user's file"
    let advice = "To try the program without an account, add --sandbox."
    guard layers.applicationID != nil || layers.restAPIKey != nil else {
      throw Failure.usage(
        .credentials, "NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY are not set, and \(file) does not have them.",
        hint: "Set them, or run `nstack-review init`. \(advice)")
    }
    let (missing, name) =
      layers.applicationID == nil
      ? ("NSTACK_APPLICATION_ID", "application-id") : ("NSTACK_REST_API_KEY", "rest-api-key")
    throw Failure.usage(
      .credentials, "\(missing) is not set, and \(file) has no \(name).", hint: "Set it as well. \(advice)")
  }

  private static func seconds(_ setting: Setting) throws -> Double {
    guard let seconds = Double(setting.text), ConnectionOptions.settleTimes.contains(seconds) else {
      throw Failure.usage(
        .settingValue, "\(setting.source) is \"\(setting.text)\".", hint: "Give a number of seconds from 0 to 3600.")
    }
    return seconds
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
