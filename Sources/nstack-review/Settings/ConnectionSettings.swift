import Basics
import NStackAPI
import ReviewJournal

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

  /// The application id and the key, or an error that names what is missing.
  static func credentials(_ layers: SettingLayers) throws(Failure) -> (Secret, Secret) {
    if let id = layers.applicationID, let key = layers.restAPIKey { return (Secret(id.text), Secret(key.text)) }
    let file = SettingsFile.userPath ?? "the user's file"
    guard layers.applicationID != nil || layers.restAPIKey != nil else {
      throw Failure.usage(
        .credentials, "NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY are not set, and \(file) does not have them.",
        hint: "Set them, or run `nstack-review init`. To try the program without an account, add --sandbox.")
    }
    let (missing, name) =
      layers.applicationID == nil
      ? ("NSTACK_APPLICATION_ID", "application-id") : ("NSTACK_REST_API_KEY", "rest-api-key")
    throw Failure.usage(
      .credentials, "\(missing) is not set, and \(file) has no \(name).",
      hint: "Set it as well. To try the program without an account, add --sandbox.")
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
    guard let folder = StateFolder.standard else {
      throw Failure.usage(
        .stateFolder, "there is no folder to keep the guid in, as HOME is not set.",
        hint: "Set NSTACK_GUID, HOME or XDG_STATE_HOME.")
    }
    let name = String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    let path = "\(folder)/guid-\(name)"
    if let kept = try PlainFile.text(at: path)?.split(whereSeparator: \.isWhitespace).first { return String(kept) }
    let made = randomUUID()
    try PlainFile.write("\(made)\n", to: path)
    return made
  }

  /// A random UUID of version 4 (RFC 9562).
  private static func randomUUID() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = generator.next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    var rest = [high, low].map { String($0, radix: 16) }.map { String(repeating: "0", count: 16 - $0.count) + $0 }
      .joined()[...]
    return [8, 4, 4, 4, 12].map { length in
      defer { rest = rest.dropFirst(length) }
      return String(rest.prefix(length))
    }.joined(separator: "-")
  }
}
