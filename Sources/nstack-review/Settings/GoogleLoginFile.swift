import GoogleDrive
import ReviewJournal

/// The file that keeps a person's login at Google, readable by the user alone.
struct GoogleLoginFile {
  /// Where the login is valid. A login at a server on this machine is kept apart: Google's must not go there.
  let hosts: GoogleHosts

  private var name: String { hosts.isGoogle ? "google-login.json" : "google-login-loopback.json" }

  /// The path of the file.
  ///
  /// - Throws: ``Failure`` `config.state-folder` if the system names no folder.
  func path() throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.usage(.stateFolder, "there is no folder for the login.", hint: "Set HOME or XDG_STATE_HOME.")
    }
    return "\(folder)/\(name)"
  }

  /// The kept login; nil if there is none.
  ///
  /// - Throws: ``Failure`` `config.open-to-others` if others can read it.
  func read() throws -> StoredLogin? {
    guard let folder = StateFolder.standard else { return nil }
    let path = "\(folder)/\(name)"
    guard let text = try PlainFile.text(at: path) else { return nil }
    guard !PlainFile.isOpenToOthers(path) else {
      throw Failure.usage(
        .openToOthers, "\(path) contains secrets and can be read by others.",
        hint: "End that login with `nstack-review drive logout`, and sign in again. If only you could read it, run: "
          + "chmod 600 \(path)")
    }
    return try StoredLogin(text: text)
  }

  /// The kept login, so that it can be ended; nil if there is none. Whoever can read it, it is to be ended all the more.
  func readToEnd() throws -> StoredLogin? {
    try PlainFile.text(at: path()).map { try StoredLogin(text: $0) }
  }

  /// Whether others can read it.
  func isOpenToOthers() throws -> Bool { PlainFile.isOpenToOthers(try path()) }

  /// Keeps a login.
  func write(_ login: StoredLogin) throws {
    try PlainFile.writeSecret(login.text, to: try path())
  }

  /// Forgets the login.
  func remove() throws {
    PlainFile.remove(try path())
  }
}
