import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "doctor", "Check the settings, the connection and this machine, and say what to do.",
    discussion: """
      It only reads, and shows no secret. Exits with 1 if something does not work. `drive doctor` does the same for Google \
      Drive.
      """, examples: ["doctor", "doctor --profile staging --json"])

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    var report = DoctorReport()
    report.addProgram()
    let isConfigured = addSettings(to: &report)
    if isConfigured {
      await addConnection(to: &report)
    } else {
      report.add("connection", .skipped, "not tried: the settings above must be right first")
    }
    report.addFolders(state: connection.application.folder)
    report.addDictionaries()
    report.addDrive(output)
    report.addTerminal(output)
    try output.print(
      report.json, lines: { report.lines },
      problems: { report.findings.filter { $0.state == .failed }.map { "error: \($0.name): \($0.saw)" } })
    if report.hasFailed { throw ExitStatus.failure.error }
  }

  // MARK: - Settings

  /// Adds the settings and their sources, and returns whether a connection can be tried.
  private func addSettings(to report: inout DoctorReport) -> Bool {
    let state = connection.application
    if state.usesSandbox {
      let source = state.sandboxSource
      report.add("server", "the embedded sandbox, because of \(source); NStack is neither read nor changed")
      return true
    }
    do {
      let layers = try SettingLayers(state.settings)
      report.add(
        "project file", layers.project?.path ?? "none in this folder or above it",
        hint: layers.project == nil ? "`nstack-review init` writes one." : nil)
      report.add(
        "user's file", layers.user?.path ?? SettingsFile.userPath.map { "none at \($0)" } ?? "none, as HOME is not set")
      report.add("profile", layers["profile"].map(Self.shown) ?? "default, as none is chosen")
      let address = try layers.address()
      report.add("server", address.line)
      try address.requireTrust(layers.project?.path ?? "")
      report.add("platform", Self.shown(layers.platform))
      for rule in SettingRule.all where rule.takesChosenValues {
        if let setting = layers[rule.name] { report.add(rule.name, Self.shown(setting)) }
      }
      // With the guid, anyone can delete its proposals, and reports of this command are pasted into tickets.
      let guid = layers["guid"].map { "\(GuidScrub.shortened($0.text)), from \($0.source)" }
      report.add("guid", guid ?? "kept in the state folder for this profile")
      let hasCredentials = addCredentials(layers, to: &report)
      _ = try SettingsFile.checkSettings()
      return hasCredentials
    } catch {
      report.add("settings", failed: error)
      return false
    }
  }

  /// Adds where the credentials come from, without their values.
  private func addCredentials(_ layers: SettingLayers, to report: inout DoctorReport) -> Bool {
    do throws(Failure) { _ = try ConnectionSettings.credentials(layers) } catch {
      report.add("credentials", failed: error)
      return false
    }
    report.add(
      "credentials",
      "application id from \(layers["application-id"]?.source ?? "–"), key from \(layers["rest-api-key"]?.source ?? "–")"
    )
    return true
  }

  private static func shown(_ setting: Setting) -> String { "\(setting.text), from \(setting.source)" }

  // MARK: - Connection

  private func addConnection(to report: inout DoctorReport) async {
    do {
      let layers = try SettingLayers.ofMachine()
      if let proxy = layers["proxy"]?.source {
        // The URL may have a password.
        report.add("proxy", "as \(proxy) says; NO_PROXY is \(EnvironmentVariables.value("NO_PROXY") ?? "not set")")
      }
      if let file = layers["ca-file"] {
        if PlainFile.exists(file.text) {
          report.add("certificates", "\(Self.shown(file)), in place of the system's")
        } else {
          report.add(
            "certificates", .warning, "there is no file \(file.text)", hint: "Correct \(file.source), or leave it out.")
        }
      }
      try await connection.withProfile(output) { profile in
        let trial = try await ConnectionTrial.run(profile.client)
        let time = Int((trial.time / .milliseconds(1)).rounded())
        report.add("connection", "the server's first answer came in \(time) ms")
        Self.add(trial, to: &report)
        Self.addJournal(profile, to: &report)
      }
    } catch { report.add("connection", failed: error) }
  }

  private static func add(_ trial: ConnectionTrial, to report: inout DoctorReport) {
    if trial.locales.isEmpty {
      report.add("texts", .warning, "the platform has no languages", hint: "Check the platform (NSTACK_PLATFORM).")
    } else {
      report.add("texts", "\(Counted.text(trial.locales.count, "locale")): \(trial.locales.joined(separator: ", "))")
    }
    report.add(
      "rights",
      "texts and \(Counted.text(trial.proposals, "pending proposal")) can be read; whether the key may propose is "
        + "only known once something is proposed")
    guard let difference = trial.clockDifference else {
      return report.add("clock", .skipped, "the server does not tell the time")
    }
    let seconds = Int(abs(difference).rounded())
    if seconds <= 120 { return report.add("clock", "within \(max(1, seconds)) s of the server's") }
    report.add(
      "clock", .warning, "this machine is \(seconds) s \(difference > 0 ? "behind" : "ahead of") the server",
      hint: "Set the clock: the times of imports, and sign-ins at Google, depend on it.")
  }

  private static func addJournal(_ profile: ReviewProfile, to report: inout DoctorReport) {
    do {
      let unfinished = try profile.unfinishedImports()
      guard let last = unfinished.last else {
        return report.add("journal", profile.journalPath.map { "no import is cut off: \($0)" } ?? "none")
      }
      report.add(
        "journal", .warning, "\(Counted.text(unfinished.count, "import")) cut off, the last \(last.id)",
        hint: "`nstack-review import --resume` continues it; `history abandon \(last.id)` gives it up.")
    } catch { report.add("journal", failed: error) }
  }
}

/// A trial of a connection, with calls that only read.
struct ConnectionTrial {
  let locales: [String]
  let proposals: Int
  /// How far the server's clock is ahead of this machine's, in seconds; nil if the server does not give the time.
  let clockDifference: Double?
  let time: Duration

  /// - Throws: ``Failure``, which names the setting that is wrong: the credentials, the base URL or the platform.
  static func run(_ client: NStackClient) async throws -> ConnectionTrial {
    let platform = client.configuration.platform
    let start = ContinuousClock.now
    let path: CallPath = "/api/v2/content/localize/\(platform)/languages"
    do throws(NStackError) {
      let date = try await client.answer(to: NStackCall(.get, path) { $0.header("Date") })
      let time = ContinuousClock.now - start
      let locales = try await client.languages().map(\.locale)
      let proposals = try await client.proposals(state: .unaccepted).count
      return ConnectionTrial(
        locales: locales, proposals: proposals,
        clockDifference: date.flatMap(HTTPDate.secondsSince1970).map { $0 - RetryClock.system.calendarNow() },
        time: time)
    } catch { throw await cause(of: error, client) }
  }

  /// The failure for an error. If a server has the proposals but not the languages, the platform is wrong.
  private static func cause(of error: NStackError, _ client: NStackClient) async -> Failure {
    let host = error.host ?? "the server"
    if [.notFound, .rejected].contains(error.code), (try? await client.proposals(state: .unaccepted)) != nil {
      return Failure(
        .server, like: error.code,
        "\(host) accepts the credentials and does not have the platform \"\(client.configuration.platform)\".",
        adding:
          "Give its slug as `platform` or NSTACK_PLATFORM, as NStack's console shows it, such as mobile, web or backend."
      )
    }
    return Failure(error) ?? Failure(.server, like: error.code, error.description)
  }
}
