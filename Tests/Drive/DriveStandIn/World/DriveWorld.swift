import Foundation
import SystemCrypto

/// Everything that the stand-in knows: accounts, programs, files, shared drives, tokens and upload sessions.
package struct DriveWorld: Sendable {
  package var settings = StandInSettings()
  package var accounts: [String: Account] = [:]
  var clients: [String: StandInClient] = [:]
  package internal(set) var files: [String: StandInFile] = [:]
  var drives: [String: SharedDrive] = [:]
  package var requests = RequestLog()
  /// The URL of the server, without a trailing slash.
  package internal(set) var baseURL = ""
  /// The faults that are still to come.
  var faults: [StandInFault] = []
  var tokens = TokenStore()
  var sessions: [String: UploadSession] = [:]
  var pages: [String: ListPage] = [:]
  var downloads: [String: DownloadOperation] = [:]
  /// What a Google Sheet's bytes become when they are exported.
  var resave: (@Sendable ([UInt8]) throws -> [UInt8])?
  private var number = 0
  private var lastTime = DriveTime(milliseconds: 0)

  package init() {}

  /// The next id or token; the same in every run.
  mutating func nextID(_ kind: String, length: Int = 33) -> String {
    number += 1
    let digest = ["first", "second"].flatMap { MessageDigest.sha256("\($0) \(kind) \(number)".utf8) }
    let text = Data(digest).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    return String(("1" + text).prefix(length))
  }

  /// The server's time in seconds since 1970.
  var seconds: Int { Int(Date().timeIntervalSince1970) + settings.clockSkew }

  /// The server's time, later with every call.
  mutating func now() -> DriveTime {
    let time = DriveTime(milliseconds: Int(Date().timeIntervalSince1970 * 1000) + settings.clockSkew * 1000)
    lastTime = max(time, DriveTime(milliseconds: lastTime.milliseconds + 1))
    return lastTime
  }

  /// The id of the folder "My Drive" of an account.
  package static func root(of email: String) -> String {
    let digest = MessageDigest.sha256("root \(email)".utf8)
    return "0A" + Data(digest).base64EncodedString().filter { $0.isLetter || $0.isNumber }.prefix(17)
  }
}

/// What a test sets up without a request.
extension DriveWorld {
  mutating func add(_ account: Account) {
    accounts[account.email] = account
    var root = StandInFile(id: Self.root(of: account.email), name: "My Drive", mimeType: MIMEType.folder, time: now())
    root.owner = account.email
    root.openedBy = [account.email]
    if files[root.id] == nil { files[root.id] = root }
  }

  /// Adds a shared drive and gives its id, which is that of its root folder too.
  package mutating func addSharedDrive(_ name: String, members: [String: Role]) -> String {
    let id = nextID("drive", length: 19)
    drives[id] = SharedDrive(members: members)
    var root = StandInFile(id: id, name: name, mimeType: MIMEType.folder, time: now())
    root.driveID = id
    files[id] = root
    return id
  }

  /// Adds a file as `change` describes it, and gives its id. Without a parent it is in the owner's "My Drive".
  package mutating func addFile(
    _ name: String, mimeType: String, owner: String?, change: (inout StandInFile) -> Void = { _ in }
  ) -> String {
    var file = StandInFile(
      id: nextID("file", length: mimeType == MIMEType.sheet ? 44 : 33), name: name, mimeType: mimeType, time: now())
    file.owner = owner
    file.lastModifiedBy = owner
    if let owner { file.openedBy = [owner] }
    change(&file)
    if let folder = file.parents.first.flatMap({ files[$0] }), let drive = folder.driveID {
      file.driveID = drive
      file.owner = nil
    } else if file.parents.isEmpty, let owner = file.owner {
      file.parents = [Self.root(of: owner)]
    }
    files[file.id] = file
    return file.id
  }

  /// Changes a file as somebody does who works in Drive; its version and its time move.
  ///
  /// - Returns: Whether there is such a file.
  @discardableResult package mutating func edit(_ id: String, by email: String?, change: (inout StandInFile) -> Void)
    -> Bool
  {
    guard var file = files[id] else { return false }
    change(&file)
    file.version += 2
    file.modifiedTime = now()
    file.lastModifiedBy = email
    files[id] = file
    return true
  }

  /// Changes a file as nobody sees it, such as by a look at it: its version moves, and nothing else.
  package mutating func touch(_ id: String) { files[id]?.version += 1 }

  package mutating func add(_ fault: StandInFault) { faults.append(fault) }

  /// How many requests are still to fail.
  package var faultsToCome: Int { faults.reduce(0) { $0 + $1.times } }

  package mutating func removeFaults() { faults = [] }

  /// An access token as if the account had signed in through a program.
  package mutating func signIn(_ email: String, clientID: String, scopes: [String]) -> String {
    issueToken(
      Requester(email: email, clientID: clientID, scopes: Set(scopes.map(TokenStore.fullScope))), refreshToken: nil)
  }

  /// The refresh tokens that are good.
  package var loginCount: Int { tokens.refresh.count }

  /// The files with a name that are not in the trash.
  package func files(named name: String) -> [StandInFile] { files.values.filter { $0.name == name && !isTrashed($0) } }

  /// Makes all access tokens expire, as if their time were over.
  package mutating func expireAccessTokens() { tokens.expireAll() }
}

/// A world to begin with.
extension DriveWorld {
  package static let sampleClient = StandInClient(
    id: "stand-in.apps.googleusercontent.com", secret: "not-a-secret", name: "nstack-review")

  /// Two people of one company, somebody from outside, a service account, and a program to sign in with.
  ///
  /// - Parameter key: The key of the service account; nil for none.
  package static func sample(key: StandInKey? = nil) -> DriveWorld {
    var world = DriveWorld()
    world.add(Account(email: "anna@example.com", name: "Anna Andersen"))
    world.add(Account(email: "ben@example.com", name: "Ben Bruun"))
    world.add(Account(email: "carla@elsewhere.example", name: "Carla Christensen"))
    if let key { world.add(Account(email: key.email, name: key.email, key: key.pair, keyID: key.keyID)) }
    world.clients[sampleClient.id] = sampleClient
    return world
  }
}
