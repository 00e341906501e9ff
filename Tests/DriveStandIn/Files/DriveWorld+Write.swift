import Basics

/// `files.create`, `files.update`, `files.copy` and `files.delete`.
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
    let parent = try checkCreation(metadata, bytes: media?.bytes.count ?? 0, request, requester)
    let type = metadata["mimeType"]?.string ?? media?.type ?? MIMEType.any
    let id = metadata["id"]?.string
    var file = StandInFile(
      id: id ?? nextID("file", length: type == MIMEType.sheet ? 44 : 33),
      name: metadata["name"]?.string ?? "Untitled", mimeType: type, time: now())
    file.parents = [parent.id]
    file.driveID = parent.driveID
    file.owner = parent.driveID == nil ? requester.email : nil
    file.clients = [requester.clientID]
    file.openedBy = [requester.email]
    try setContent(of: &file, media)
    if type == MIMEType.shortcut {
      guard let target = metadata["shortcutDetails"]?["targetId"]?.string else {
        throw .badRequest("The shortcutDetails.targetId field is required for shortcuts.")
      }
      file.target = target
    }
    try change(&file, metadata)
    file.lastModifiedBy = requester.email
    files[file.id] = file
    return file
  }

  /// Checks a new file before its bytes are there.
  ///
  /// - Returns: The folder for it.
  func checkCreation(
    _ metadata: JSONValue, bytes: Int, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let parents = metadata["parents"]?.elements?.compactMap(\.string) ?? []
    guard parents.count < 2 else { throw .invalid("parents", "A file can only have one parent folder.") }
    let parent = try folder(parents.first ?? "root", request, requester)
    if let id = metadata["id"]?.string { try checkID(id, metadata) }
    try checkWritable(metadata, except: [])
    let type = metadata["mimeType"]?.string ?? MIMEType.any
    if parent.driveID == nil, type != MIMEType.folder, type != MIMEType.shortcut {
      try checkStorage(requester.email, bytes)
    }
    return parent
  }

  private func checkID(_ id: String, _ metadata: JSONValue) throws(DriveRefusal) {
    if files[id] != nil { throw DriveRefusal(409, "fileIdInUse", "A file already exists with the provided ID.") }
    guard generatedIDs.contains(id) else { throw .invalid("file.id", "The provided file ID is not usable.") }
    let type = metadata["mimeType"]?.string ?? ""
    guard !MIMEType.isGoogles(type) || [MIMEType.folder, MIMEType.shortcut].contains(type) else {
      throw .invalid("file.id", "Generated IDs are not supported for Docs Editors formats.")
    }
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
    _ id: String, _ metadata: JSONValue, bytes: Int, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    let file = try file(
      id, for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer, changes: true)
    if metadata["parents"] != nil {
      throw DriveRefusal(
        403, "fieldNotWritable",
        "The parents field is not directly writable in update requests. Use the addParents and removeParents"
          + " parameters instead.")
    }
    try checkWritable(metadata, except: ["createdTime"])
    if metadata["trashed"] != nil {
      let role = role(of: requester.email, for: file) ?? .reader
      guard role >= (file.driveID == nil ? .owner : .fileOrganizer) else { throw .insufficientFilePermissions }
    }
    // The bytes of an update count for the owner, who need not be the one who sends them.
    if let owner = file.owner, bytes > 0, accounts[owner]?.isServiceAccount == false {
      try checkStorage(owner, bytes - (file.content?.count ?? 0))
    }
    return file
  }

  private func checkWritable(_ metadata: JSONValue, except names: [String]) throws(DriveRefusal) {
    for name in Self.readOnly + names where metadata[name] != nil {
      throw DriveRefusal(
        403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    }
  }

  mutating func update(
    _ id: String, _ metadata: JSONValue, _ media: FileMedia?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    var file = try checkUpdate(id, metadata, bytes: media?.bytes.count ?? 0, request, requester)
    if request.query["addParents"] != nil || request.query["removeParents"] != nil {
      let added = (request.query["addParents"] ?? "").split(separator: ",").map(String.init)
      let removed = (request.query["removeParents"] ?? "").split(separator: ",").map(String.init)
      var parents = file.parents.filter { !removed.contains($0) }
      for id in added {
        let folder = try folder(id, request, requester)
        if !parents.contains(folder.id) { parents.append(folder.id) }
        if folder.driveID != file.driveID {
          file.driveID = folder.driveID
          file.owner = folder.driveID == nil ? requester.email : nil
        }
      }
      guard parents.count < 2 else {
        throw DriveRefusal(403, "cannotAddParent", "Increasing the number of parents is not allowed")
      }
      file.parents = parents
    }
    if let type = metadata["mimeType"]?.string, type != file.mimeType {
      guard media != nil, !MIMEType.isGoogles(type), file.hasDownload else { throw .invalid("file.mimeType") }
      file.mimeType = type
    }
    try setContent(of: &file, media)
    file.modifiedTime = now()
    try change(&file, metadata)
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
  private func change(_ file: inout StandInFile, _ metadata: JSONValue) throws(DriveRefusal) {
    if let name = metadata["name"]?.string { file.name = name }
    if let text = metadata["description"]?.string { file.description = text }
    for (name, path) in [("modifiedTime", \StandInFile.modifiedTime), ("createdTime", \StandInFile.createdTime)] {
      guard let text = metadata[name]?.string else { continue }
      guard let time = DriveTime(text) else { throw .invalid("file.\(name)") }
      file[keyPath: path] = time
    }
    if case .boolean(let value)? = metadata["trashed"] { file.isTrashed = value }
    if case .boolean(let value)? = metadata["starred"] { file.isStarred = value }
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
    if let id = metadata["id"]?.string { try checkID(id, .object([("mimeType", .string(source.mimeType))])) }
    if parent.driveID == nil { try checkStorage(requester.email, source.content?.count ?? 0) }
    let type = metadata["mimeType"]?.string ?? source.mimeType
    var copy = StandInFile(
      id: metadata["id"]?.string ?? nextID("file", length: type == MIMEType.sheet ? 44 : 33),
      name: "Copy of \(source.name)", mimeType: type, time: now())
    if type != source.mimeType {
      guard type == MIMEType.sheet else { throw .badRequest("The requested conversion is not supported.") }
      try FileMedia(type: source.mimeType, bytes: source.content ?? []).checkImport()
    }
    copy.content = source.content
    copy.target = source.target
    copy.properties = source.properties
    copy.parents = [parent.id]
    copy.driveID = parent.driveID
    copy.owner = parent.driveID == nil ? requester.email : nil
    copy.clients = [requester.clientID]
    copy.openedBy = [requester.email]
    try change(&copy, metadata)
    copy.lastModifiedBy = requester.email
    files[copy.id] = copy
    return try answer(copy, for: requester, fields: request.query["fields"])
  }

  mutating func delete(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(
      request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"), changes: true)
    let role = role(of: requester.email, for: file) ?? .reader
    guard role >= (file.driveID == nil ? .owner : .organizer) else { throw .insufficientFilePermissions }
    files[file.id] = nil
    return StandInResponse(status: 204)
  }
}
