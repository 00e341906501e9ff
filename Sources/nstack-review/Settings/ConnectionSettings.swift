import NStackAPI

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
  /// In seconds.
  static let settleTimes = 0.0...3600.0

  /// - Throws: ``Failure``: what the settings files, the address or a value have wrong; `config.credentials`.
  init(_ options: ConnectionOptions) throws {
    let layers = try SettingLayers(options.place)
    address = try layers.address()
    try address.requireTrust(layers.project?.path ?? "")
    (applicationID, restAPIKey) = try Self.credentials(layers)
    platform = layers.platform.text
    profile = layers.profile?.text ?? "default"
    memory = layers.memory?.text
    settleTime =
      try (options.settleTime ?? layers.settleTime.map(Self.seconds)).map { .seconds($0) } ?? Self.defaultSettleTime
    guid = try layers.guid?.text ?? StoredGUID.value(ofProfile: profile)
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

  private static func seconds(_ setting: PlacedSetting) throws -> Double {
    guard let seconds = Double(setting.text), settleTimes.contains(seconds) else {
      throw Failure.usage(
        .settingValue, "\(setting.place) is \"\(setting.text)\".", hint: "Give a number of seconds from 0 to 3600.")
    }
    return seconds
  }
}
