/// Somebody who signs in: a person, or a service account.
package struct Account: Hashable, Sendable {
  package let email: String
  package let name: String
  /// The public key of a service account in PEM; nil for a person.
  package let publicKey: String?
  /// The id of a service account's key.
  package let keyID: String?
  /// Whether the service account may act for persons of its domain.
  package var actsForOthers = false

  package var isServiceAccount: Bool { publicKey != nil }

  package init(
    email: String, name: String, publicKey: String? = nil, keyID: String? = nil, actsForOthers: Bool = false
  ) {
    self.email = email
    self.name = name
    self.publicKey = publicKey
    self.keyID = keyID
    self.actsForOthers = actsForOthers
  }
}

/// A program that is registered for signing in.
package struct StandInClient: Hashable, Sendable {
  package let id: String
  package let secret: String
  package let name: String

  package init(id: String, secret: String, name: String) {
    self.id = id
    self.secret = secret
    self.name = name
  }
}

/// Who sends a request, through which program, and what they may do.
struct Requester: Hashable, Sendable {
  let email: String
  let clientID: String
  let scopes: Set<String>
}

/// What somebody may do with a file, from the least to the most.
package enum Role: String, Comparable, Sendable, CaseIterable {
  case reader, commenter, writer, fileOrganizer, organizer, owner

  package static func < (one: Role, other: Role) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// One entry of a file's sharing.
package struct Permission: Hashable, Sendable {
  package let email: String
  package var role: Role

  package init(_ email: String, _ role: Role) {
    self.email = email
    self.role = role
  }
}

/// A file, a folder, a Google Sheet or a shortcut.
package struct StandInFile: Hashable, Sendable {
  package let id: String
  package var name: String
  package var mimeType: String
  /// The bytes of a file, or the XLSX that a Google Sheet was made from; nil for folders and shortcuts.
  package var content: [UInt8]?
  package var parents: [String] = []
  /// The owner's address; nil on a shared drive.
  package var owner: String?
  /// The shared drive; nil in somebody's own Drive.
  package var driveID: String?
  /// What was shared directly, without the owner and without what folders hand down.
  package var permissions: [Permission] = []
  package var isTrashed = false
  /// The id of the file that a shortcut leads to.
  package var target: String?
  package var createdTime: DriveTime
  package var modifiedTime: DriveTime
  package var version = 1
  package var revision = 1
  package var lastModifiedBy: String?
  package var properties: [String: String] = [:]
  package var appProperties: [String: String] = [:]
  /// The programs that made or opened the file, which `drive.file` is about.
  package var clients: Set<String> = []
  /// The accounts that made or opened the file.
  package var openedBy: Set<String> = []

  package init(id: String, name: String, mimeType: String, time: DriveTime) {
    self.id = id
    self.name = name
    self.mimeType = mimeType
    createdTime = time
    modifiedTime = time
  }

  var isFolder: Bool { mimeType == MIMEType.folder }
  var hasDownload: Bool { !MIMEType.isGoogles(mimeType) }
}

/// A drive that belongs to an organisation, with its members.
package struct SharedDrive: Hashable, Sendable {
  /// The id, which is that of its root folder too.
  package let id: String
  package let name: String
  package var members: [String: Role]
  package let createdTime: DriveTime
}

/// How the stand-in behaves, beside its faults.
package struct StandInSettings: Hashable, Sendable {
  /// Milliseconds that every call to Drive or to the token endpoint waits before it is answered.
  package var latency = 0
  /// Seconds by which the server's clock is ahead of the machine's. The header `Date` has the machine's time.
  package var clockSkew = 0
  /// The most files of one page, whatever `pageSize` asks for.
  package var pageLimit = 1000
  /// The most bytes that `files.export` answers.
  package var exportLimit = 10 << 20

  /// The start of the URL to which an export link leads on, such as another port's; nil for no redirect.
  package var exportHost: String?

  package init() {}
}

/// The MIME types that the stand-in knows.
package enum MIMEType {
  package static let folder = "application/vnd.google-apps.folder"
  package static let shortcut = "application/vnd.google-apps.shortcut"
  package static let sheet = "application/vnd.google-apps.spreadsheet"
  package static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  static let any = "application/octet-stream"

  /// Whether files of a type hold no bytes that can be downloaded.
  static func isGoogles(_ type: String) -> Bool { type.hasPrefix("application/vnd.google-apps.") }
}

/// The requests that arrived.
package struct RequestLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package let method: String
    package let target: String
    package let operation: StandInOperation?
    /// 0 if the connection was closed without an answer.
    package var status = 0
    /// The bytes of the request's body.
    package var received = 0
    /// The header `Content-Range` or `Range` of the request.
    package let range: String?
    /// The access token, which no test shows to anybody.
    package let token: String?
  }

  package private(set) var entries: [Entry] = []
  /// The most requests that were answered at the same time.
  package private(set) var mostAtOnce = 0
  private var running = 0
  private var generation = 0

  /// Where to note what came of a request.
  struct Place {
    let index: Int
    let generation: Int
  }

  mutating func begin(_ entry: Entry) -> Place {
    entries.append(entry)
    running += 1
    mostAtOnce = max(mostAtOnce, running)
    return Place(index: entries.count - 1, generation: generation)
  }

  mutating func end(_ place: Place, status: Int, received: Int) {
    running -= 1
    guard place.generation == generation else { return }
    entries[place.index].status = status
    entries[place.index].received = received
  }

  package mutating func removeAll() {
    entries = []
    mostAtOnce = running
    generation += 1
  }

  package func count(_ operation: StandInOperation) -> Int { entries.count { $0.operation == operation } }
}
