import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "init", "Ask for the settings, try the connection, and write \(SettingsFile.projectName).",
    discussion: """
      On a terminal it asks for what no flag gives, tries the connection, and says which setting is wrong: the credentials, \
      the base URL or the platform. The file belongs to the project and contains no secret. Credentials that are typed can \
      be kept in the user's file, which the user alone can read. Without a terminal it asks nothing, and tries the \
      connection only with --test.
      """,
    examples: [
      "init", "init --test", "init --platform web --base-url https://nstack.example.com",
      "init --stage staging --country it",
    ])

  @OptionGroup(title: "Server") var server: ServerOptions
  @Flag(inversion: .prefixedNo, help: "Try the connection before the file is written (default: on a terminal).")
  var test: Bool?
  @OptionGroup(title: "Output") var output: OutputOptions

  private var file: String { SettingsFile.projectName }

  func run() async throws {
    guard !PlainFile.exists(file) else {
      throw Failure.usage(
        .initExists, "\(file) already exists.",
        hint: "Edit it, or delete it first; `nstack-review doctor` checks what it says.")
    }
    var answers = InitAnswers(address: AddressSettings(flags: server), platform: server.platform ?? "mobile")
    let trial = try await complete(&answers)
    let address = try Self.address(answers)
    try PlainFile.write(answers.projectLines.joined(separator: "\n") + "\n", to: file)
    output.note("wrote \(file)")
    try keepCredentials(answers)
    warnOfTrust(try Self.address(answers))
    if answers.namesAddress { warnOfVariables(["NSTACK_BASE_URL", "NSTACK_STAGE", "NSTACK_COUNTRY"]) }
    if try Self.credentials(answers) == nil {
      output.note("now set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, and try: nstack-review doctor")
    } else if trial != nil {
      output.note("now try: nstack-review status")
    }
    let connection = trial.map { JSONValue.members(["locales": $0.locales]) } ?? .null
    try output.print(
      .members(["file": file, "address": address.json, "connection": connection]), lines: { [] })
  }

  /// Asks for what is missing, and tries the connection until it works or the user stops.
  ///
  /// - Returns: The trial; nil if the connection was not tried, or does not work.
  private func complete(_ answers: inout InitAnswers) async throws -> ConnectionTrial? {
    let isAsking = Terminal.canAsk && !output.json
    let questions = InitQuestions(ask: Terminal.answer(to:), askSecret: Terminal.secret(_:))
    let left = Failure.refused(.initLeft, "nothing was written, as the questions were left.")
    let unanswered = InitAnswers(address: AddressSettings(), platform: answers.platform)
    var isSecondTime = false
    while true {
      if isAsking {
        let known = try? Self.address(unanswered).url
        guard questions.fill(&answers, platform: server.platform, knownURL: known) else { throw left }
        let isKnown = try Self.credentials(unanswered) != nil
        if !isKnown || isSecondTime {
          guard questions.fillCredentials(&answers, hasOthers: isKnown) else { throw left }
        }
      }
      do {
        let address = try Self.address(answers)
        output.note("the server is \(address.line)")
        guard let credentials = try Self.credentials(answers) else {
          guard test == true else { return nil }
          throw Failure.usage(
            .credentials, "without NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY the connection cannot be tried.",
            hint: "Set them, or leave --test out.")
        }
        guard test ?? isAsking else { return nil }
        let trial = try await tryConnection(answers, address, credentials)
        let locales = trial.locales.joined(separator: ", ")
        output.note("the connection works: \(Counted.text(trial.locales.count, "locale")), \(locales)")
        return trial
      } catch {
        guard isAsking, let failure = Failure(error) else { throw error }
        Terminal.note("error: \(failure.shownLine)")
        switch questions.next() {
        case .askAgain: isSecondTime = true
        case .write: return nil
        case .leave: throw left
        }
      }
    }
  }

  // MARK: - The connection

  /// The address that other commands will use once the project's file exists, and that is tried. An answer is not tried
  /// with an address of the environment.
  private static func address(_ answers: InitAnswers) throws -> ServerAddress {
    let user = try SettingsFile.ofUser()
    let settings = user?.settings(ofProfile: EnvironmentVariables.value("NSTACK_PROFILE") ?? user?.defaultProfile)
    var sources = ServerAddress.Sources(
      flags: answers.address, user: settings?.address ?? AddressSettings(), userHosts: user?.hosts)
    // What the file will contain must be usable without the variables of this shell.
    _ = try ServerAddress(sources)
    let environment: AddressSettings = answers.namesAddress ? AddressSettings() : .environment
    (sources.flags, sources.environment, sources.project) = (AddressSettings(), environment, answers.address)
    return try ServerAddress(sources)
  }

  /// The credentials to try: those that were typed, or those of the environment and the user's file; nil if there are none.
  private static func credentials(_ answers: InitAnswers) throws -> (applicationID: Secret, restAPIKey: Secret)? {
    if let typed = answers.credentials { return (Secret(typed.applicationID), Secret(typed.restAPIKey)) }
    let layers = try SettingLayers(try ApplicationOptions.parse([]))
    guard let id = layers.applicationID, let key = layers.restAPIKey else { return nil }
    return (Secret(id.text), Secret(key.text))
  }

  private func tryConnection(
    _ answers: InitAnswers, _ address: ServerAddress, _ credentials: (applicationID: Secret, restAPIKey: Secret)
  ) async throws -> ConnectionTrial {
    let configuration = try NStackConfiguration(
      baseURL: address.url, applicationID: credentials.applicationID, restAPIKey: credentials.restAPIKey,
      guid: EnvironmentVariables.value("NSTACK_GUID") ?? ConnectionSettings.keptGuid(ofProfile: "default"),
      platform: answers.platform)
    let transport = try Connection.transport(try NetworkOptions.parse([]))
    return try await Connection.closing(transport, by: { await $0.shutdown() }) { transport in
      try await ConnectionTrial.run(
        NStackClient(configuration: configuration, transport: transport, logger: output.logger))
    }
  }

  // MARK: - Files

  /// Keeps credentials that were typed in the user's file, if the user wants it.
  private func keepCredentials(_ answers: InitAnswers) throws {
    guard answers.credentials != nil, let path = SettingsFile.userPath else { return }
    let before = try PlainFile.text(at: path)
    let settings = try SettingsFile.ofUser()?.settings(ofProfile: nil)
    // A second line of the same name would make the file unreadable.
    if settings?.hasCredentials == true {
      return output.note(
        "\(path) has an application id or a key already: change application-id and rest-api-key there to those that work"
      )
    }
    guard Terminal.confirm("Keep the credentials in \(path), readable by you alone?") else {
      return output.note("the credentials are not kept; set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY")
    }
    let hasAddress = settings.map { $0.address.baseURL != nil || $0.address.stage != nil } ?? false
    let lines = answers.userLines(hasAddress: hasAddress)
    let start =
      before.map { $0.isEmpty || $0.hasSuffix("\n") ? $0 : "\($0)\n" } ?? "# nstack-review: your credentials.\n"
    try PlainFile.write(start + lines.joined(separator: "\n") + "\n", to: path)
    output.note("wrote \(path)")
    warnOfVariables(["NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY"])
  }

  /// Warns of variables that override a file.
  private func warnOfVariables(_ names: [String]) {
    let variables = names.filter { EnvironmentVariables.value($0) != nil }
    guard !variables.isEmpty else { return }
    let isOne = variables.count == 1
    output.note(
      "warning: \(variables.joined(separator: " and ")) \(isOne ? "is" : "are") set and \(isOne ? "comes" : "come") "
        + "before the file: unset \(isOne ? "it" : "them")")
  }

  private func warnOfTrust(_ address: ServerAddress) {
    do throws(Failure) {
      try address.requireTrust(file)
    } catch {
      output.note("warning: other commands will refuse this address: \(error.line)")
    }
  }
}
