import Basics

/// `permissions.list` and `permissions.create`.
extension DriveWorld {
  /// The owner, what was shared directly, and what folders and drives hand down.
  func allPermissions(of file: StandInFile) -> [Permission] {
    var permissions: [Permission] = file.owner.map { [Permission(.user($0), .owner)] } ?? []
    let members = file.driveID.flatMap { drives[$0] }?.members ?? [:]
    permissions += members.sorted { $0.key < $1.key }.map { Permission(.user($0.key), $0.value) }
    for permission in chain(file).flatMap(\.permissions) {
      if let place = permissions.firstIndex(where: { $0.grantee == permission.grantee }) {
        permissions[place].role = max(permissions[place].role, permission.role)
      } else {
        permissions.append(permission)
      }
    }
    return permissions
  }

  static func permissionID(_ permission: Permission) -> String {
    switch permission.grantee {
    case .user(let email): permissionID(of: email)
    case .domain(let domain): permissionID(of: "@\(domain)") + "k"
    case .anyone: "anyoneWithLink"
    }
  }

  func json(_ permission: Permission) -> JSONValue {
    var members: [(String, JSONValue)] = [
      ("kind", .string("drive#permission")), ("id", .string(Self.permissionID(permission))),
      ("role", .string(permission.role.rawValue)),
    ]
    switch permission.grantee {
    case .user(let email):
      members += [
        ("type", .string("user")), ("emailAddress", .string(email)),
        ("displayName", .string(accounts[email]?.name ?? email)), ("deleted", .boolean(false)),
        ("pendingOwner", .boolean(false)),
      ]
    case .domain(let domain): members += [("type", .string("domain")), ("domain", .string(domain))]
    case .anyone: members += [("type", .string("anyone")), ("allowFileDiscovery", .boolean(false))]
    }
    return .object(members)
  }

  func permissions(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(
      request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer)
    let mask = try FieldMask(request.query["fields"] ?? "kind,permissions(kind,id,type,role)", of: .permissionList)
    let list = JSONValue.array(allPermissions(of: file).map(json))
    return .json(
      mask.applied(to: .object([("kind", .string("drive#permissionList")), ("permissions", list)])))
  }

  mutating func share(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    var file = try file(
      request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"), minimum: .writer,
      changes: true)
    let body = try request.object()
    guard let role = body["role"]?.string.flatMap(Role.init), role != .owner else {
      throw .badRequest("The permission role field is required.")
    }
    let grantee: Permission.Grantee
    switch (body["type"]?.string, body["emailAddress"]?.string, body["domain"]?.string) {
    case ("user", let email?, _): grantee = .user(email)
    case ("domain", _, let domain?): grantee = .domain(domain)
    case ("anyone", _, _): grantee = .anyone
    default: throw .badRequest("The permission type field is required.")
    }
    let permission = Permission(grantee, role)
    file.permissions.removeAll { $0.grantee == grantee }
    file.permissions.append(permission)
    file.version += 1
    files[file.id] = file
    let mask = try FieldMask(request.query["fields"] ?? "kind,id,type,role", of: .permission)
    return .json(mask.applied(to: json(permission)))
  }
}
