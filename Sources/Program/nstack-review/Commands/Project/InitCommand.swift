import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal

struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "init", "Ask for the settings, try the connection, and write \(SettingsFile.projectName).",
    discussion: """
      It tries the connection if there are credentials, and says which setting is wrong. On a terminal it asks for what is \
      missing. The project's file gets NSTACK_STAGE, NSTACK_COUNTRY and NSTACK_PLATFORM, and no secret; credentials that \
      are typed can be kept in the user's file. With --sandbox it tries the embedded sandbox and asks nothing.
      """, examples: ["init", "init --sandbox", "init --no-test --base-url https://nstack.example.com"])

  @Option("url", .baseURL) var baseURL: String?
  @Flag("Write the file without trying the connection.") var noTest = false
  @OptionGroup(title: "") var state: StateOptions
  @OptionGroup var output: OutputOptions

  private var file: String { SettingsFile.projectName }

  func run() async throws {
    guard !PlainFile.exists(file) else {
      throw Failure.usage(
        .initExists, "\(file) already exists.",
        hint: "Edit it, or delete it first; `nstack-review doctor` checks what it says.")
    }
    var answers = try InitAnswers(address: givenAddress(), platform: Self.givenPlatform ?? "mobile")
    let trial = try await state.usesSandbox ? trySandbox() : complete(&answers)
    let address = try Self.address(answers)
    try PlainFile.write(answers.projectLines.joined(separator: "\n") + "\n", to: file)
    output.note("wrote \(file)")
    try keepCredentials(answers)
    warnOfTrust(address)
    if answers.address["base-url"] != nil { warnOfVariables(["NSTACK_BASE_URL", "NSTACK_STAGE", "NSTACK_COUNTRY"]) }
    if state.usesSandbox {
      output.note("now try: nstack-review status --sandbox")
    } else if try Self.credentials(answers) == nil {
      output.note("now set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, and try: nstack-review doctor")
    } else if trial != nil {
      output.note("now try: nstack-review status")
    }
    let connection = trial.map { JSONValue.members(["locales": $0.locales]) } ?? .null
    try output.print(["file": file, "address": address, "connection": connection], lines: { [] })
  }

  /// The flag, or else the variables that have no flag.
  private func givenAddress() throws -> [String: Setting] {
    if let baseURL { return ["base-url": Setting(baseURL, from: "--base-url")] }
    return try [String: Setting].environment().filter { ["stage", "country"].contains($0.key) }
  }

  private static var givenPlatform: String? { EnvironmentVariables.value("NSTACK_PLATFORM") }

  /// Asks for what is missing, and tries the connection until it works; nil if it was not tried, or the user stopped.
  private func complete(_ answers: inout InitAnswers) async throws -> ConnectionTrial? {
    let isAsking = Terminal.canAsk && !output.json
    let left = Failure(.failure, .initLeft, "nothing was written, because not all questions were answered.")
    let unanswered = InitAnswers(address: [:], platform: answers.platform)
    var isSecondTime = false
    while true {
      if isAsking {
        let known = try? Self.address(unanswered).url
        guard answers.fill(platform: Self.givenPlatform, knownURL: known) else { throw left }
        let isKnown = try Self.credentials(unanswered) != nil
        if !isKnown || isSecondTime { guard answers.fillCredentials(hasOthers: isKnown) else { throw left } }
      }
      do {
        let address = try Self.address(answers)
        output.note("the server is \(address.line)")
        guard !noTest, let credentials = try Self.credentials(answers) else { return nil }
        return told(try await tryConnection(answers, address, credentials))
      } catch {
        guard isAsking, let failure = Failure(error) else { throw error }
        Terminal.note("error: \(failure.shownLine)")
        switch answers.next() {
        case "a": isSecondTime = true
        case "w": return nil
        default: throw left
        }
      }
    }
  }

  // MARK: - The connection

  /// The address that other commands will use once the project's file exists, and that is tried. Once the user typed an
  /// address, the environment's is not used.
  private static func address(_ answers: InitAnswers) throws -> ServerAddress {
    let user = try SettingsFile.ofUser()
    let settings = user?.settings(
      ofProfile: EnvironmentVariables.value("NSTACK_PROFILE") ?? user?.settings(ofProfile: nil)["profile"]?.text)
    // The file's settings must work without the variables of this shell.
    _ = try ServerAddress([answers.address, [:], [:], settings ?? [:]], userHosts: user?.hosts)
    let environment: [String: Setting] = answers.address.isEmpty ? try .environment() : [:]
    return try ServerAddress([[:], environment, answers.address, settings ?? [:]], userHosts: user?.hosts)
  }

  /// The credentials to try: those that were typed, or those of the environment and the user's file; nil if there are none.
  private static func credentials(_ answers: InitAnswers) throws -> (applicationID: Secret, restAPIKey: Secret)? {
    if let typed = answers.credentials { return (Secret(typed.applicationID), Secret(typed.restAPIKey)) }
    let layers = try SettingLayers([:])
    guard let id = layers["application-id"], let key = layers["rest-api-key"] else { return nil }
    return (Secret(id.text), Secret(key.text))
  }

  /// Tries the embedded sandbox, which settings files cannot select.
  private func trySandbox() async throws -> ConnectionTrial {
    var options = try ConnectionOptions.parse([])
    (options.application.baseURL, options.application.sandbox) = (baseURL, state.sandbox)
    return try await options.withProfile(output) { told(try await ConnectionTrial.run($0.client)) }
  }

  private func told(_ trial: ConnectionTrial) -> ConnectionTrial {
    let locales = trial.locales.joined(separator: ", ")
    output.note("the connection works: \(Counted.text(trial.locales.count, "locale")), \(locales)")
    return trial
  }

  private func tryConnection(
    _ answers: InitAnswers, _ address: ServerAddress, _ credentials: (applicationID: Secret, restAPIKey: Secret)
  ) async throws -> ConnectionTrial {
    let configuration = try NStackConfiguration(
      address: address.baseURL, applicationID: credentials.applicationID, restAPIKey: credentials.restAPIKey,
      guid: EnvironmentVariables.value("NSTACK_GUID") ?? ConnectionSettings.keptGuid(ofProfile: "default"),
      platform: answers.platform)
    return try await SettingLayers.ofMachine().withTransport { transport in
      try await ConnectionTrial.run(
        NStackClient(configuration: configuration, transport: transport, logger: output.logger))
    }
  }

  // MARK: - Files

  private func keepCredentials(_ answers: InitAnswers) throws {
    guard answers.credentials != nil, let path = SettingsFile.userPath else { return }
    let before = try PlainFile.text(at: path)
    let settings = try SettingsFile.ofUser()?.settings(ofProfile: nil)
    // A second line with the same name would make the file invalid.
    if settings?.hasCredentials == true {
      return output.note(
        "\(path) has an application id or a key already: change application-id and rest-api-key there to those that work"
      )
    }
    guard Terminal.confirm("Keep the credentials in \(path), readable by you alone?") else {
      return output.note("the credentials are not kept; set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY")
    }
    let hasAddress = settings?.namesServer ?? false
    let lines = answers.userLines(hasAddress: hasAddress)
    let start =
      before.map { $0.isEmpty || $0.hasSuffix("\n") ? $0 : "\($0)\n" } ?? "# nstack-review: your credentials.\n"
    try PlainFile.write(start + lines.joined(separator: "\n") + "\n", to: path)
    output.note("wrote \(path)")
    warnOfVariables(["NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY"])
  }

  private func warnOfVariables(_ names: [String]) {
    let variables = names.filter { EnvironmentVariables.value($0) != nil }
    guard !variables.isEmpty else { return }
    let isOne = variables.count == 1
    output.note(
      "warning: \(variables.joined(separator: " and ")) \(isOne ? "is" : "are") set and \(isOne ? "overrides" : "override") "
        + "the file: unset \(isOne ? "it" : "them")")
  }

  private func warnOfTrust(_ address: ServerAddress) {
    do throws(Failure) { try address.requireTrust(file) } catch {
      output.note("warning: other commands will refuse this address: \(error.shownLine)")
    }
  }
}

