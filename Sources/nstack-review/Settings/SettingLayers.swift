import Basics
import ReviewJournal

/// The settings of a connection with their sources: flag, environment, project file, user file.
struct SettingLayers {
  private let options: ApplicationOptions
  let user: SettingsFile?
  let project: SettingsFile?
  let profile: Setting?
  private let userSettings: SettingsFile.Settings?
  private let projectSettings: SettingsFile.Settings?

  /// Reads the files.
  ///
  /// - Throws: ``Failure``: the errors of settings files, `config.profile`, `config.open-to-others`.
  init(_ options: ApplicationOptions) throws {
    self.options = options
    let user = try SettingsFile.ofUser()
    let project = try SettingsFile.ofProject()
    (self.user, self.project) = (user, project)
    let profile =
      Self.setting(options.profile.name, from: "--profile") ?? Setting(variable: "NSTACK_PROFILE")
      ?? Self.setting(project?.defaultProfile, from: project?.path)
      ?? Self.setting(user?.defaultProfile, from: user?.path)
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
    Self.setting(options.server.platform, from: "--platform") ?? Setting(variable: "NSTACK_PLATFORM")
      ?? inFiles("platform") ?? Setting("mobile", from: "the default")
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
