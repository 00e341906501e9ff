/// Somebody who signs in: a person, or a service account.
package struct Account: Hashable, Sendable {
  let email: String
  let name: String
  /// The keys of a service account; nil for a person.
  var key: SigningKeyPair?
  /// The id of a service account's key.
  var keyID: String?
  /// Whether the service account may act for persons of its domain.
  package var actsForOthers = false

  var isServiceAccount: Bool { key != nil }
}

/// A program that is registered for signing in.
package struct StandInClient: Hashable, Sendable {
  package let id: String
  package let secret: String
  let name: String
}

/// Who sends a request, through which program, and what they may do.
struct Requester: Hashable, Sendable {
  let email: String
  let clientID: String
  let scopes: Set<String>
  /// The keys of items that the request has, by their ids.
  var keys: [String: String] = [:]
}

/// What somebody may do with a file, from the least to the most.
package enum Role: String, CaseIterable, Comparable, Sendable {
  case reader, writer, organizer, owner

  package static func < (one: Role, other: Role) -> Bool {
    (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
  }
}

/// One entry of a file's sharing.
package struct Permission: Hashable, Sendable {
  let email: String
  let role: Role

  package init(_ email: String, _ role: Role) { (self.email, self.role) = (email, role) }
}

/// A file, a folder, a Google Sheet or a shortcut.
package struct StandInFile: Hashable, Sendable {
  package let id: String
  package var name: String
  package let mimeType: String
  /// The bytes of a file, or the XLSX that a Google Sheet was made from; nil for folders and shortcuts.
  package var content: [UInt8]?
  package var parents: [String] = []
  /// The owner's address; nil on a shared drive.
  package var owner: String?
  /// The shared drive; nil in somebody's own Drive.
  package var driveID: String?
  /// What was shared directly, without the owner and without what folders hand down.
  package var permissions: [Permission] = []
  /// The key with which anybody may read it who has the link; nil for no link.
  package var linkKey: String?
  package var isTrashed = false
  /// The open comments.
  package var comments: [String] = []
  /// The id of the file that a shortcut leads to.
  package var target: String?
  package var modifiedTime: DriveTime
  var version = 1
  var lastModifiedBy: String?
  var properties: [String: String] = [:]
  var appProperties: [String: String] = [:]
  /// The programs that made or opened the file, which `drive.file` is about.
  package var clients: Set<String> = []
  /// The accounts that made or opened the file.
  var openedBy: Set<String> = []

  init(id: String, name: String, mimeType: String, time: DriveTime) {
    (self.id, self.name, self.mimeType) = (id, name, mimeType)
    modifiedTime = time
  }

  var isFolder: Bool { mimeType == MIMEType.folder }
  /// Whether it holds bytes that can be downloaded.
  var hasDownload: Bool { !mimeType.hasPrefix("application/vnd.google-apps.") }
}

/// A drive that belongs to an organisation. Its id is that of its root folder.
package struct SharedDrive: Hashable, Sendable { let members: [String: Role] }

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
}

/// The MIME types that the stand-in knows.
package enum MIMEType {
  package static let folder = "application/vnd.google-apps.folder"
  package static let shortcut = "application/vnd.google-apps.shortcut"
  package static let sheet = "application/vnd.google-apps.spreadsheet"
  package static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
}

package struct RequestLog: Sendable {
  package struct Entry: Hashable, Sendable {
    let number: Int
    package let operation: StandInOperation
    /// 0 if the connection was closed without an answer.
    package var status = 0
  }

  package private(set) var entries: [Entry] = []
  /// The most requests that were answered at the same time.
  package private(set) var mostAtOnce = 0
  private var running = 0
  private var number = 0

  /// Notes a request, and gives its number.
  mutating func begin(_ operation: StandInOperation) -> Int {
    number += 1
    running += 1
    entries.append(Entry(number: number, operation: operation))
    mostAtOnce = max(mostAtOnce, running)
    return number
  }

  mutating func end(_ number: Int, status: Int) {
    running -= 1
    guard let index = entries.lastIndex(where: { $0.number == number }) else { return }
    entries[index].status = status
  }

  package mutating func removeAll() {
    entries = []
    mostAtOnce = running
  }

  package func count(_ operation: StandInOperation) -> Int { entries.count { $0.operation == operation } }
}
