import Crypto
import Foundation

extension StandInState {
  private static let reading = ["drive", "drive.readonly", "drive.file"].map { "https://www.googleapis.com/auth/\($0)" }
  private static let writing = ["drive", "drive.file"].map { "https://www.googleapis.com/auth/\($0)" }

  static func mayRead(_ account: StandInToken) -> Bool { !Set(reading).isDisjoint(with: account.scopes) }
  static func mayWrite(_ account: StandInToken) -> Bool { !Set(writing).isDisjoint(with: account.scopes) }

  static let scopeError = StandInAnswer.error(
    403, "insufficientPermissions", "Request had insufficient authentication scopes.")

  func about(_ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard let fields = request.query["fields"] else {
      return .error(400, "required", "The 'fields' parameter is required for this method.")
    }
    let used = files.values.filter { $0.owner == account.email }.reduce(0) { $0 + $1.content.count }
    let whole: [String: Any] = [
      "kind": "drive#about", "user": ["displayName": "Reviewer", "emailAddress": account.email],
      "storageQuota": ["usage": "\(used)", "limit": "16106127360"],
    ]
    return .json(FieldMask(fields).select(whole))
  }

  func list(_ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard Self.mayRead(account) else { return Self.scopeError }
    let query = request.query
    guard let condition = ListQuery(query["q"] ?? "") else { return .error(400, "invalid", "Invalid Value: q") }
    let includesDrives = query["supportsAllDrives"] == "true" && query["includeItemsFromAllDrives"] == "true"
    let drive = query["corpora"] == "drive" ? query["driveId"] : nil
    if query["corpora"] == "drive", drive == nil { return .error(400, "invalid", "driveId must be specified") }
    let size = min(Int(query["pageSize"] ?? "100") ?? 0, mostPerPage)
    guard size > 0 else { return .error(400, "invalid", "Invalid Value: pageSize") }
    let found = files.values.filter { file in
      file.isReadable(by: account.email) && (file.sharedDrive == nil || includesDrives)
        && (drive == nil || file.sharedDrive == drive) && condition.holds(for: file, root: account.email)
    }.sorted { ($0.modified, $0.id) > ($1.modified, $1.id) }
    var start = 0
    if let mark = query["pageToken"] {
      guard let place = Int(mark.dropFirst(2)), mark.hasPrefix("~!"), place <= found.count else {
        return .error(400, "invalid", "Invalid Value: page token")
      }
      start = place
    }
    let page = found[start..<min(start + size, found.count)]
    var whole: [String: Any] = [
      "kind": "drive#fileList", "incompleteSearch": false,
      "files": page.map { description(of: $0, for: account.email) },
    ]
    if start + size < found.count { whole["nextPageToken"] = "~!\(start + size)" }
    return .json(FieldMask(query["fields"] ?? "kind,nextPageToken,files(kind,id,name,mimeType)").select(whole))
  }

  func get(_ id: String, _ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard Self.mayRead(account) else { return Self.scopeError }
    guard let file = file(id, account, request) else { return Self.missing(id) }
    guard request.query["alt"] == "media" else {
      let mask = FieldMask(request.query["fields"] ?? "kind,id,name,mimeType")
      return .json(mask.select(description(of: file, for: account.email)))
    }
    // [K]
    guard !file.isNative else {
      return .error(403, "fileNotDownloadable", "Only files with binary content can be downloaded.")
    }
    return StandInAnswer(headers: ["Content-Type": file.type], body: file.content)
  }

  func export(_ id: String, _ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard Self.mayRead(account) else { return Self.scopeError }
    guard let file = file(id, account, request, isSharedDriveKnown: true) else { return Self.missing(id) }
    // [K]
    guard file.type == StandInFile.sheet else {
      return .error(403, "fileNotExportable", "Export only supports Docs Editors files.")
    }
    guard request.query["mimeType"] == StandInFile.xlsx else {
      return .error(400, "badRequest", "The requested conversion")
    }
    guard file.content.count <= exportLimit else {
      return .error(403, "exportSizeLimitExceeded", "This file is too large to be exported.")
    }
    return StandInAnswer(headers: ["Content-Type": StandInFile.xlsx], body: resave(file.content))
  }

  mutating func copy(_ id: String, _ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard Self.mayWrite(account) else { return Self.scopeError }
    guard let file = file(id, account, request) else { return Self.missing(id) }
    if file.sharedDrive == nil, serviceAccounts[account.email] != nil { return Self.noStorage }
    var copy = file
    copy.id = ""
    copy.version = 1
    copy.modified = now
    copy.readers = []
    copy.writers = file.sharedDrive == nil ? [] : file.writers
    copy.owner = file.sharedDrive == nil ? account.email : nil
    copy.name = request.json["name"] as? String ?? "Copy of \(file.name)"
    if let given = request.json["properties"] as? [String: String] { copy.properties.merge(given) { $1 } }
    copy.id = add(copy)
    return answer(copy, account, request.query["fields"])
  }

  /// A file that an account sees. One of a shared drive is only seen by callers that say they know such drives.
  func file(
    _ id: String, _ account: StandInToken, _ request: StandInRequest, isSharedDriveKnown: Bool = false
  ) -> StandInFile? {
    guard let file = files[id], file.isReadable(by: account.email) else { return nil }
    let isKnown = isSharedDriveKnown || request.query["supportsAllDrives"] == "true"
    return file.sharedDrive == nil || isKnown ? file : nil
  }

  static let noStorage = StandInAnswer.error(
    403, "storageQuotaExceeded",
    "Service Accounts do not have storage quota. Leverage shared drives, or use OAuth delegation instead.")

  func answer(_ file: StandInFile, _ account: StandInToken, _ fields: String?) -> StandInAnswer {
    .json(FieldMask(fields ?? "kind,id,name,mimeType").select(description(of: file, for: account.email)))
  }

  private func description(of file: StandInFile, for email: String) -> [String: Any] {
    let format = ISO8601DateFormatter()
    format.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
    var whole: [String: Any] = [
      "kind": "drive#file", "id": file.id, "name": file.name, "mimeType": file.type, "version": "\(file.version)",
      "modifiedTime": format.string(from: Date(timeIntervalSince1970: file.modified)), "trashed": file.isTrashed,
      "webViewLink": "https://docs.google.com/spreadsheets/d/\(file.id)/edit",
      "capabilities": [
        "canEdit": file.isWritable(by: email), "canModifyContent": file.isWritable(by: email), "canCopy": true,
      ],
    ]
    if !file.properties.isEmpty { whole["properties"] = file.properties }
    if let folder = file.folder { whole["parents"] = [folder] }
    if let drive = file.sharedDrive { whole["driveId"] = drive }
    if let owner = file.owner { whole["owners"] = [["emailAddress": owner, "displayName": owner]] }
    if let user = file.changedBy { whole["lastModifyingUser"] = ["emailAddress": user, "displayName": user] }
    if let target = file.shortcutTarget { whole["shortcutDetails"] = ["targetId": target] }
    if file.type == StandInFile.sheet {
      whole["exportLinks"] = [StandInFile.xlsx: "\(url)/spreadsheets/export?id=\(file.id)&exportFormat=xlsx"]
      whole["size"] = "\(file.content.count)"
    } else if !file.isNative {
      whole["size"] = "\(file.content.count)"
      whole["md5Checksum"] = Insecure.MD5.hash(data: file.content).map { String(format: "%02x", $0) }.joined()
    }
    return whole
  }
}
