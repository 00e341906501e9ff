import Basics
import NStackAPI
import ReviewJournal

/// The settings of a connection with the places that they come from: flag, environment, project file, user file.
struct SettingLayers {
  private let options: PlaceOptions
  /// The user's file; nil if there is none.
  let user: SettingsFile?
  /// The project's file; nil if there is none.
  let project: SettingsFile?
  /// The chosen profile; nil for none.
  let profile: PlacedSetting?
  private let userSettings: SettingsFile.Settings?
  private let projectSettings: SettingsFile.Settings?

  /// Reads the files.
  ///
  /// - Throws: ``Failure``: the errors of settings files, `config.profile`, `config.open-to-others`.
  init(_ options: PlaceOptions) throws {
    self.options = options
    let user = try SettingsFile.ofUser()
    let project = try SettingsFile.ofProject()
    (self.user, self.project) = (user, project)
    let profile =
      Self.placed(options.profile, "--profile") ?? Self.variable("NSTACK_PROFILE")
      ?? Self.placed(project?.defaultProfile, project?.path) ?? Self.placed(user?.defaultProfile, user?.path)
    self.profile = profile
    if let named = profile?.text, named != "default",
      ![project, user].contains(where: { $0?.profileNames.contains(named) ?? false })
    {
      let known = Set((project?.profileNames ?? []) + (user?.profileNames ?? [])).sorted()
      throw Failure.usage(
        .profile, "no file has a profile \"\(named)\".",
        hint: known.isEmpty
          ? "There are no profiles; leave the name out, or add profiles: to \(ProjectFile.name)."
          : CloseName.nearest(to: named, among: known).map { "Did you mean \($0)?" }
            ?? "There are \(known.joined(separator: ", ")).")
    }
    if let user, user.holdsSecrets, PlainFile.isOpenToOthers(user.path) {
      throw Failure.usage(
        .openToOthers, "\(user.path) contains secrets and can be read by others.", hint: "Run: chmod 600 \(user.path)")
    }
    projectSettings = project?.settings(ofProfile: profile?.text)
    userSettings = user?.settings(ofProfile: profile?.text)
  }

  /// Where the server is.
  func address() throws -> ServerAddress {
    try ServerAddress(
      .init(
        flags: options.address, environment: .environment, project: projectSettings?.address ?? AddressSettings(),
        user: userSettings?.address ?? AddressSettings(), projectHosts: project?.hosts, userHosts: user?.hosts))
  }

  /// The application id, which is a secret.
  var applicationID: PlacedSetting? {
    Self.variable("NSTACK_APPLICATION_ID") ?? Self.placed(userSettings?.applicationID, user?.path)
  }

  /// The key, which is a secret.
  var restAPIKey: PlacedSetting? {
    Self.variable("NSTACK_REST_API_KEY") ?? Self.placed(userSettings?.restAPIKey, user?.path)
  }

  /// The guid; nil for the one that is kept for the profile.
  var guid: PlacedSetting? { value(options.guid, "--guid", "NSTACK_GUID", \.guid) }

  /// The platform's slug.
  var platform: PlacedSetting {
    value(options.platform, "--platform", "NSTACK_PLATFORM", \.platform)
      ?? PlacedSetting(text: "mobile", place: "the default")
  }

  /// The name of the memory to which imports add; nil for none.
  var memory: PlacedSetting? {
    Self.placed(projectSettings?.memory, project?.path) ?? Self.placed(userSettings?.memory, user?.path)
  }

  /// The seconds that a server may carry out a call late, without the flag's; nil for the default.
  var settleTime: PlacedSetting? {
    Self.variable("NSTACK_SETTLE_TIME", as: "the variable NSTACK_SETTLE_TIME")
      ?? Self.placed(projectSettings?.settleTime, project.map { "settle-time in \($0.path)" })
      ?? Self.placed(userSettings?.settleTime, user.map { "settle-time in \($0.path)" })
  }

  private func value(
    _ flag: String?, _ flagName: String, _ variable: String, _ member: KeyPath<SettingsFile.Settings, String?>
  ) -> PlacedSetting? {
    Self.placed(flag, flagName) ?? Self.variable(variable)
      ?? Self.placed(projectSettings?[keyPath: member], project?.path)
      ?? Self.placed(userSettings?[keyPath: member], user?.path)
  }

  private static func placed(_ text: String?, _ place: String?) -> PlacedSetting? {
    text.map { PlacedSetting(text: $0, place: place ?? "") }
  }

  private static func variable(_ name: String, as place: String? = nil) -> PlacedSetting? {
    EnvironmentVariables.value(name).map { PlacedSetting(text: $0, place: place ?? name) }
  }
}
