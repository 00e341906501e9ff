import ArgumentParser
import Basics
import GoogleDrive
import NStackAPI
import ReviewJournal
import Spreadsheet

/// `drive login`.
struct DriveLoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login", abstract: "Sign in at Google through the browser, and keep the login.",
    discussion: """
      It asks for the right to files that it creates itself, and with --read-all or --all for more. The login is kept in the \
      state folder, where the user alone can read it.

      Examples:

        nstack-review drive login --client client_secret.json
        nstack-review drive login --read-all --no-browser
      """)

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file of a client id of the type \"Desktop app\" (NSTACK_GOOGLE_CLIENT).", valueName: "file"))
  var client: String?
  @Flag(name: .long, help: "Also ask to read all files: to list and pull sheets that others created.")
  var readAll = false
  @Flag(name: .long, help: "Ask to read and write all files: to push to sheets that others created.")
  var all = false
  @Flag(name: .long, help: "Print the address instead of opening the browser.")
  var noBrowser = false
  @Option(name: .long, help: "How many seconds signing in may take.")
  var patience = 300.0
  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard patience > 0, patience <= 3600 else {
      throw ValidationError("--patience is \(patience); it takes seconds above 0, up to 3600.")
    }
  }

  func run() async throws {
    try await CommandRun.run(output) {
      let settings = try GoogleSettings()
      let registration = try settings.client(client)
      _ = try GoogleLoginFile.path()
      let scopes: [DriveScope] = all ? [.all] : readAll ? [.ownFiles, .readAll] : [.ownFiles]
      for scope in scopes { output.note("asks for: \(scope.explanation)") }
      let browser = noBrowser ? nil : StateFolder.standard.map { Browser(folder: $0, name: "google-sign-in") }
      let login = try await DriveConnection.withTransport(proxy: network.proxy, caFile: network.caFile) { transport in
        var flow = LoopbackSignIn(
          client: registration, scopes: scopes, transport: transport, hosts: settings.hosts)
        flow.patience = .seconds(patience)
        return try await flow.run(pasted: noBrowser && Terminal.canAsk ? Self.pastedLines() : nil) { address in
          Terminal.note("To sign in, open this address:\n  \(address)")
          if noBrowser {
            Terminal.note(
              "If the browser is on another machine, it cannot open the page that it is sent to at the end: paste that page's "
                + "address here.")
          }
          browser?.open(address)
        }
      }
      browser?.forget()
      try GoogleLoginFile.write(login)
      try output.tell(
        .object([("account", .optional(login.email)), ("scopes", .array(login.scopes.map { .string($0) }))]),
        lines: { ["signed in as \(Visible.text(login.email ?? "an account that Google did not name"))"] })
    }
  }

  /// The lines that a person pastes.
  private static func pastedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      _ = WorkerThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

/// `drive logout`.
struct DriveLogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout", abstract: "End the login at Google, and forget it.",
    discussion: """
      The login is forgotten even if Google cannot be reached; it can then be ended at myaccount.google.com/permissions.

      Examples:

        nstack-review drive logout
        nstack-review drive logout --json
      """)

  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let settings = try GoogleSettings()
      let path = try GoogleLoginFile.path()
      guard PlainFile.exists(path) else {
        return try output.tell(.object([("wasSignedIn", .boolean(false))]), lines: { ["there was no login"] })
      }
      var failure: (any Error)?
      do {
        // A login that cannot be read is forgotten all the same.
        if let login = try GoogleLoginFile.read() {
          try await DriveConnection.withTransport(proxy: network.proxy, caFile: network.caFile) { transport in
            try await login.revoke(transport: transport, hosts: settings.hosts)
          }
        }
      } catch {
        failure = error
      }
      try GoogleLoginFile.remove()
      if let failure {
        output.note("warning: the login was forgotten here, but not ended at Google")
        throw failure
      }
      try output.tell(.object([("wasSignedIn", .boolean(true))]), lines: { ["signed out"] })
    }
  }
}

/// `drive whoami`.
struct DriveWhoamiCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "whoami", abstract: "Say as whom files in Google Drive are read and written.",
    discussion: """
      Examples:

        nstack-review drive whoami
        nstack-review drive whoami --google-credentials key.json --json
      """)

  @OptionGroup var network: DriveNetworkOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    try await CommandRun.run(output) {
      let about = try await DriveConnection.withClient(
        network.drive, output, scopes: [.readAll], proxy: network.proxy, caFile: network.caFile
      ) { try await $0.about() }
      try output.tell(
        .object([
          ("account", .optional(about.email)), ("name", .optional(about.name)),
          ("usage", about.usage.map { .integer($0) } ?? .null), ("limit", about.limit.map { .integer($0) } ?? .null),
        ]),
        lines: {
          [
            Visible.text(
              [about.name, about.email.map { "<\($0)>" }].compactMap(\.self).joined(separator: " "), limit: 200)
          ]
        })
    }
  }
}
