import Basics

/// A file that Drive prepares for download.
struct DownloadOperation: Sendable {
  let fileID: String
  let uri: String
  /// How often the client has asked.
  var polls = 0
}

/// `files.get`, `files.export` and their relatives.
extension DriveWorld {
  func get(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"))
    return try answer(file, for: requester, fields: request.query["fields"])
  }

  /// `alt=media`, with `Range`.
  func media(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: try request.flag("supportsAllDrives"))
    guard file.hasDownload, let content = file.content else {
      throw DriveRefusal(
        403, "fileNotDownloadable",
        "Only files with binary content can be downloaded. Use Export with Docs Editors files.", location: "alt")
    }
    var response = StandInResponse(headers: ["Content-Type": file.mimeType], body: content)
    guard let header = request.headers["range"] else { return response }
    guard let range = Self.range(header, of: content.count) else { return response }
    guard range.lowerBound < content.count else {
      var refusal = DriveRefusal(
        416, "requestedRangeNotSatisfiable", "Request range not satisfiable", location: "Range")
      refusal.locationType = "header"
      refusal.headers = ["Content-Range": "bytes */\(content.count)"]
      throw refusal
    }
    response.status = 206
    response.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)"
    response.body = Array(content[range])
    return response
  }

  /// The bytes that `bytes=a-b` asks for; nil for a header that is passed over.
  private static func range(_ header: String, of count: Int) -> Range<Int>? {
    guard header.hasPrefix("bytes="), !header.contains(",") else { return nil }
    let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2 else { return nil }
    switch (Int(ends[0]), Int(ends[1])) {
    case (let first?, let last?) where first <= last: return first..<max(first, min(last + 1, count))
    case (let first?, nil) where ends[1].isEmpty: return first..<max(first, count)
    case (nil, let last?) where ends[0].isEmpty && last > 0: return max(0, count - last)..<count
    default: return nil
    }
  }

  func export(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    // The method has no parameter for shared drives, and serves them.
    let file = try file(request.parts[3], for: requester, allDrives: true)
    guard let type = request.query["mimeType"] else {
      throw DriveRefusal(400, "required", "Required parameter: mimeType", location: "mimeType")
    }
    let bytes = try exported(file, as: type)
    guard bytes.count <= settings.exportLimit else {
      throw DriveRefusal(403, "exportSizeLimitExceeded", "This file is too large to be exported.")
    }
    return Self.attachment(file, bytes)
  }

  /// What `exportLinks` lead to: the same bytes without a limit.
  func exportLink(_ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    guard request.query["exportFormat"] == "xlsx", let id = request.query["id"] else {
      throw .badRequest("Invalid export link.")
    }
    if request.query["hosted"] == "1", let file = files[id] {
      return Self.attachment(file, try exported(file, as: MIMEType.xlsx))
    }
    let requester = try requester(request, .exportLink)
    let file = try file(id, for: requester, allDrives: true)
    if let host = settings.exportHost {
      let link = "\(host)/spreadsheets/export?id=\(id)&exportFormat=xlsx&hosted=1"
      return StandInResponse(status: 307, headers: ["Location": link])
    }
    return Self.attachment(file, try exported(file, as: MIMEType.xlsx))
  }

  private func exported(_ file: StandInFile, as type: String) throws(DriveRefusal) -> [UInt8] {
    guard file.mimeType == MIMEType.sheet, let content = file.content else {
      throw DriveRefusal(403, "fileNotExportable", "Export only supports Docs Editors files.")
    }
    guard type == MIMEType.xlsx else {
      throw DriveRefusal(400, "badRequest", "The requested conversion is not supported.", location: "convertTo")
    }
    guard let resave else { return content }
    do {
      return try resave(content)
    } catch {
      throw DriveRefusal(500, "internalError", "The stand-in could not save the sheet again: \(error)")
    }
  }

  private static func attachment(_ file: StandInFile, _ bytes: [UInt8]) -> StandInResponse {
    let name = file.name.unicodeScalars.filter { $0.isASCII && $0.value > 0x1F && $0 != "\"" }
    return StandInResponse(
      headers: [
        "Content-Type": MIMEType.xlsx,
        "Content-Disposition": "attachment; filename=\"\(String(String.UnicodeScalarView(name))).xlsx\"",
      ], body: bytes)
  }

  mutating func download(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: true)
    let uri: String
    if file.hasDownload {
      uri = "\(baseURL)/drive/v3/files/\(file.id)?alt=media&supportsAllDrives=true"
    } else {
      _ = try exported(file, as: request.query["mimeType"] ?? "")
      uri = "\(baseURL)/spreadsheets/export?id=\(file.id)&exportFormat=xlsx"
    }
    let name = nextID("operation")
    downloads[name] = DownloadOperation(fileID: file.id, uri: uri)
    return try operation(named: name, request)
  }

  mutating func operation(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let name = request.parts[3]
    guard let download = downloads[name] else { throw DriveRefusal(404, "notFound", "Operation not found: \(name).") }
    _ = try file(download.fileID, for: requester, allDrives: true)
    downloads[name]?.polls += 1
    return try operation(named: name, request)
  }

  private func operation(named name: String, _ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    let download = downloads[name]
    let isDone = (download?.polls ?? 0) > 0
    var members: [(String, JSONValue)] = [("name", .string(name)), ("done", .boolean(isDone))]
    if isDone, let download {
      let answer: [(String, JSONValue)] = [
        ("@type", .string("type.googleapis.com/google.apps.drive.v3.DownloadFileResponse")),
        ("downloadUri", .string(download.uri)), ("partialDownloadAllowed", .boolean(false)),
      ]
      members.append(("response", .object(answer)))
    }
    let mask = try FieldMask(request.query["fields"] ?? "*", of: .operation)
    return .json(mask.applied(to: .object(members)))
  }
}

/// `about.get`.
extension DriveWorld {
  func about(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    guard let fields = request.query["fields"] else {
      throw DriveRefusal(
        400, "required", "The 'fields' parameter is required for this method.", location: "fields")
    }
    let mask = try FieldMask(fields, of: .about)
    let account = accounts[requester.email]
    let usage = JSONValue.string(String(usage(of: requester.email)))
    var quota: [(String, JSONValue)] = []
    if account?.isServiceAccount == true {
      quota.append(("limit", .string("0")))
    } else {
      quota.append(("limit", .string(String(15 << 30))))
    }
    quota += [("usage", usage), ("usageInDrive", usage), ("usageInDriveTrash", .string("0"))]
    return .json(
      mask.applied(
        to: .object([
          ("kind", .string("drive#about")), ("user", user(requester.email, me: requester.email)),
          ("storageQuota", .object(quota)),
          ("importFormats", .object([(MIMEType.xlsx, .array([.string(MIMEType.sheet)]))])),
          ("exportFormats", .object([(MIMEType.sheet, .array([.string(MIMEType.xlsx)]))])),
          ("maxUploadSize", .string("5497558138880")), ("appInstalled", .boolean(true)),
          ("canCreateDrives", .boolean(account?.isServiceAccount == false)),
        ])))
  }
}
