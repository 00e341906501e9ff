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
  package var description: String?
  package var properties: [String: String] = [:]
  package var appProperties: [String: String] = [:]
  package var isStarred = false
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
