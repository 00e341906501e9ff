import Basics

/// A selection of members, as the parameter `fields` writes it: `nextPageToken,files(id,owners/emailAddress)`.
struct FieldMask: Hashable, Sendable {
  /// The members, each with the selection in it; nil for all.
  private var members: [String: FieldMask]?

  static let everything = FieldMask(members: nil)

  private init(members: [String: FieldMask]?) {
    self.members = members
  }

  /// - Throws: ``DriveRefusal`` for a mask that cannot be read, and for members that `shape` does not have.
  init(_ text: String, of shape: FieldShape) throws(DriveRefusal) {
    var rest = text[...]
    self = try Self.list(&rest, text)
    guard rest.isEmpty else { throw Self.refusal(text) }
    try check(shape)
  }

  func applied(to value: JSONValue) -> JSONValue {
    guard let members else { return value }
    switch value {
    case .array(let values): return .array(values.map { applied(to: $0) })
    case .object(let object):
      return .object(
        object.compactMap { name, value in members[name].map { (name, $0.applied(to: value)) } })
    default: return value
    }
  }

  private static func list(_ rest: inout Substring, _ text: String) throws(DriveRefusal) -> FieldMask {
    var mask = FieldMask(members: [:])
    repeat {
      try mask.add(try item(&rest, text))
    } while rest.popComma()
    return mask
  }

  private static func item(_ rest: inout Substring, _ text: String) throws(DriveRefusal) -> (String, FieldMask) {
    rest = rest.drop { $0 == " " }
    let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "*" || $0 == "_" || $0 == "-" })
    guard !name.isEmpty else { throw refusal(text) }
    rest = rest.dropFirst(name.count)
    switch rest.first {
    case "/":
      rest.removeFirst()
      return (name, FieldMask(members: Dictionary([try item(&rest, text)]) { one, _ in one }))
    case "(":
      rest.removeFirst()
      let inner = try list(&rest, text)
      guard rest.popFirst() == ")" else { throw refusal(text) }
      rest = rest.drop { $0 == " " }
      return (name, inner)
    default:
      rest = rest.drop { $0 == " " }
      return (name, .everything)
    }
  }

  private mutating func add(_ item: (name: String, mask: FieldMask)) throws(DriveRefusal) {
    if item.name == "*" {
      members = nil
    } else if members != nil {
      guard let old = members?[item.name] else {
        members?[item.name] = item.mask
        return
      }
      var merged = old
      guard let more = item.mask.members else {
        members?[item.name] = .everything
        return
      }
      for (name, mask) in more { try merged.add((name, mask)) }
      members?[item.name] = merged
    }
  }

  private func check(_ shape: FieldShape) throws(DriveRefusal) {
    guard let members else { return }
    for (name, mask) in members.sorted(by: { $0.key < $1.key }) {
      switch shape {
      case .open: continue
      case .leaf: throw Self.refusal(name)
      case .object(let shapes):
        guard let inner = shapes[name] else { throw Self.refusal(name) }
        try mask.check(inner)
      }
    }
  }

  private static func refusal(_ text: String) -> DriveRefusal {
    DriveRefusal(400, "invalidParameter", "Invalid field selection \(text)", location: "fields")
  }
}

extension Substring {
  fileprivate mutating func popComma() -> Bool {
    guard first == "," else { return false }
    removeFirst()
    return true
  }
}

/// The members that an answer may have, by which the names in `fields` are checked.
///
/// Source: the schemas of the discovery document. An answer holds only the members that the stand-in knows a value for;
/// every name of the schema is accepted.
indirect enum FieldShape: Sendable {
  case leaf
  /// An object with any members.
  case open
  case object([String: FieldShape])

  private static func object(_ names: String, _ inner: [String: FieldShape] = [:]) -> FieldShape {
    var members = inner
    for name in names.split(separator: " ") { members[String(name)] = .leaf }
    return .object(members)
  }

  static let user = object("displayName emailAddress kind me permissionId photoLink")

  static let permission = object(
    "allowFileDiscovery deleted displayName domain emailAddress expirationTime id inheritedPermissionsDisabled kind"
      + " pendingOwner photoLink role type view", ["permissionDetails": .open])

  static let file = object(
    "copyRequiresWriterPermission createdTime description driveId explicitlyTrashed fileExtension folderColorRgb"
      + " fullFileExtension hasAugmentedPermissions hasThumbnail headRevisionId iconLink id"
      + " inheritedPermissionsDisabled isAppAuthorized kind md5Checksum mimeType modifiedByMe modifiedByMeTime"
      + " modifiedTime name originalFilename ownedByMe parents permissionIds quotaBytesUsed resourceKey sha1Checksum"
      + " sha256Checksum shared sharedWithMeTime size spaces starred teamDriveId thumbnailLink thumbnailVersion"
      + " trashed trashedTime version viewedByMe viewedByMeTime viewersCanCopyContent webContentLink webViewLink"
      + " writersCanShare",
    [
      "appProperties": .open, "capabilities": .open, "clientEncryptionDetails": .open, "contentHints": .open,
      "contentRestrictions": .open, "downloadRestrictions": .open, "exportLinks": .open, "imageMediaMetadata": .open,
      "labelInfo": .open, "lastModifyingUser": user, "linkShareMetadata": .open, "owners": user,
      "permissions": permission, "properties": .open, "sharingUser": user,
      "shortcutDetails": object("targetId targetMimeType targetResourceKey"), "trashingUser": user,
      "videoMediaMetadata": .open,
    ])

  static let fileList = object("incompleteSearch kind nextPageToken", ["files": file])

  static let about = object(
    "appInstalled canCreateDrives canCreateTeamDrives folderColorPalette kind maxUploadSize",
    [
      "driveThemes": .open, "exportFormats": .open, "importFormats": .open, "maxImportSizes": .open,
      "storageQuota": object("limit usage usageInDrive usageInDriveTrash"), "teamDriveThemes": .open, "user": user,
    ])

  static let operation = object("done name", ["error": .open, "metadata": .open, "response": .open])
}
