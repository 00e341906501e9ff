/// What a test sets up without a request.
extension DriveWorld {
  /// Adds an account with its "My Drive".
  package mutating func add(_ account: Account) {
    accounts[account.email] = account
    var root = StandInFile(
      id: Self.root(of: account.email), name: "My Drive", mimeType: MIMEType.folder, time: now())
    root.owner = account.email
    root.openedBy = [account.email]
    if files[root.id] == nil { files[root.id] = root }
  }

  package mutating func add(_ client: StandInClient) {
    clients[client.id] = client
  }

  /// Adds a shared drive and gives its id, which is that of its root folder too.
  package mutating func addSharedDrive(_ name: String, members: [String: Role]) -> String {
    let id = nextID("drive", length: 19)
    let time = now()
    drives[id] = SharedDrive(id: id, name: name, members: members, createdTime: time)
    var root = StandInFile(id: id, name: name, mimeType: MIMEType.folder, time: time)
    root.driveID = id
    files[id] = root
    return id
  }

  /// Adds a file as `change` describes it, and gives its id. Without a parent it is in the owner's "My Drive".
  package mutating func addFile(
    _ name: String, mimeType: String, owner: String?, change: (inout StandInFile) -> Void = { _ in }
  ) -> String {
    var file = StandInFile(
      id: nextID("file", length: mimeType == MIMEType.sheet ? 44 : 33), name: name, mimeType: mimeType, time: now())
    file.owner = owner
    file.lastModifiedBy = owner
    if let owner { file.openedBy = [owner] }
    change(&file)
    if let folder = file.parents.first.flatMap({ files[$0] }), let drive = folder.driveID {
      file.driveID = drive
      file.owner = nil
    } else if file.parents.isEmpty, let owner = file.owner {
      file.parents = [Self.root(of: owner)]
    }
    files[file.id] = file
    return file.id
  }

  /// Changes a file as somebody does who works in Drive; its version and its time move.
  ///
  /// - Returns: Whether there is such a file.
  @discardableResult
  package mutating func edit(_ id: String, by email: String?, change: (inout StandInFile) -> Void) -> Bool {
    guard var file = files[id] else { return false }
    change(&file)
    file.version += 2
    file.revision += 1
    file.modifiedTime = now()
    file.lastModifiedBy = email
    files[id] = file
    return true
  }

  package mutating func add(_ fault: StandInFault) { faults.add(fault) }

  /// How many requests are still to fail.
  package var faultsToCome: Int { faults.faults.reduce(0) { $0 + $1.times } }

  package mutating func removeFaults() { faults.removeAll() }

  /// An access token as if the account had signed in through a program.
  package mutating func signIn(_ email: String, clientID: String, scopes: [String]) -> String {
    let requester = Requester(email: email, clientID: clientID, scopes: Set(scopes.map(TokenStore.fullScope)))
    return issueToken(requester, refreshToken: nil)
  }

  /// Makes every refresh token of an account worthless, and its access tokens with them.
  package mutating func revokeAll(of email: String) { tokens.removeAll(of: email) }

  /// The refresh tokens that are good.
  package var loginCount: Int { tokens.refresh.count }

  /// The files with a name that are not in the trash.
  package func files(named name: String) -> [StandInFile] {
    files.values.filter { $0.name == name && !isTrashed($0) }
  }

  /// Makes all access tokens expire, as if their time were over.
  package mutating func expireAccessTokens() { tokens.expireAll() }
}
