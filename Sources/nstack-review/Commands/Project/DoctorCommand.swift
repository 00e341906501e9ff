import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// `doctor`: what is set up, what is not, and what to do.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the settings, the connection and this machine, and say what to do.",
    discussion: """
      Says which files are read, where each setting comes from, whether the server accepts the credentials, and what this \
      machine lacks. It only reads, and shows no secret. Exits with 1 if something does not work. `drive doctor` does the \
      same for Google Drive.

      Examples:

        nstack-review doctor
        nstack-review doctor --profile staging --json
      """)

  @OptionGroup var connection: ConnectionOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      var report = DoctorReport()
      MachineChecks.addProgram(to: &report)
      let isConfigured = addSettings(to: &report)
      if isConfigured {
        await addConnection(to: &report)
      } else {
        report.add("connection", .skipped, "not tried, because of the settings")
      }
      MachineChecks.addFolders(state: connection.stateFolder, to: &report)
      MachineChecks.addTerminal(output, to: &report)
      try output.tell(
        report.json, lines: { report.lines },
        problems: { report.findings.filter { $0.state == .failed }.map { "error: \($0.name): \($0.saw)" } })
      if report.hasFailed { throw ExitStatus.failure.error }
    }
  }

  // MARK: - Settings

  /// Adds the settings and their places.
  ///
  /// - Returns: Whether a connection can be tried.
  private func addSettings(to report: inout DoctorReport) -> Bool {
    if connection.usesSandbox {
      let source = connection.place.sandboxSource
      report.add("server", "the embedded sandbox, because of \(source); NStack is neither read nor changed")
      return true
    }
    do {
      let layers = try SettingLayers(connection.place)
      addFiles(layers, to: &report)
      report.add("profile", layers.profile.map(Self.shown) ?? "default, as none is chosen")
      let address = try layers.address()
      report.add("server", address.line)
      try address.requireTrust(layers.project?.path ?? "")
      report.add("platform", Self.shown(layers.platform))
      // Whoever has the guid can delete what it proposed, and reports of this command are pasted into tickets.
      let guid = layers.guid.map { "\(GuidScrub.shortened($0.text)), from \($0.place)" }
      report.add("guid", guid ?? "kept in the state folder for this profile")
      let hasCredentials = addCredentials(layers, to: &report)
      _ = try CheckFlags.settings()
      return hasCredentials
    } catch {
      report.add("settings", failed: Failure(error) ?? .usage(.settingValue, "\(error)"))
      return false
    }
  }

  private func addFiles(_ layers: SettingLayers, to report: inout DoctorReport) {
    report.add(
      "project file", layers.project?.path ?? "none in this folder or above it",
      hint: layers.project == nil ? "`nstack-review init` writes one." : nil)
    report.add("user's file", layers.user?.path ?? "none: \(SettingsFile.userPath ?? "HOME is not set")")
  }

  /// Adds where the credentials come from, and not what they are.
  private func addCredentials(_ layers: SettingLayers, to report: inout DoctorReport) -> Bool {
    do throws(Failure) {
      _ = try ConnectionSettings.credentials(layers)
    } catch {
      report.add("credentials", failed: error)
      return false
    }
    report.add(
      "credentials",
      "application id from \(layers.applicationID?.place ?? "–"), key from \(layers.restAPIKey?.place ?? "–")")
    return true
  }

  private static func shown(_ setting: PlacedSetting) -> String { "\(setting.text), from \(setting.place)" }

  // MARK: - Connection

  private func addConnection(to report: inout DoctorReport) async {
    let variables = ["HTTPS_PROXY", "https_proxy"].filter { EnvironmentVariables.value($0) != nil }
    if let proxy = connection.proxy.map({ _ in "--proxy" }) ?? variables.first {
      report.add("proxy", "as \(proxy) says; NO_PROXY is \(EnvironmentVariables.value("NO_PROXY") ?? "not set")")
    }
    if let file = connection.caFile ?? EnvironmentVariables.value("SSL_CERT_FILE") {
      if PlainFile.exists(file) {
        report.add("certificates", "\(file) in place of the system's")
      } else {
        report.add(
          "certificates", .warning, "there is no file \(file)",
          hint: "Correct \(connection.caFile == nil ? "SSL_CERT_FILE" : "--ca-file"), or leave it out.")
      }
    }
    do {
      try await Connection.withProfile(connection, output) { profile in
        let trial = try await ConnectionTrial.run(profile.client)
        report.add("connection", "the first answer came in \(Int((trial.time / .milliseconds(1)).rounded())) ms")
        Self.add(trial, to: &report)
        Self.addJournal(profile, to: &report)
      }
    } catch {
      report.add("connection", failed: Failure(error) ?? .usage(.settingValue, "\(error)"))
    }
  }

  private static func add(_ trial: ConnectionTrial, to report: inout DoctorReport) {
    if trial.locales.isEmpty {
      report.add("texts", .warning, "the platform has no languages", hint: "Check the platform (--platform).")
    } else {
      report.add("texts", "\(Counted.text(trial.locales.count, "locale")): \(trial.locales.joined(separator: ", "))")
    }
    report.add(
      "rights",
      "texts and \(Counted.text(trial.proposals, "pending proposal")) can be read; whether the key may propose is known "
        + "when something is proposed")
    guard let difference = trial.clockDifference else {
      return report.add("clock", .skipped, "the server does not tell the time")
    }
    let seconds = Int(abs(difference).rounded())
    if seconds > 120 {
      report.add(
        "clock", .warning, "this machine is \(seconds) s \(difference > 0 ? "behind" : "ahead of") the server",
        hint: "Set the clock: the times of imports, and sign-ins at Google, depend on it.")
    } else {
      report.add("clock", "within \(max(1, seconds)) s of the server's")
    }
  }

  private static func addJournal(_ profile: ReviewProfile, to report: inout DoctorReport) {
    do {
      let unfinished = try profile.unfinishedImports()
      guard let last = unfinished.last else { return report.add("journal", profile.journalPath ?? "none") }
      report.add(
        "journal", .warning, "\(Counted.text(unfinished.count, "import")) cut off, the last \(last.id)",
        hint: "`nstack-review import --resume` goes on with it; `history abandon \(last.id)` leaves it as it is.")
    } catch {
      report.add("journal", failed: Failure(error) ?? .usage(.stateFolder, "\(error)"))
    }
  }
}
