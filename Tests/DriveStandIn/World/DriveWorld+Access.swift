/// Who may do what with which file.
extension DriveWorld {
  /// A file and the folders around it, from the inside.
  func chain(_ file: StandInFile) -> [StandInFile] {
    var chain = [file]
    while let parent = chain.last?.parents.first.flatMap({ files[$0] }), chain.count < 100 { chain.append(parent) }
    return chain
  }

  /// The role of an account; nil if the file is not shared with it.
  func role(of email: String, for file: StandInFile) -> Role? {
    var role: Role?
    func grant(_ other: Role) { role = role.map { max($0, other) } ?? other }
    if let drive = file.driveID.flatMap({ drives[$0] }), let member = drive.members[email] { grant(member) }
    for link in chain(file) {
      if link.owner == email, link.id == file.id { grant(.owner) }
      // Who owns a folder may edit what others put into it.
      if link.owner == email, link.id != file.id { grant(.writer) }
      for permission in link.permissions where permission.email == email { grant(permission.role) }
    }
    return role
  }

  /// Whether a file is in the trash, itself or with a folder around it.
  func isTrashed(_ file: StandInFile) -> Bool { chain(file).contains(where: \.isTrashed) }

  /// The file that a request names.
  ///
  /// - Parameters:
  ///   - allDrives: Whether the request sees files on shared drives.
  ///   - changes: Whether the request writes.
  func file(
    _ id: String, for requester: Requester, allDrives: Bool, minimum: Role = .reader, changes: Bool = false,
    location: String = "fileId"
  ) throws(DriveRefusal) -> StandInFile {
    let id = id == "root" ? Self.root(of: requester.email) : id
    guard let file = files[id], let role = role(of: requester.email, for: file), allDrives || file.driveID == nil
    else { throw .notFound(id, location: location) }
    if !requester.seesEverything(changes: changes), !isOfApp(file, requester) {
      guard requester.seesEverything(changes: false) else { throw .notFound(id, location: location) }
      throw DriveRefusal(
        403, "appNotAuthorizedToFile",
        "The user has not granted the app \(requester.clientID) write access to the file \(id).")
    }
    guard role >= minimum else { throw .insufficientFilePermissions }
    return file
  }

  /// Whether the scope `drive.file` covers a file. Folders that are an account's root are always open.
  func isOfApp(_ file: StandInFile, _ requester: Requester) -> Bool {
    file.clients.contains(requester.clientID) || file.id == Self.root(of: requester.email)
  }

  /// The bytes that an account stores.
  func usage(of email: String) -> Int {
    files.values.reduce(0) { $0 + ($1.owner == email ? $1.content?.count ?? 0 : 0) }
  }

  /// Refuses a file that a service account would own.
  func checkStorage(_ email: String) throws(DriveRefusal) {
    if accounts[email]?.isServiceAccount == true {
      throw DriveRefusal(
        403, "storageQuotaExceeded",
        "Service Accounts do not have storage quota. Leverage shared drives"
          + " (https://developers.google.com/workspace/drive/api/guides/about-shareddrives), or use OAuth delegation"
          + " (http://support.google.com/a/answer/7281227) instead.", domain: "usageLimits")
    }
  }
}

extension Requester {
  func has(_ scope: String) -> Bool { scopes.contains(TokenStore.fullScope(scope)) }

  /// Whether a scope covers all of the account's files, rather than those of the program.
  func seesEverything(changes: Bool) -> Bool {
    has("drive") || (!changes && ["drive.readonly", "drive.metadata.readonly", "drive.metadata"].contains(where: has))
  }
}
