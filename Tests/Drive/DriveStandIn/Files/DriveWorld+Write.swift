import Basics

/// `files.create`, `files.update` and `files.copy`.
extension DriveWorld {
  /// The members of a file that a request can write.
  private static let writable = ["name", "mimeType", "parents", "properties", "appProperties", "trashed"]

  mutating func create(_ metadata: JSONValue, _ media: [UInt8], _ request: StandInRequest, _ requester: Requester)
    throws(DriveRefusal) -> StandInFile
  {
    let parent = try checkCreation(metadata, request, requester)
    var file = newFile(metadata["mimeType"]?.string ?? MIMEType.xlsx, "Untitled", in: parent, requester)
    try setContent(of: &file, media)
    return add(file, metadata, requester)
  }

  /// A file of a requester in a folder.
  private mutating func newFile(_ type: String, _ name: String, in parent: StandInFile, _ requester: Requester)
    -> StandInFile
  {
    var file = StandInFile(
      id: nextID("file", length: type == MIMEType.sheet ? 44 : 33), name: name, mimeType: type, time: now())
    file.parents = [parent.id]
    file.driveID = parent.driveID
    file.owner = parent.driveID == nil ? requester.email : nil
    file.clients = [requester.clientID]
    return file
  }

  private mutating func add(_ file: StandInFile, _ metadata: JSONValue, _ requester: Requester) -> StandInFile {
    var file = file
    change(&file, metadata)
    file.lastModifiedBy = requester.email
    file.openedBy.insert(requester.email)
    files[file.id] = file
    return file
  }

  /// Checks a new file before its bytes are there.
  ///
  /// - Returns: The folder for it.
  func checkCreation(_ metadata: JSONValue, _ request: StandInRequest, _ requester: Requester) throws(DriveRefusal)
    -> StandInFile
  {
    try checkWritable(metadata)
    return try checkFolder(Self.parent(metadata) ?? "root", request, requester)
  }

  private static func parent(_ metadata: JSONValue) throws(DriveRefusal) -> String? {
    let parents = metadata["parents"]?.elements?.compactMap(\.string) ?? []
    guard parents.count < 2 else { throw .invalid("parents", "A file can only have one parent folder.") }
    return parents.first
  }

  /// The folder into which a requester may put a file.
  private func checkFolder(_ id: String, _ request: StandInRequest, _ requester: Requester) throws(DriveRefusal)
    -> StandInFile
  {
    let folder = try file(
      id, for: requester, allDrives: request.flag("supportsAllDrives"), minimum: .writer, changes: true, location: "")
    guard folder.isFolder else { throw DriveRefusal(403, "parentNotAFolder", "The specified parent is not a folder.") }
    if folder.driveID == nil { try checkStorage(requester.email) }
    return folder
  }

  func checkUpdate(_ id: String, _ metadata: JSONValue, _ request: StandInRequest, _ requester: Requester)
    throws(DriveRefusal) -> StandInFile
  {
    let file = try file(
      id, for: requester, allDrives: request.flag("supportsAllDrives"), minimum: .writer, changes: true)
    if metadata["parents"] != nil {
      throw DriveRefusal(403, "fieldNotWritable", "The parents field is not directly writable in update requests.")
    }
    try checkWritable(metadata)
    if metadata["trashed"] != nil {
      let role = role(of: requester.email, for: file) ?? .reader
      guard role >= (file.driveID == nil ? .owner : .organizer) else { throw .insufficientFilePermissions }
    }
    return file
  }

  private func checkWritable(_ metadata: JSONValue) throws(DriveRefusal) {
    guard case .object(let members) = metadata, members.allSatisfy({ Self.writable.contains($0.0) }) else {
      throw DriveRefusal(403, "fieldNotWritable", "The resource body includes fields which are not directly writable.")
    }
  }

  mutating func update(
    _ id: String, _ metadata: JSONValue, _ media: [UInt8]?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInFile {
    var file = try checkUpdate(id, metadata, request, requester)
    if let media { try setContent(of: &file, media) }
    file.modifiedTime = now()
    file.version += media == nil ? 1 : 2
    return add(file, metadata, requester)
  }

  private func setContent(of file: inout StandInFile, _ media: [UInt8]) throws(DriveRefusal) {
    guard file.hasDownload || file.mimeType == MIMEType.sheet && media.starts(with: "PK".utf8) else {
      throw .badRequest("Bad Request")
    }
    file.content = media
    file.comments = []
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
    guard !source.isFolder else { throw DriveRefusal(403, "cannotCopyFile", "This file cannot be copied by the user.") }
    let metadata = try request.object()
    // Without a parent the copy is beside its source, if the account may write there.
    let beside = source.parents.first { (try? checkFolder($0, request, requester)) != nil }
    let parent = try checkFolder(Self.parent(metadata) ?? beside ?? "root", request, requester)
    var copy = newFile(source.mimeType, "Copy of \(source.name)", in: parent, requester)
    copy.content = source.content
    if try request.flag("copyComments") { copy.comments = source.comments }
    copy.properties = source.properties
    return try answer(add(copy, metadata, requester), for: requester, fields: request.query["fields"])
  }
}
