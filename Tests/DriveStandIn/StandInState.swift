import CryptoExtras
package import Foundation

/// What the server has: accounts, tokens, files, uploads, and the faults to come.
package struct StandInState: Sendable {
  /// The server's own URL.
  var url = ""
  /// How far the server's clock is ahead of this machine's, in seconds.
  package var clockAhead = 0.0
  /// The time that each answer takes.
  package var latency = Duration.zero
  /// The most files of a page, whatever is asked for.
  package var mostPerPage = 1000
  /// The most bytes that an export gives: 10 MB.
  package var exportLimit = 10_000_000
  /// The seconds for which access tokens are good.
  package var tokenSeconds = 3599
  /// What each request was, as `METHOD /path`.
  package var requests: [String] = []
  /// The hosts and paths that were sent a token.
  package var faults: [StandInFault] = []
  /// The files, by id.
  package var files: [String: StandInFile] = [:]
  /// The address of the person who consents on the page.
  package var person = "reviewer@example.com"
  /// The secret of the client id `desktop-client`.
  package var clientSecret = "stand-in-secret"
  /// How files look after Google has taken them, as a function of their bytes.
  package var resave: @Sendable (Data) -> Data = { $0 }

  var serviceAccounts: [String: _RSA.Signing.PublicKey] = [:]
  var tokens: [String: StandInToken] = [:]
  var logins: [String: StandInToken] = [:]
  var codes: [String: StandInCode] = [:]
  var sessions: [String: StandInSession] = [:]
  private var counter = 0

  /// A new id.
  mutating func id(_ start: String) -> String {
    counter += 1
    return "\(start)\(String(counter + 100_000, radix: 36))\(String(UInt32.random(in: 0 ... .max), radix: 36))"
  }

  /// The server's time in seconds since 1970.
  var now: Double { Date().timeIntervalSince1970 + clockAhead }

  /// Adds a service account by the PEM of its public key.
  package mutating func addServiceAccount(_ email: String, publicKey: String) {
    serviceAccounts[email] = try? _RSA.Signing.PublicKey(pemRepresentation: publicKey)
  }

  /// Adds a file and returns its id.
  @discardableResult package mutating func add(_ file: StandInFile) -> String {
    var file = file
    if file.id.isEmpty { file.id = id("f") }
    if file.modified == 0 { file.modified = now }
    files[file.id] = file
    return file.id
  }

  /// Gives an access token to an account, as if it had signed in.
  package mutating func giveToken(to email: String, scopes: [String]) -> String {
    let token = id("ya29.")
    tokens[token] = StandInToken(email: email, scopes: scopes, end: now + Double(tokenSeconds))
    return token
  }

  /// Ends all access tokens.
  package mutating func endTokens() {
    tokens = [:]
  }

  /// Ends all logins, as Google does after seven days in "Testing".
  package mutating func endLogins() {
    logins = [:]
  }

  /// The number of logins that are good.
  package var loginCount: Int { logins.count }

  /// The spreadsheets that are not in the bin, by name.
  package func files(named name: String) -> [StandInFile] {
    files.values.filter { $0.name == name && !$0.isTrashed }
  }
}

/// A file or folder.
package struct StandInFile: Sendable {
  package var id = ""
  package var name: String
  package var type: String
  package var folder: String?
  package var sharedDrive: String?
  /// Who owns it; nil in a shared drive.
  package var owner: String?
  /// Who may read, and who may write.
  package var readers: Set<String> = []
  package var writers: Set<String> = []
  package var content = Data()
  package var version = 1
  package var modified = 0.0
  package var changedBy: String?
  package var isTrashed = false
  package var shortcutTarget: String?
  package var properties: [String: String] = [:]

  package init(_ name: String, type: String, folder: String? = nil, owner: String? = nil, content: Data = Data()) {
    self.name = name
    self.type = type
    self.folder = folder
    self.owner = owner
    self.content = content
  }

  /// A Google Sheet's media type.
  package static let sheet = "application/vnd.google-apps.spreadsheet"
  /// An XLSX file's media type.
  package static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  /// A folder's media type.
  package static let folderType = "application/vnd.google-apps.folder"
  /// A shortcut's media type.
  package static let shortcut = "application/vnd.google-apps.shortcut"

  func isReadable(by email: String) -> Bool { isWritable(by: email) || readers.contains(email) }
  func isWritable(by email: String) -> Bool { owner == email || writers.contains(email) }
  var isNative: Bool { type.hasPrefix("application/vnd.google-apps.") }
}

struct StandInToken: Sendable {
  var email: String
  var scopes: [String]
  var end: Double
}

struct StandInCode: Sendable {
  var client: String
  var redirect: String
  var challenge: String
  var scopes: [String]
  var email: String
}

/// An upload that has begun.
struct StandInSession: Sendable {
  var email: String
  /// The id of the file that is replaced; nil for a new one.
  var file: String?
  var name: String
  var type: String
  var folder: String?
  var fields: String
  var total: Int
  var content = Data()
}

/// What goes wrong, with the next requests that fit.
package struct StandInFault: Sendable {
  /// What happens to the request.
  package enum Action: Sendable {
    /// It is not carried out, and gets this answer.
    case refuse(Int, reason: String, headers: [String: String] = [:])
    /// It is not carried out, and the connection breaks.
    case lose
    /// It is carried out, and the connection breaks instead of the answer.
    case loseAnswer
    /// Of the bytes of an upload so many arrive, and the connection breaks.
    case keep(Int)
    /// Of an upload, all bytes that had arrived are lost, and the answer says so.
    case forget
    /// All access tokens end before it is carried out.
    case endTokens
    /// All uploads are gone before it is carried out.
    case endSessions
  }

  let method: String
  let path: String
  /// How many requests pass first.
  var skip: Int
  /// How many requests it applies to.
  var times: Int
  let action: Action

  /// Creates a fault.
  ///
  /// - Parameter path: Part of the path.
  package init(_ method: String, _ path: String, skip: Int = 0, times: Int = 1, _ action: Action) {
    self.method = method
    self.path = path
    self.skip = skip
    self.times = times
    self.action = action
  }
}

extension StandInState {
  /// The fault that applies to a request, which is thereby used.
  mutating func fault(_ method: String, _ path: String) -> StandInFault.Action? {
    for index in faults.indices where faults[index].method == method && path.contains(faults[index].path) {
      guard faults[index].times > 0 else { continue }
      if faults[index].skip > 0 {
        faults[index].skip -= 1
        continue
      }
      faults[index].times -= 1
      return faults[index].action
    }
    return nil
  }
}
