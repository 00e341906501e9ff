import Basics
import Foundation
import SystemCrypto

/// Files as answers show them.
extension DriveWorld {
  static let defaultFields = "id,name,mimeType"

  func user(_ email: String) -> JSONValue {
    .members(["displayName": accounts[email]?.name ?? email, "emailAddress": email])
  }

  /// The answer of a method that gives one file.
  func answer(_ file: StandInFile, for requester: Requester, fields: String?) throws(DriveRefusal) -> StandInResponse {
    let mask = try FieldMask(fields ?? Self.defaultFields, of: .file)
    return .json(mask.applied(to: resource(file, for: requester)))
  }

  /// All members of a file, before a selection.
  func resource(_ file: StandInFile, for requester: Requester) -> JSONValue {
    let isWritable = (role(of: requester.email, for: file) ?? .reader) >= .writer
    let capabilities = JSONValue.members([
      "canAddChildren": isWritable && file.isFolder, "canEdit": isWritable, "canModifyContent": isWritable,
    ])
    var json = JSONValue.members([
      "id": file.id, "name": file.name, "mimeType": file.mimeType, "trashed": isTrashed(file),
      "version": String(file.version), "webViewLink": Self.link(to: file), "modifiedTime": file.modifiedTime.text,
      "capabilities": capabilities,
    ])
    // A parent that was not shared is not shown.
    let parents = file.parents.filter { files[$0].map { role(of: requester.email, for: $0) != nil } ?? false }
    if !parents.isEmpty { json = json.with(["parents": parents]) }
    for (name, values) in [("properties", file.properties), ("appProperties", file.appProperties)] where !values.isEmpty
    {
      json = json.with([name: JSONValue.object(values.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })])
    }
    if let email = file.lastModifiedBy { json = json.with(["lastModifyingUser": user(email)]) }
    if let drive = file.driveID {
      json = json.with(["driveId": drive])
    } else if let owner = file.owner {
      json = json.with(["owners": [user(owner)]]).with(["ownedByMe": owner == requester.email])
    }
    if let key = file.linkKey { json = json.with(["resourceKey": key]) }
    if let target = file.target {
      json = json.with([
        "shortcutDetails": JSONValue.members([
          "targetId": target, "targetMimeType": files[target]?.mimeType, "targetResourceKey": files[target]?.linkKey,
        ])
      ])
    }
    guard let content = file.content else { return json }
    let digest = MessageDigest(.md5)
    digest.add(content)
    let sum = digest.value.map { String(format: "%02x", $0) }.joined()
    return json.with(["size": String(content.count)]).with(
      file.hasDownload
        ? ["md5Checksum": sum] : ["exportLinks": JSONValue.members([MIMEType.xlsx: exportLink(to: file)])])
  }

  func exportLink(to file: StandInFile) -> String { "\(baseURL)/spreadsheets/export?id=\(file.id)&exportFormat=xlsx" }

  private static func link(to file: StandInFile) -> String {
    switch file.mimeType {
    case MIMEType.sheet: "https://docs.google.com/spreadsheets/d/\(file.id)/edit?usp=drivesdk"
    case MIMEType.folder: "https://drive.google.com/drive/folders/\(file.id)"
    default: "https://drive.google.com/file/d/\(file.id)/view?usp=drivesdk"
    }
  }
}
