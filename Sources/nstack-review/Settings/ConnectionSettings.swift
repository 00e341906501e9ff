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
  /// In seconds.
  static let settleTimes = 0.0...3600.0

  init(_ options: ConnectionOptions) throws {
    let userPath = SettingsFile.userPath
    let user = try SettingsFile.ofUser()
    let project = try SettingsFile.ofProject()
    let environment = EnvironmentVariables.value
    let named = options.profile ?? environment("NSTACK_PROFILE") ?? project?.defaultProfile ?? user?.defaultProfile
    if let named, named != "default", ![project, user].contains(where: { $0?.profileNames.contains(named) ?? false }) {
      let known = Set((project?.profileNames ?? []) + (user?.profileNames ?? [])).sorted()
      throw Failure.usage(
        .profile, "no file has a profile \"\(named)\".",
        hint: known.isEmpty ? "There are no profiles." : "There are \(known.joined(separator: ", ")).")
    }
    let projectSettings = project?.settings(ofProfile: named)
    let userSettings = user?.settings(ofProfile: named)
    if let user, user.holdsSecrets, PlainFile.isOpenToOthers(user.path) {
      throw Failure.usage(
        .openToOthers, "\(user.path) contains secrets and can be read by others.",
        hint: "Run: chmod 600 \(user.path)")
    }

    address = try ServerAddress(
      .init(
        flags: options.address, environment: .environment, project: projectSettings?.address ?? AddressSettings(),
        user: userSettings?.address ?? AddressSettings(), projectHosts: project?.hosts, userHosts: user?.hosts))
    try address.requireTrust(project?.path ?? "")
    guard let applicationID = environment("NSTACK_APPLICATION_ID") ?? userSettings?.applicationID,
      let restAPIKey = environment("NSTACK_REST_API_KEY") ?? userSettings?.restAPIKey
    else {
      throw Failure.usage(
        .credentials,
        "no credentials: set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, or put application-id and rest-api-key into "
          + "\(userPath ?? "the user's file").",
        hint: "To try the tool without an account, add --sandbox.")
    }
    self.applicationID = Secret(applicationID)
    self.restAPIKey = Secret(restAPIKey)
    platform =
      options.platform ?? environment("NSTACK_PLATFORM") ?? projectSettings?.platform ?? userSettings?.platform
      ?? "mobile"
    profile = named ?? "default"
    memory = projectSettings?.memory ?? userSettings?.memory
    let settleTime =
      environment("NSTACK_SETTLE_TIME").map { ("the variable NSTACK_SETTLE_TIME", $0) }
      ?? projectSettings?.settleTime.map { ("settle-time in \(project?.path ?? "")", $0) }
      ?? userSettings?.settleTime.map { ("settle-time in \(userPath ?? "")", $0) }
    self.settleTime =
      try (options.settleTime ?? settleTime.map { try Self.seconds($0.1, of: $0.0) }).map { .seconds($0) }
      ?? Self.defaultSettleTime
    guid =
      try options.guid ?? environment("NSTACK_GUID") ?? projectSettings?.guid ?? userSettings?.guid
      ?? StoredGUID.value(ofProfile: profile)
  }

  private static func seconds(_ text: String, of name: String) throws -> Double {
    guard let seconds = Double(text), settleTimes.contains(seconds) else {
      throw Failure.usage(
        .settingValue, "\(name) is \"\(text)\".", hint: "Give a number of seconds from 0 to 3600.")
    }
    return seconds
  }
}
