import Basics
import Crypto
import Foundation

/// Files as answers show them.
extension DriveWorld {
  static let defaultFields = "id,name,mimeType"

  func user(_ email: String) -> JSONValue {
    .object([("displayName", .string(accounts[email]?.name ?? email)), ("emailAddress", .string(email))])
  }

  /// The answer of a method that gives one file.
  func answer(_ file: StandInFile, for requester: Requester, fields: String?) throws(DriveRefusal) -> StandInResponse {
    let mask = try FieldMask(fields ?? Self.defaultFields, of: .file)
    return .json(mask.applied(to: resource(file, for: requester)))
  }

  /// All members of a file, before a selection.
  func resource(_ file: StandInFile, for requester: Requester) -> JSONValue {
    let isWritable = (role(of: requester.email, for: file) ?? .reader) >= .writer
    var members: [(String, JSONValue)] = [
      ("id", .string(file.id)), ("name", .string(file.name)), ("mimeType", .string(file.mimeType)),
      ("trashed", .boolean(isTrashed(file))), ("version", .string(String(file.version))),
      ("webViewLink", .string(Self.link(to: file))), ("modifiedTime", .string(file.modifiedTime.text)),
      (
        "capabilities",
        .object([
          ("canAddChildren", .boolean(isWritable && file.isFolder)), ("canEdit", .boolean(isWritable)),
          ("canModifyContent", .boolean(isWritable)),
        ])
      ),
    ]
    // A parent that was not shared is not shown.
    let parents = file.parents.filter { files[$0].map { role(of: requester.email, for: $0) != nil } ?? false }
    if !parents.isEmpty { members.append(("parents", .array(parents.map { .string($0) }))) }
    for (name, values) in [("properties", file.properties), ("appProperties", file.appProperties)] where !values.isEmpty
    {
      members.append((name, .object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })))
    }
    if let email = file.lastModifiedBy { members.append(("lastModifyingUser", user(email))) }
    if let drive = file.driveID {
      members.append(("driveId", .string(drive)))
    } else if let owner = file.owner {
      members.append(("owners", .array([user(owner)])))
    }
    if let target = file.target { members.append(("shortcutDetails", .object([("targetId", .string(target))]))) }
    if let content = file.content {
      members.append(("size", .string(String(content.count))))
      members.append(
        file.hasDownload
          ? ("md5Checksum", .string(Insecure.MD5.hash(data: content).map { String(format: "%02x", $0) }.joined()))
          : ("exportLinks", .object([(MIMEType.xlsx, .string(exportLink(to: file)))])))
    }
    return .object(members)
  }

  func exportLink(to file: StandInFile) -> String {
    "\(baseURL)/spreadsheets/export?id=\(file.id)&exportFormat=xlsx"
  }

  private static func link(to file: StandInFile) -> String {
    switch file.mimeType {
    case MIMEType.sheet: "https://docs.google.com/spreadsheets/d/\(file.id)/edit?usp=drivesdk"
    case MIMEType.folder: "https://drive.google.com/drive/folders/\(file.id)"
    default: "https://drive.google.com/file/d/\(file.id)/view?usp=drivesdk"
    }
  }
}
