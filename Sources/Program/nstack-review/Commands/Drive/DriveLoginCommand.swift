import ArgumentParser
import Basics
import GoogleDrive
import ReviewJournal

struct DriveLoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "login", "Sign in to Google through the browser, and keep the login.",
    discussion: """
      It asks for one permission: to files that it creates itself, with --read-all to read all files, or with --all to \
      write them too. The login is kept in the state folder, where only you can read it.
      """, examples: ["drive login client_secret.json", "drive login --read-all --no-browser"])

  @Argument(help: "The file with the id of a \"Desktop app\" (NSTACK_GOOGLE_CLIENT).", completion: .file()) var client:
    String?
  @Flag("Ask to read all files, those of others too, and to write none.") var readAll = false
  @Flag("Ask to read and write all files, those of others too.") var all = false
  @Flag(.noBrowser) var noBrowser = false
  @OptionGroup var output: OutputOptions

  /// The permission to ask for.
  var scope: DriveScope { all ? .all : readAll ? .readAll : .ownFiles }

  func run() async throws {
    let settings = try GoogleSettings()
    let patience = try SettingLayers.ofMachine().seconds("patience") ?? .seconds(300)
    let registration = try settings.client(client)
    let path = try settings.loginPath()
    let before = try? PlainFile.text(at: path).map { try StoredLogin(text: $0) }
    let wasOpenToOthers = PlainFile.isOpenToOthers(path)
    settings.warnOfLoopback(output)
    output.note("asks for: \(scope.explanation)")
    // Without a terminal, a browser would open unexpectedly.
    let printsAddress = noBrowser || !Terminal.isErrorATerminal
    let browser =
      printsAddress ? nil : StateFolder.standard.map { Browser(folder: $0, name: "google-sign-in", title: "Sign in") }
    defer { browser?.forget() }
    let login = try await GoogleSettings.withTransport { transport in
      var flow = LoopbackSignIn(client: registration, scopes: [scope], transport: transport, hosts: settings.hosts)
      flow.patience = patience
      let pasted = printsAddress && Terminal.canAsk ? Self.pastedLines() : nil
      return try await flow.run(pasted: pasted, refuse: { Terminal.note("\($0) Paste the whole address of the page.") })
      { address in
        Terminal.note("To sign in, open this address:\n  \(address)")
        if pasted != nil {
          Terminal.note(
            "If the browser is on another machine, it cannot open the last page. "
              + "Paste the address of that page here.")
        }
        browser?.open(address)
      }
    }
    try PlainFile.writeSecret(login.text, to: path)
    if !login.rights.contains(scope) { output.note("warning: you did not allow this: \(scope.explanation)") }
    try await end(before, wasOpenToOthers: wasOpenToOthers, after: login, settings)
    try output.print(
      ["account": login.email, "scopes": login.scopes],
      lines: { ["signed in as \(Visible.text(login.email ?? "an account that Google did not name"))"] })
  }

  /// Revokes the login that was stored before, unless it has the same person and client id: Google would then revoke
  /// the new login too.
  private func end(_ before: StoredLogin?, wasOpenToOthers: Bool, after login: StoredLogin, _ settings: GoogleSettings)
    async throws
  {
    guard let before else { return }
    if before.client.id == login.client.id, before.email == login.email {
      if wasOpenToOthers {
        output.note(
          "warning: other users could read the previous login. Revoke it: nstack-review drive logout; then sign in again"
        )
      }
      return
    }
    do { try await revoke(before, settings) } catch {
      output.note("warning: the previous login was not revoked at Google: \(Failure.line(error))")
    }
  }

  private static func pastedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      _ = WorkerThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}

extension ParsableCommand {
  fileprivate func revoke(_ login: StoredLogin, _ settings: GoogleSettings) async throws {
    try await GoogleSettings.withTransport { try await login.revoke(transport: $0, hosts: settings.hosts) }
  }
}

struct DriveLogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    "logout", "Revoke the login at Google, and remove it.",
    discussion: """
      The login is removed even if Google cannot be reached; it can then be revoked at myaccount.google.com/permissions.
      """, examples: ["drive logout", "drive logout --json"])

  @OptionGroup var output: OutputOptions

  func run() async throws {
    let settings = try GoogleSettings()
    let path = try settings.loginPath()
    settings.warnOfLoopback(output)
    guard PlainFile.exists(path) else {
      return try output.print(["wasSignedIn": false], lines: { ["there was no login"] })
    }
    var failure: (any Error)?
    do {
      // A login that cannot be read is removed too.
      if let login = try PlainFile.text(at: path).map({ try StoredLogin(text: $0) }) {
        try await revoke(login, settings)
      }
    } catch { failure = error }
    PlainFile.remove(path)
    if let failure {
      output.note("warning: the login was removed here, but not revoked at Google")
      throw failure
    }
    try output.print(["wasSignedIn": true], lines: { ["signed out"] })
  }
}
