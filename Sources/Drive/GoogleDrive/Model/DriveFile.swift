import Basics

/// A file or folder in Drive, as far as sheets need it.
package struct DriveFile: Hashable, Sendable {
  /// The id, which stays when the file is renamed, moved or replaced.
  package let id: String
  /// The name, which several files of one folder may have.
  package let name: String
  /// The media type.
  package let mimeType: String
  /// When it was last changed, in RFC 3339.
  package let modified: String?
  /// A number that grows with every change, also with changes that no user sees.
  package let version: Int?
  /// The size in bytes.
  package let size: Int?
  /// The address of the first owner; nil in a shared drive, which owns its files.
  package let owner: String?
  /// Whether this account owns it.
  let isOwn: Bool
  /// The address of the person who changed it last.
  package let lastChangedBy: String?
  /// The id of the folder that it is in.
  package let folder: String?
  /// The id of the shared drive that it is in; nil for a person's Drive.
  package let sharedDrive: String?
  /// The address in a browser.
  package let link: String?
  /// The MD5 of the content in hexadecimal digits; nil for Google's own formats.
  package let md5: String?
  /// Whether it is in the bin.
  package let isTrashed: Bool
  /// Whether this account may change its content, or add files to the folder.
  package let isWritable: Bool
  /// Whether this program made it as a copy of a sheet that it replaced.
  package let isKeptCopy: Bool
  /// The ID from the upload or copy that made it; nil for files made otherwise.
  let uploadID: String?
  /// The type of the file that a shortcut leads to.
  let shortcutType: String?
  /// The id of that file.
  let shortcutTarget: String?
  /// The keys of the items that it tells of, of itself and of the file that a shortcut leads to, by their ids.
  let resourceKeys: [String: String]

  /// The property that a copy has. Other programs see it too.
  static let copyProperty = (name: "nstack-review", value: "copy")

  /// The property that distinguishes the file of one upload from all others. Other programs do not see it.
  static let uploadID = "nstack-review-upload"

  static let fields =
    "id,name,mimeType,modifiedTime,version,size,ownedByMe,owners(emailAddress),"
    + "lastModifyingUser(emailAddress,displayName),parents,driveId,webViewLink,md5Checksum,trashed,properties,appProperties,resourceKey,"
    + "shortcutDetails(targetId,targetMimeType,targetResourceKey),capabilities(canEdit,canModifyContent,canAddChildren)"

  /// Reads a file from an answer; nil if it has no id or name.
  init?(_ json: JSONValue) {
    guard let id = json["id"]?.string, DriveAddress.isID(id), let name = json["name"]?.string,
      let mimeType = json["mimeType"]?.string
    else { return nil }
    (self.id, self.name, self.mimeType) = (id, name, mimeType)
    modified = json["modifiedTime"]?.string
    // Drive writes numbers of 64 bits as strings.
    version = json["version"]?.looseInteger
    size = json["size"]?.looseInteger
    owner = json["owners"]?.elements?.first?["emailAddress"]?.string
    isOwn = json["ownedByMe"]?.isTrue == true
    let user = json["lastModifyingUser"]
    lastChangedBy = user?["emailAddress"]?.string ?? user?["displayName"]?.string
    folder = json["parents"]?.elements?.first?.string
    sharedDrive = json["driveId"]?.string
    link = json["webViewLink"]?.string
    md5 = json["md5Checksum"]?.string
    isTrashed = json["trashed"]?.isTrue == true
    let rights = json["capabilities"]
    // The content of a locked file cannot be changed although the file can.
    let right = rights?[mimeType == MediaType.folder ? "canAddChildren" : "canModifyContent"] ?? rights?["canEdit"]
    isWritable = right?.isTrue == true
    isKeptCopy = json["properties"]?[Self.copyProperty.name]?.string == Self.copyProperty.value
    uploadID = json["appProperties"]?[Self.uploadID]?.string
    let shortcut = json["shortcutDetails"]
    (shortcutTarget, shortcutType) = (shortcut?["targetId"]?.string, shortcut?["targetMimeType"]?.string)
    let keys = [(id, json["resourceKey"]), (shortcutTarget, shortcut?["targetResourceKey"])]
    resourceKeys = keys.reduce(into: [:]) { keys, pair in
      if let id = pair.0, let key = pair.1?.string, DriveAddress.isID(key) { keys[id] = key }
    }
  }

  /// Whether its content is still that of an earlier answer. The version does not tell: a look at a sheet may change it.
  func hasContent(of earlier: DriveFile) -> Bool {
    // A Google Sheet has no checksum.
    if let md5, let before = earlier.md5 { return md5 == before }
    return modified != nil && modified == earlier.modified
  }

  /// The top of the account's own Drive. It is not fetched, because a login for own files alone does not see it.
  static let top = DriveFile([
    "id": "root", "name": "My Drive", "mimeType": MediaType.folder,
    "capabilities": JSONValue.members(["canEdit": true]),
  ])

  package var isGoogleSheet: Bool { mimeType == MediaType.googleSheet }
  package var isXLSX: Bool { mimeType == MediaType.xlsx }
  /// Whether it is a web page, which may be a review.
  package var isPage: Bool { mimeType == MediaType.page }
  /// The ending of a copy on this machine.
  package var ending: String { isPage ? MediaType.pageEnding : ".xlsx" }
  package var isFolder: Bool { mimeType == MediaType.folder }
  /// Whether it only leads to another file.
  var isShortcut: Bool { mimeType == MediaType.shortcut }

  /// The address by which messages and registers refer to it: its id, and after a slash its name, for people. `DriveAddress`
  /// reads it.
  package var address: String { "\(DriveAddress.scheme)\(id)/\(plainName)" }
  /// The name without separators and control characters.
  var plainName: String { DriveName.file(name, ending: "") }
}

enum MediaType {
  static let googleSheet = "application/vnd.google-apps.spreadsheet"
  static let xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  static let spreadsheets = [googleSheet, xlsx]
  static let page = "text/html"
  static let pageEnding = ".html"
  static let folder = "application/vnd.google-apps.folder"
  static let shortcut = "application/vnd.google-apps.shortcut"

  /// The type of the bytes of an upload, by the ending of their file.
  static func uploaded(_ ending: String) -> String { ending == pageEnding ? page : xlsx }
}
