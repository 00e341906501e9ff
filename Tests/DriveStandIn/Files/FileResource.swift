import Basics
import Crypto
import Foundation

/// Files as `drive#file` shows them.
extension DriveWorld {
  static let defaultFields = "kind,id,name,mimeType"

  func user(_ email: String, me: String) -> JSONValue {
    .object([
      ("kind", .string("drive#user")), ("displayName", .string(accounts[email]?.name ?? email)),
      ("me", .boolean(email == me)), ("permissionId", .string(Self.permissionID(of: email))),
      ("emailAddress", .string(email)),
    ])
  }

  /// The answer of a method that gives one file.
  func answer(_ file: StandInFile, for requester: Requester, fields: String?) throws(DriveRefusal) -> StandInResponse {
    let standard = Self.defaultFields + (file.driveID == nil ? "" : ",driveId,teamDriveId")
    let mask = try FieldMask(fields ?? standard, of: .file)
    return .json(mask.applied(to: resource(file, for: requester)))
  }

  /// All members of a file, before a selection.
  func resource(_ file: StandInFile, for requester: Requester) -> JSONValue {
    let email = requester.email
    let role = role(of: email, for: file) ?? .reader
    var members: [(String, JSONValue)] = [
      ("kind", .string("drive#file")), ("id", .string(file.id)), ("name", .string(file.name)),
      ("mimeType", .string(file.mimeType)),
      ("trashed", .boolean(isTrashed(file))), ("explicitlyTrashed", .boolean(file.isTrashed)),
      ("spaces", .array([.string("drive")])), ("version", .string(String(file.version))),
      ("webViewLink", .string(webLink(file))), ("createdTime", .string(file.createdTime.text)),
      ("modifiedTime", .string(file.modifiedTime.text)),
      ("modifiedByMe", .boolean(file.lastModifiedBy == email)),
      ("isAppAuthorized", .boolean(file.clients.contains(requester.clientID))),
      ("capabilities", capabilities(file, role)),
    ]
    // A parent that was not shared is not shown.
    let parents = file.parents.filter { files[$0].map { self.role(of: email, for: $0) != nil } ?? false }
    if !parents.isEmpty { members.append(("parents", .array(parents.map { .string($0) }))) }
    for (name, values) in [("properties", file.properties), ("appProperties", file.appProperties)] where !values.isEmpty
    {
      members.append((name, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
    }
    if let by = file.lastModifiedBy { members.append(("lastModifyingUser", user(by, me: email))) }
    if let drive = file.driveID {
      members += [("driveId", .string(drive)), ("teamDriveId", .string(drive))]
    } else {
      members += sharing(of: file, role, me: email)
    }
    members += content(of: file)
    return .object(members)
  }

  private func sharing(of file: StandInFile, _ role: Role, me: String) -> [(String, JSONValue)] {
    let permissions = allPermissions(of: file)
    var members: [(String, JSONValue)] = [
      ("ownedByMe", .boolean(file.owner == me)), ("shared", .boolean(permissions.count > 1)),
      ("permissionIds", .array(permissions.map { .string(Self.permissionID(of: $0.email)) })),
    ]
    if let owner = file.owner { members.append(("owners", .array([user(owner, me: me)]))) }
    if role >= .writer { members.append(("permissions", .array(permissions.map(json)))) }
    return members
  }

  private func content(of file: StandInFile) -> [(String, JSONValue)] {
    if let target = file.target {
      let type = files[target]?.mimeType ?? MIMEType.any
      let details: [(String, JSONValue)] = [("targetId", .string(target)), ("targetMimeType", .string(type))]
      return [("shortcutDetails", .object(details))]
    }
    guard let content = file.content else { return [] }
    let size = JSONValue.string(String(content.count))
    guard file.hasDownload else {
      let link = "\(baseURL)/spreadsheets/export?id=\(file.id)&exportFormat=xlsx"
      return [
        ("size", size), ("quotaBytesUsed", size), ("exportLinks", .object([(MIMEType.xlsx, .string(link))])),
      ]
    }
    return [
      ("size", size), ("quotaBytesUsed", size), ("originalFilename", .string(file.name)),
      ("fileExtension", .string(file.name.split(separator: ".").dropFirst().last.map(String.init) ?? "")),
      ("md5Checksum", .string(Self.hex(Insecure.MD5.hash(data: content)))),
      ("sha256Checksum", .string(Self.hex(SHA256.hash(data: content)))),
      ("headRevisionId", .string("rev\(file.revision)-\(file.id.prefix(8))")),
      ("webContentLink", .string("https://drive.google.com/uc?id=\(file.id)&export=download")),
    ]
  }

  private func capabilities(_ file: StandInFile, _ role: Role) -> JSONValue {
    let edits = role >= .writer
    let trashes = file.driveID == nil ? role == .owner : role >= .fileOrganizer
    let names: [(String, Bool)] = [
      ("canAddChildren", edits && file.isFolder), ("canComment", role >= .commenter), ("canCopy", !file.isFolder),
      ("canDelete", file.driveID == nil ? role == .owner : role >= .organizer), ("canDownload", !file.isFolder),
      ("canEdit", edits), ("canListChildren", file.isFolder), ("canModifyContent", edits), ("canRename", edits),
      ("canShare", edits), ("canTrash", trashes), ("canUntrash", trashes),
    ]
    return .object(names.map { ($0.0, .boolean($0.1)) })
  }

  private func webLink(_ file: StandInFile) -> String {
    switch file.mimeType {
    case MIMEType.sheet: "https://docs.google.com/spreadsheets/d/\(file.id)/edit?usp=drivesdk"
    case MIMEType.folder: "https://drive.google.com/drive/folders/\(file.id)"
    default: "https://drive.google.com/file/d/\(file.id)/view?usp=drivesdk"
    }
  }

  private static func hex(_ digest: some Sequence<UInt8>) -> String {
    digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The owner, what was shared directly, and what folders and drives hand down.
  func allPermissions(of file: StandInFile) -> [Permission] {
    var permissions: [Permission] = file.owner.map { [Permission($0, .owner)] } ?? []
    let members = file.driveID.flatMap { drives[$0] }?.members ?? [:]
    permissions += members.sorted { $0.key < $1.key }.map { Permission($0.key, $0.value) }
    for permission in chain(file).flatMap(\.permissions) {
      if let place = permissions.firstIndex(where: { $0.email == permission.email }) {
        permissions[place].role = max(permissions[place].role, permission.role)
      } else {
        permissions.append(permission)
      }
    }
    return permissions
  }

  func json(_ permission: Permission) -> JSONValue {
    .object([
      ("kind", .string("drive#permission")), ("id", .string(Self.permissionID(of: permission.email))),
      ("role", .string(permission.role.rawValue)), ("type", .string("user")),
      ("emailAddress", .string(permission.email)),
      ("displayName", .string(accounts[permission.email]?.name ?? permission.email)), ("deleted", .boolean(false)),
    ])
  }
}