/// The answers of `init`: from a flag and variables, or from questions on the terminal.
struct InitAnswers {
  /// The settings that say where the server is.
  var address: [String: Setting]
  var platform: String
  /// The credentials that were typed; nil for those of the environment or the user's file.
  var credentials: (applicationID: String, restAPIKey: String)?
  /// Asks a question and gives the answer; nil at the end of the input.
  var ask: (_ question: String) -> String? = Terminal.answer(to:)
  /// Asks for a secret, which is not shown while it is typed; nil at the end of the input.
  var askSecret: (_ question: String) -> String? = Terminal.secret(_:)

  var projectLines: [String] {
    let members = ["base-url", "stage", "country"].compactMap { name in
      address[name].map { "\(name): \(Self.yaml($0.text))" }
    }
    return ["# nstack-review: which NStack this project's texts are in. No secrets belong here."] + members + [
      "platform: \(Self.yaml(platform))",
      """
      # profiles:
      #   staging:
      #     base-url: https://staging.example.com
      # What each agency gets: nstack-review export --to berlin
      # presets:
      #   defaults: {source: en-GB, only: missing}
      #   berlin:
      #     locales: [de-DE, de-AT]
      #     file: sheets/{name}-{date}.xlsx
      #     due: 2w
      """,
    ]
  }

