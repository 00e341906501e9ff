import ArgumentParser
import Basics
import NStackAPI
import ReviewJournal
import TranslationReview

/// `init`: a project file without secrets, from flags or questions, and a try of the connection.
struct InitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Ask for the settings, try the connection, and write \(ProjectFile.name).",
    discussion: """
      On a terminal it asks for what no flag gives, tries the connection, and says which setting is wrong: the credentials, \
      the base URL or the platform. The file belongs to the project and contains no secret. Credentials that are typed can \
      be kept in the user's file, which the user alone can read. Without a terminal it asks nothing, and tries the \
      connection only with --test.

      Examples:

        nstack-review init
        nstack-review init --test
        nstack-review init --platform web --base-url https://nstack.example.com
        nstack-review init --stage staging --country it
      """)

  @Option(name: .long, help: "The API's base URL.") var baseURL: String?
  @Option(name: .long, help: "The stage of the server: production, staging, dev or preview/NAME.") var stage: String?
  @Option(name: .long, help: ArgumentHelp("The country of the server.", valueName: "code")) var country: String?
  @Option(name: .long, help: "The platform's slug (default: mobile).") var platform: String?
  @Flag(
    name: .long, inversion: .prefixedNo,
    help: "Try the connection before the file is written (default: on a terminal).")
  var test: Bool?
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      guard !PlainFile.exists(ProjectFile.name) else {
        throw Failure.usage(
          .initExists, "\(ProjectFile.name) already exists.",
          hint: "Edit it, or delete it first; `nstack-review doctor` checks what it says.")
      }
      var answers = InitAnswers(baseURL: baseURL, stage: stage, country: country, platform: platform ?? "mobile")
      let trial = try await settle(&answers)
      let address = try InitAddress.of(answers)
      try PlainFile.write(answers.projectLines.joined(separator: "\n") + "\n", to: ProjectFile.name)
      output.note("wrote \(ProjectFile.name)")
      try keep(answers)
      tellTrust(try InitAddress.of(answers))
      tellVariables(["NSTACK_BASE_URL", "NSTACK_STAGE", "NSTACK_COUNTRY"], if: answers.namesAddress)
      if try InitAddress.credentials(answers) == nil {
        output.note("now set NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY, and try: nstack-review doctor")
      } else if trial != nil {
        output.note("now try: nstack-review status")
      }
      let connection = trial.map { JSONValue.object([("locales", .array($0.locales.map { .string($0) }))]) } ?? .null
      try output.tell(
        .object([("file", .string(ProjectFile.name)), ("address", address.json), ("connection", connection)]),
        lines: { [] })
    }
  }

  /// Asks for what is missing, and tries the connection until it works or the user wants it no more.
  ///
  /// - Returns: What the connection gave; nil if it was not tried, or does not work.
  private func settle(_ answers: inout InitAnswers) async throws -> ConnectionTrial? {
    let isAsking = Terminal.canAsk && !output.json
    let questions = InitQuestions(ask: Terminal.answer(to:), askSecret: Terminal.secret(_:))
    var isSecondTime = false
    while true {
      if isAsking {
        let known = try? InitAddress.of(InitAnswers(platform: answers.platform)).url
        guard questions.fill(&answers, platform: platform, knownURL: known) else { throw Self.left }
        let isKnown = try InitAddress.credentials(InitAnswers(platform: answers.platform)) != nil
        if !isKnown || isSecondTime {
          guard questions.fillCredentials(&answers, hasOthers: isKnown) else { throw Self.left }
        }
      }
      do {
        let address = try InitAddress.of(answers)
        output.note("the server is \(address.line)")
        guard let credentials = try InitAddress.credentials(answers) else {
          guard test == true else { return nil }
          throw Failure.usage(
            .credentials, "without NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY the connection cannot be tried.",
            hint: "Set them, or leave --test out.")
        }
        guard test ?? isAsking else { return nil }
        let trial = try await InitAddress.trial(answers, address, credentials, output)
        let locales = trial.locales.joined(separator: ", ")
        output.note("the connection works: \(Counted.text(trial.locales.count, "locale")), \(locales)")
        return trial
      } catch {
        guard isAsking, let failure = Failure(error) else { throw error }
        Terminal.note("error: \(failure.shownLine)")
        switch questions.next() {
        case .askAgain: isSecondTime = true
        case .write: return nil
        case .leave: throw Self.left
        }
      }
    }
  }

  private static var left: Failure { .refused(.initLeft, "nothing was written, as the questions were left.") }

  /// Keeps credentials that were typed in the user's file, if the user wants it.
  private func keep(_ answers: InitAnswers) throws {
    guard answers.credentials != nil, let path = SettingsFile.userPath else { return }
    let before = try PlainFile.text(at: path)
    let settings = try SettingsFile.ofUser()?.settings(ofProfile: nil)
    // A second line of the same name would make the file unreadable.
    if settings?.applicationID != nil || settings?.restAPIKey != nil {
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
    tellVariables(["NSTACK_APPLICATION_ID", "NSTACK_REST_API_KEY"], if: true)
  }

  /// Warns of variables that come before what a file says.
  private func tellVariables(_ names: [String], if isSaid: Bool) {
    let variables = names.filter { EnvironmentVariables.value($0) != nil }
    if isSaid, !variables.isEmpty {
      let isOne = variables.count == 1
      output.note(
        "warning: \(variables.joined(separator: " and ")) \(isOne ? "is" : "are") set and \(isOne ? "comes" : "come") "
          + "before the file: unset \(isOne ? "it" : "them")")
    }
  }

  private func tellTrust(_ address: ServerAddress) {
    do throws(Failure) {
      try address.requireTrust(ProjectFile.name)
    } catch {
      output.note("warning: other commands will refuse this address: \(error.line)")
    }
  }
}
