import Foundation

extension StandInState {
  /// Begins an upload that can be continued.
  mutating func begin(_ id: String?, _ account: StandInToken, _ request: StandInRequest) -> StandInAnswer {
    guard Self.mayWrite(account) else { return Self.scopeError }
    guard request.query["uploadType"] == "resumable" else {
      return .error(400, "badRequest", "The stand-in takes resumable uploads only.")
    }
    guard let total = request.headers["x-upload-content-length"].flatMap({ Int($0) }),
      request.headers["x-upload-content-type"] == StandInFile.xlsx
    else { return .error(400, "badRequest", "X-Upload-Content-Length and X-Upload-Content-Type are needed") }
    let metadata = request.json
    var session = StandInSession(
      email: account.email, file: id, name: metadata["name"] as? String ?? "Untitled",
      type: metadata["mimeType"] as? String ?? StandInFile.xlsx, folder: (metadata["parents"] as? [String])?.first,
      fields: request.query["fields"] ?? "kind,id,name,mimeType", total: total)
    if let id {
      guard let file = file(id, account, request) else { return Self.missing(id) }
      guard file.isWritable(by: account.email) else {
        return .error(
          403, "insufficientFilePermissions", "The user does not have sufficient permissions for this file.")
      }
      guard metadata["parents"] == nil else {
        return .error(403, "fieldNotWritable", "The parents field is not directly writable in update requests.")
      }
      session.name = metadata["name"] as? String ?? file.name
      session.type = file.type
    } else {
      let folder = session.folder.flatMap { files[$0] }
      if session.folder != nil, folder?.isReadable(by: account.email) != true {
        return Self.missing(session.folder ?? "")
      }
      if folder?.sharedDrive == nil, serviceAccounts[account.email] != nil { return Self.noStorage }
      if let folder, !folder.isWritable(by: account.email) {
        return .error(403, "insufficientFilePermissions", "Insufficient permissions for the specified parent.")
      }
    }
    let key = self.id("s")
    sessions[key] = session
    return StandInAnswer(headers: ["Location": "\(url)/stand-in/upload/\(key)"])
  }

  /// Takes bytes of an upload, or tells how many have arrived.
  mutating func put(_ key: String, _ request: StandInRequest) -> StandInAnswer {
    guard var session = sessions[key] else { return Self.missing(key) }
    guard let range = ContentRange(request.headers["content-range"] ?? ""), range.total == session.total else {
      return .error(400, "badRequest", "Failed to parse Content-Range header.")
    }
    if let bytes = range.bytes {
      let isLast = bytes.upperBound == session.total
      guard bytes.lowerBound == session.content.count, bytes.count == request.body.count,
        isLast || bytes.count % (256 << 10) == 0
      else { return .error(400, "badRequest", "Invalid request. The range does not continue the upload.") }
      session.content += request.body
      sessions[key] = session
    }
    guard session.content.count == session.total else { return Self.incomplete(session) }
    return finish(key, session)
  }

  /// Keeps the first bytes of a request that breaks off.
  mutating func keep(_ count: Int, of request: StandInRequest) {
    let key = request.path.split(separator: "/").last.map(String.init) ?? ""
    sessions[key]?.content += request.body.prefix(count)
  }

  /// Loses the bytes of an upload.
  mutating func forget(_ request: StandInRequest) -> StandInAnswer {
    let key = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard sessions[key] != nil else { return Self.missing(key) }
    sessions[key]?.content = Data()
    return StandInAnswer(status: 308)
  }

  private static func incomplete(_ session: StandInSession) -> StandInAnswer {
    let count = session.content.count
    return StandInAnswer(status: 308, headers: count == 0 ? [:] : ["Range": "bytes=0-\(count - 1)"])
  }

  private mutating func finish(_ key: String, _ session: StandInSession) -> StandInAnswer {
    let account = StandInToken(email: session.email, scopes: [], end: 0)
    if let id = session.file, id.hasPrefix("done:") {
      return files[String(id.dropFirst(5))].map { answer($0, account, session.fields) } ?? Self.missing(id)
    }
    var file: StandInFile
    if let id = session.file, let old = files[id] {
      file = old
      file.version += 2
    } else {
      let folder = session.folder.flatMap { files[$0] }
      file = StandInFile(session.name, type: session.type, folder: session.folder)
      file.sharedDrive = folder?.sharedDrive
      file.owner = folder?.sharedDrive == nil ? session.email : nil
      file.readers = folder?.readers ?? []
      file.writers = (folder?.writers ?? []).union([session.email])
    }
    file.content = session.content
    file.modified = now
    file.changedBy = session.email
    file.id = add(file)
    // The session answers what became of it, for a caller that lost the answer.
    sessions[key]?.file = "done:\(file.id)"
    return answer(file, account, session.fields)
  }
}

/// The value of a `Content-Range` header: `bytes 0-9/20` or `bytes */20`.
private struct ContentRange {
  let bytes: Range<Int>?
  let total: Int

  init?(_ text: String) {
    guard text.hasPrefix("bytes ") else { return nil }
    let parts = text.dropFirst(6).split(separator: "/")
    guard parts.count == 2, let total = Int(parts[1]) else { return nil }
    self.total = total
    if parts[0] == "*" {
      bytes = nil
      return
    }
    let ends = parts[0].split(separator: "-").compactMap { Int($0) }
    guard ends.count == 2, ends[0] <= ends[1], ends[1] < total else { return nil }
    bytes = ends[0]..<ends[1] + 1
  }
}