  /// The lines of the user's file with the typed credentials; none if none were typed.
  func userLines(hasAddress: Bool) -> [String] {
    guard let credentials else { return [] }
    // Otherwise credentials would not be sent to an address that only the project's file names.
    let line = hasAddress ? [] : address["base-url"].map { ["base-url: \(Self.yaml($0.text))"] } ?? []
    return line + [
      "application-id: \(Self.yaml(credentials.applicationID))", "rest-api-key: \(Self.yaml(credentials.restAPIKey))",
    ]
  }

  /// A value in YAML, in quotes unless it is a plain word.
  private static func yaml(_ value: String) -> String {
    let isPlain = value.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_./:".contains($0)) }
    let isWord = isPlain && value.first.map { $0.isLetter || $0.isNumber } == true && value.last != ":"
    return isWord ? value : JSONValue.string(value).text
  }

  /// Asks for the address and the platform, and returns whether everything was answered. An empty line keeps the known
  /// value.
  mutating func fill(platform given: String?, knownURL: String?) -> Bool {
    if address["stage"] == nil {
      let known = address["base-url"]?.text ?? knownURL ?? NStackConfiguration.defaultBaseURL
      guard let given = ask("Base URL of NStack [\(known)]:").map(\.trimmed) else { return false }
      // The project's file need not repeat settings from elsewhere.
      if !given.isEmpty, given != known { address["base-url"] = Setting(given, from: "your answer") }
    }
    guard given == nil else { return true }
    guard let given = ask("Platform: mobile, web, backend or another slug of yours [\(platform)]:") else {
      return false
    }
    if !given.trimmed.isEmpty { platform = given.trimmed }
    return true
  }

  /// Asks for the credentials, and returns whether the questions were answered. An empty line keeps the credentials
  /// that were typed before, or those from variables or the user's file; if there are none, it leaves them out.
  mutating func fillCredentials(hasOthers: Bool) -> Bool {
    let before = credentials
    let empty = before?.applicationID ?? (hasOthers ? "empty: those that were tried" : "empty: set it later")
    let bracketed = before == nil ? "(\(empty))" : "[\(empty)]"
    guard let answer = ask("Application id, from NStack's console \(bracketed):").map(\.trimmed) else { return false }
    let id = answer.isEmpty ? before?.applicationID ?? "" : answer
    guard !id.isEmpty else { return true }
    let same = before == nil ? "" : "; empty: the same"
    guard let key = askSecret("REST API key (it is not shown\(same)):").map(\.trimmed) else { return false }
    let isComplete = !key.isEmpty || before != nil
    credentials = isComplete ? (id, key.isEmpty ? before?.restAPIKey ?? "" : key) : nil
    return true
  }

  /// The key that the user pressed after a failed connection.
  func next() -> Character {
    while let line = ask("[a]nswer again, [w]rite the file as it is, [q]uit:") {
      if let key = line.lowercased().trimmed.first, "awq".contains(key) { return key }
    }
    return "q"
  }
}
