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

  static let permissionList = object("kind nextPageToken", ["permissions": permission])

  static let drive = object(
    "backgroundImageLink colorRgb createdTime hidden id kind name orgUnitId themeId",
    ["backgroundImageFile": .open, "capabilities": .open, "restrictions": .open])

  static let driveList = object("kind nextPageToken", ["drives": drive])

  static let generatedIDs = object("ids kind space")

  static let about = object(
    "appInstalled canCreateDrives canCreateTeamDrives folderColorPalette kind maxUploadSize",
    [
      "driveThemes": .open, "exportFormats": .open, "importFormats": .open, "maxImportSizes": .open,
      "storageQuota": object("limit usage usageInDrive usageInDriveTrash"), "teamDriveThemes": .open, "user": user,
    ])

  static let operation = object("done name", ["error": .open, "metadata": .open, "response": .open])
}
