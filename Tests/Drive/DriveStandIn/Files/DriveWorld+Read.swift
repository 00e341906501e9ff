import Basics

/// A file that Drive prepares for download.
struct DownloadOperation: Sendable {
  let fileID: String
  /// Whether the client has asked.
  var isDone = false
}

/// `files.get`, `files.export` and their relatives, and `about.get`.
extension DriveWorld {
  func get(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: request.flag("supportsAllDrives"))
    return try answer(file, for: requester, fields: request.query["fields"])
  }

  /// `alt=media`.
  func media(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: request.flag("supportsAllDrives"))
    guard file.hasDownload, let content = file.content else {
      throw DriveRefusal(
        403, "fileNotDownloadable",
        "Only files with binary content can be downloaded. Use Export with Docs Editors files.", location: "alt")
    }
    return StandInResponse(headers: ["Content-Type": file.mimeType], body: content)
  }

  func export(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    // The method has no parameter for shared drives, and serves them.
    let file = try file(request.parts[3], for: requester, allDrives: true)
    guard request.query["mimeType"] == MIMEType.xlsx else {
      throw DriveRefusal(400, "badRequest", "The requested conversion is not supported.", location: "convertTo")
    }
    let answer = try exported(file)
    guard answer.body.count <= settings.exportLimit else {
      throw DriveRefusal(403, "exportSizeLimitExceeded", "This file is too large to be exported.")
    }
    return answer
  }

  /// What `exportLinks` lead to: the same bytes without a limit.
  func exportLink(_ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    guard request.query["exportFormat"] == "xlsx", let id = request.query["id"] else {
      throw .badRequest("Invalid export link.")
    }
    if request.query["hosted"] == "1", let file = files[id] { return try exported(file) }
    let file = try file(id, for: requester(request, .exportLink), allDrives: true)
    guard let host = settings.exportHost else { return try exported(file) }
    let link = "\(host)/spreadsheets/export?id=\(id)&exportFormat=xlsx&hosted=1"
    return StandInResponse(status: 307, headers: ["Location": link])
  }

  private func exported(_ file: StandInFile) throws(DriveRefusal) -> StandInResponse {
    guard file.mimeType == MIMEType.sheet, let content = file.content else {
      throw DriveRefusal(403, "fileNotExportable", "Export only supports Docs Editors files.")
    }
    do { return StandInResponse(headers: ["Content-Type": MIMEType.xlsx], body: try resave?(content) ?? content) } catch
    { throw DriveRefusal(500, "internalError", "The stand-in could not save the sheet again: \(error)") }
  }

  mutating func download(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let file = try file(request.parts[3], for: requester, allDrives: true)
    _ = try exported(file)
    let name = "drive/operations/\(nextID("operation")).1"
    downloads[name] = DownloadOperation(fileID: file.id)
    return try operation(named: name, requester)
  }

  mutating func operation(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    downloads[request.parts[3]]?.isDone = true
    return try operation(named: request.parts[3], requester)
  }

  private func operation(named name: String, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    guard let download = downloads[name] else { throw DriveRefusal(404, "notFound", "Operation not found: \(name).") }
    let file = try file(download.fileID, for: requester, allDrives: true)
    let begun = JSONValue.members(["name": name, "done": download.isDone])
    guard download.isDone else { return .json(begun) }
    return .json(begun.with(["response": JSONValue.members(["downloadUri": exportLink(to: file)])]))
  }

  func about(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    guard let fields = request.query["fields"] else {
      throw DriveRefusal(400, "required", "The 'fields' parameter is required for this method.", location: "fields")
    }
    let limit = accounts[requester.email]?.isServiceAccount == true ? 0 : 15 << 30
    let usage = files.values.reduce(0) { $0 + ($1.owner == requester.email ? $1.content?.count ?? 0 : 0) }
    let quota = JSONValue.members(["limit": String(limit), "usage": String(usage)])
    let about = JSONValue.members(["user": user(requester.email), "storageQuota": quota])
    return .json(try FieldMask(fields, of: .about).applied(to: about))
  }
}
