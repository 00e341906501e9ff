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
      let file = settings.loginFile
      let before = try? file.readToEnd()
      let wasOpenToOthers = try file.isOpenToOthers()
      settings.warnOfLoopback(output)
      let scopes: [DriveScope] = all ? [.all] : readAll ? [.ownFiles, .readAll] : [.ownFiles]
      for scope in scopes { output.note("asks for: \(scope.explanation)") }
      // Without a terminal, a browser would open unasked.
      let printsAddress = noBrowser || !Terminal.isErrorATerminal
      let browser =
        printsAddress ? nil : StateFolder.standard.map { Browser(folder: $0, name: "google-sign-in", title: "Sign in") }
      defer { browser?.forget() }
      let login = try await DriveConnection.withTransport(proxy: network.proxy, caFile: network.caFile) { transport in
        var flow = LoopbackSignIn(
          client: registration, scopes: scopes, transport: transport, hosts: settings.hosts)
        flow.patience = .seconds(patience)
        let pasted = printsAddress && Terminal.canAsk ? Self.pastedLines() : nil
        return try await flow.run(
          pasted: pasted, refuse: { Terminal.note("\($0) Paste the whole address of the page.") }
        ) { address in
          Terminal.note("To sign in, open this address:\n  \(address)")
          if pasted != nil {
            Terminal.note(
              "If the browser is on another machine, it cannot open the page that it is sent to at the end: paste that page's "
                + "address here.")
          }
          browser?.open(address)
        }
      }
      try file.write(login)
      let missing = scopes.filter { !login.rights.contains($0) }
      for scope in missing { output.note("warning: you did not give the right to this: \(scope.explanation)") }
      try await end(before, wasOpenToOthers: wasOpenToOthers, after: login, settings)
      try output.tell(
        .object([("account", .optional(login.email)), ("scopes", .array(login.scopes.map { .string($0) }))]),
        lines: { ["signed in as \(Visible.text(login.email ?? "an account that Google did not name"))"] })
    }
  }

  /// Ends the login that was kept before. Google ends all logins of one person with one client id together, so the same
  /// person's is left.
  private func end(
    _ before: StoredLogin?, wasOpenToOthers: Bool, after login: StoredLogin, _ settings: GoogleSettings
  ) async throws {
    guard let before else { return }
    if before.client.id == login.client.id, before.email == login.email {
      if wasOpenToOthers {
        output.note(
          "warning: other users could read the login that was kept before. End it: nstack-review drive logout; then sign in "
            + "again")
      }
      return
    }
    do {
      try await DriveConnection.withTransport(proxy: network.proxy, caFile: network.caFile) { transport in
        try await before.revoke(transport: transport, hosts: settings.hosts)
      }
    } catch {
      output.note(
        "warning: the login that was kept before was not ended at Google: \(Failure(error)?.shownLine ?? "\(error)")")
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
      let file = settings.loginFile
      settings.warnOfLoopback(output)
      guard PlainFile.exists(try file.path()) else {
        return try output.tell(.object([("wasSignedIn", .boolean(false))]), lines: { ["there was no login"] })
      }
      var failure: (any Error)?
      do {
        // A login that cannot be read is forgotten all the same.
        if let login = try file.readToEnd() {
          try await DriveConnection.withTransport(proxy: network.proxy, caFile: network.caFile) { transport in
            try await login.revoke(transport: transport, hosts: settings.hosts)
          }
        }
      } catch {
        failure = error
      }
      try file.remove()
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
      let settings = try GoogleSettings()
      settings.warnOfLoopback(output)
      let source = try settings.source(network.drive, output)
      let about = try await DriveConnection.withClient(
        source, settings, output, scopes: [.readAll], proxy: network.proxy, caFile: network.caFile
      ) { try await $0.about() }
      let rights = source.rights?.map(\.rawValue).sorted()
      try output.tell(
        .object([
          ("account", .optional(about.email)), ("name", .optional(about.name)),
          ("usage", about.usage.map { .integer($0) } ?? .null), ("limit", about.limit.map { .integer($0) } ?? .null),
          ("credentials", .string(source.place)), ("rights", rights.map { .array($0.map { .string($0) }) } ?? .null),
        ]),
        lines: {
          let who = [about.name, about.email.map { "<\($0)>" }].compactMap(\.self).joined(separator: " ")
          return [
            Visible.text(who, limit: 200), Visible.text("  credentials: \(source.place)", limit: 400),
            Visible.text("  rights: \(rights?.joined(separator: " ") ?? "not known")", limit: 400),
          ]
        })
    }
  }
}
