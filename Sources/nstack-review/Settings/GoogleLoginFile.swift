import GoogleDrive
import ReviewJournal

/// The file that keeps a person's login at Google, readable by the user alone.
enum GoogleLoginFile {
  /// The path of the file.
  ///
  /// - Throws: ``Failure`` `config.state-folder` if the system names no folder.
  static func path() throws -> String {
    guard let folder = StateFolder.standard else {
      throw Failure.usage(.stateFolder, "there is no folder for the login.", hint: "Set HOME or XDG_STATE_HOME.")
    }
    return "\(folder)/google-login.json"
  }

  /// The kept login; nil if there is none.
  static func read() throws -> StoredLogin? {
    guard let folder = StateFolder.standard else { return nil }
    let path = "\(folder)/google-login.json"
    guard let text = try PlainFile.text(at: path) else { return nil }
    try requirePrivacy(path)
    return try StoredLogin(text: text)
  }

  /// Keeps a login.
  static func write(_ login: StoredLogin) throws {
    try PlainFile.write(login.text, to: try path())
  }

  /// Forgets the login.
  static func remove() throws {
    PlainFile.remove(try path())
  }

  /// Refuses a file with secrets that other users can read.
  static func requirePrivacy(_ path: String) throws {
    guard PlainFile.isOpenToOthers(path) else { return }
    throw Failure.usage(
      .openToOthers, "\(path) contains secrets and can be read by others.", hint: "Run: chmod 600 \(path)")
  }
}
