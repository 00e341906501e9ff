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
    var roles = chain(file).flatMap(\.permissions).filter { $0.email == email }.map(\.role)
    if let member = file.driveID.flatMap({ drives[$0] })?.members[email] { roles.append(member) }
    if file.owner == email { roles.append(.owner) }
    // Who owns a folder may edit what others put into it.
    if chain(file).contains(where: { $0.owner == email }) { roles.append(.writer) }
    return roles.max()
  }

  /// The role of who sends a request: that of the account, or by a link whose key the request has.
  func role(of requester: Requester, for file: StandInFile) -> Role? {
    role(of: requester.email, for: file) ?? (file.linkKey.map { $0 == requester.keys[file.id] } == true ? .reader : nil)
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
    guard let file = files[id], let role = role(of: requester, for: file), allDrives || file.driveID == nil else {
      throw .notFound(id, location: location)
    }
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
  /// Whether a scope covers all of the account's files, rather than those of the program.
  func seesEverything(changes: Bool) -> Bool {
    (changes ? ["drive"] : ["drive", "drive.readonly"]).contains { scopes.contains(TokenStore.fullScope($0)) }
  }
}
