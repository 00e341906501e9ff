import Basics

/// `files.create`, `files.update`, `files.copy` and `permissions.create`.
extension DriveWorld {
  /// Members of a file that a request cannot write.
  private static let readOnly = [
    "capabilities", "driveId", "exportLinks", "headRevisionId", "lastModifyingUser", "md5Checksum", "ownedByMe",
    "owners",
    "permissionIds", "permissions", "shared", "size", "trashedTime", "version", "webContentLink", "webViewLink",
  ]

  mutating func create(
    _ metadata: JSONValue, _ media: FileMedia?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let parent = try checkCreation(metadata, request, requester)
    let type = metadata["mimeType"]?.string ?? media?.type ?? MIMEType.any
    var file = StandInFile(
      id: nextID("file", length: type == MIMEType.sheet ? 44 : 33),
      name: metadata["name"]?.string ?? "Untitled", mimeType: type, time: now())
    file.parents = [parent.id]
    file.driveID = parent.driveID
    file.owner = parent.driveID == nil ? requester.email : nil
    file.clients = [requester.clientID]
    file.openedBy = [requester.email]
    try setContent(of: &file, media)
    change(&file, metadata)
    file.lastModifiedBy = requester.email
    files[file.id] = file
    return file
  }

  /// Checks a new file before its bytes are there.
  ///
  /// - Returns: The folder for it.
  func checkCreation(
    _ metadata: JSONValue, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let parents = metadata["parents"]?.elements?.compactMap(\.string) ?? []
    guard parents.count < 2 else { throw .invalid("parents", "A file can only have one parent folder.") }
    let parent = try folder(parents.first ?? "root", request, requester)
    try checkWritable(metadata)
    let type = metadata["mimeType"]?.string ?? MIMEType.any
    if parent.driveID == nil, type != MIMEType.folder, type != MIMEType.shortcut {
      try checkStorage(requester.email)
    }
    return parent
  }

  private func folder(
    _ id: String, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let folder = try file(
      id, for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer, changes: true,
      location: "")
    guard folder.isFolder else {
      throw DriveRefusal(403, "parentNotAFolder", "The specified parent is not a folder.")
    }
    return folder
  }

  func checkUpdate(
    _ id: String, _ metadata: JSONValue, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let file = try file(
      id, for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer, changes: true)
    if metadata["parents"] != nil {
      throw DriveRefusal(
        403, "fieldNotWritable", "The parents field is not directly writable in update requests.")
    }
    try checkWritable(metadata)
    if metadata["trashed"] != nil {
      let role = role(of: requester.email, for: file) ?? .reader
      guard role >= (file.driveID == nil ? .owner : .fileOrganizer) else { throw .insufficientFilePermissions }
    }
    return file
  }

  private func checkWritable(_ metadata: JSONValue) throws(DriveRefusal) {
    for name in Self.readOnly where metadata[name] != nil {
      throw DriveRefusal(
        403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    }
  }

  mutating func update(
    _ id: String, _ metadata: JSONValue, _ media: FileMedia?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    var file = try checkUpdate(id, metadata, request, requester)
    if let type = metadata["mimeType"]?.string, type != file.mimeType {
      guard media != nil, !MIMEType.isGoogles(type), file.hasDownload else { throw .invalid("file.mimeType") }
      file.mimeType = type
    }
    try setContent(of: &file, media)
    file.modifiedTime = now()
    change(&file, metadata)
    file.version += media == nil ? 1 : 2
    if media != nil { file.revision += 1 }
    file.lastModifiedBy = requester.email
    file.openedBy.insert(requester.email)
    files[file.id] = file
    return file
  }

  private func setContent(of file: inout StandInFile, _ media: FileMedia?) throws(DriveRefusal) {
    switch file.mimeType {
    case MIMEType.sheet:
      if let media {
        try media.checkImport()
        file.content = media.bytes
      } else if file.content == nil {
        throw .badRequest("The stand-in makes a Google Sheet out of XLSX only.")
      }
    case let type where MIMEType.isGoogles(type):
      guard media == nil else { throw .badRequest("Bad Request") }
    default:
      if let media { file.content = media.bytes } else if file.content == nil { file.content = [] }
    }
  }

  /// Writes the members that a request may write.
  private func change(_ file: inout StandInFile, _ metadata: JSONValue) {
    if let name = metadata["name"]?.string { file.name = name }
    if case .boolean(let value)? = metadata["trashed"] { file.isTrashed = value }
    for (name, path) in [("properties", \StandInFile.properties), ("appProperties", \StandInFile.appProperties)] {
      guard case .object(let members)? = metadata[name] else { continue }
      for (key, value) in members { file[keyPath: path][key] = value.string }
    }
  }

  mutating func copy(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let allDrives = try request.flag("supportsAllDrives")
    let source = try file(request.parts[3], for: requester, allDrives: allDrives)
    if !requester.seesEverything(changes: true), !isOfApp(source, requester) {
      _ = try file(source.id, for: requester, allDrives: allDrives, changes: true)
    }
    guard !source.isFolder else {
      throw DriveRefusal(403, "cannotCopyFile", "This file cannot be copied by the user.")
    }
    let metadata = try request.object()
    let wanted = metadata["parents"]?.elements?.compactMap(\.string) ?? []
    guard wanted.count < 2 else { throw .invalid("parents", "A file can only have one parent folder.") }
    // Without a parent the copy is beside its source, if the account may write there.
    let beside = source.parents.first { (try? folder($0, request, requester)) != nil }
    let parent = try folder(wanted.first ?? beside ?? "root", request, requester)
    if parent.driveID == nil { try checkStorage(requester.email) }
    let type = source.mimeType
    var copy = StandInFile(
      id: nextID("file", length: type == MIMEType.sheet ? 44 : 33),
      name: "Copy of \(source.name)", mimeType: type, time: now())
    copy.content = source.content
    copy.target = source.target
    copy.properties = source.properties
    copy.parents = [parent.id]
    copy.driveID = parent.driveID
    copy.owner = parent.driveID == nil ? requester.email : nil
    copy.clients = [requester.clientID]
    copy.openedBy = [requester.email]
    change(&copy, metadata)
    copy.lastModifiedBy = requester.email
    files[copy.id] = copy
    return try answer(copy, for: requester, fields: request.query["fields"])
  }

  mutating func share(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    var file = try file(
      request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer,
      changes: true)
    let body = try request.object()
    guard let role = body["role"]?.string.flatMap(Role.init), role != .owner else {
      throw .badRequest("The permission role field is required.")
    }
    guard body["type"]?.string == "user", let email = body["emailAddress"]?.string else {
      throw .badRequest("The stand-in shares files with users only.")
    }
    let permission = Permission(email, role)
    file.permissions.removeAll { $0.email == email }
    file.permissions.append(permission)
    file.version += 1
    files[file.id] = file
    let mask = try FieldMask(request.query["fields"] ?? "kind,id,type,role", of: .permission)
    return .json(mask.applied(to: json(permission)))
  }
}

/// Bytes that a request brings for a file.
struct FileMedia: Sendable {
  let type: String
  let bytes: [UInt8]

  init(type: String?, bytes: [UInt8]) {
    let name = (type ?? "").prefix { $0 != ";" && $0 != " " }
    self.type = name.isEmpty || name == "*/*" ? MIMEType.any : String(name)
    self.bytes = bytes
  }

  /// Refuses what does not become a Google Sheet.
  func checkImport() throws(DriveRefusal) {
    guard type == MIMEType.xlsx, bytes.starts(with: "PK".utf8) else { throw .badRequest("Bad Request") }
  }
}
