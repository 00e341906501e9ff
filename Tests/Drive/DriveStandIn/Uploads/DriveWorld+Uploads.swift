import Basics

/// `files.create` and `files.update`: changes of metadata, and resumable uploads.
extension DriveWorld {
  mutating func write(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let isUpload = request.parts.first == "upload"
    let id = request.method == "PATCH" ? request.parts.last : nil
    // A selection that is wrong must not change anything.
    if let fields = request.query["fields"] { _ = try FieldMask(fields, of: .file) }
    let metadata = try request.object()
    guard isUpload else {
      let file = try update(id ?? "", metadata, nil, request, requester)
      return try answer(file, for: requester, fields: request.query["fields"])
    }
    guard request.query["uploadType"] == "resumable" else { throw .invalid("uploadType") }
    guard let total = request.headers["x-upload-content-length"].flatMap({ Int($0) }) else {
      throw .badRequest("The size of the file must be announced.")
    }
    if let id {
      _ = try checkUpdate(id, metadata, request, requester)
    } else {
      _ = try checkCreation(metadata, request, requester)
    }
    var begun = request
    begun.body = []
    let name = nextID("session", length: 80)
    sessions[name] = UploadSession(request: begun, requester: requester, fileID: id, metadata: metadata, total: total)
    let path = request.parts.joined(separator: "/")
    return StandInResponse(headers: ["Location": "\(baseURL)/\(path)?uploadType=resumable&upload_id=\(name)"])
  }

  private func session(_ request: StandInRequest) throws(DriveRefusal) -> (name: String, session: UploadSession) {
    let name = request.query["upload_id"] ?? ""
    guard let session = sessions[name] else { throw DriveRefusal(404, "notFound", "Upload session not found.") }
    if request.accessToken != nil { _ = try requester(request, .upload) }
    return (name, session)
  }

  /// A piece of the file.
  ///
  /// - Parameter limit: How many bytes of it are kept; nil for all.
  mutating func upload(_ request: StandInRequest, keeping limit: Int?) throws(DriveRefusal) -> StandInResponse {
    var (name, session) = try session(request)
    if let answer = session.answer { return answer }
    try session.add(request.body, at: ContentRange(request.headers["content-range"] ?? ""), limit: limit)
    sessions[name] = session
    return try finish(name)
  }

  /// What arrived of a piece before the connection was lost.
  mutating func keepPart(_ request: StandInRequest, _ bytes: [UInt8]) throws(DriveRefusal) {
    var (name, session) = try session(request)
    let first = try ContentRange(request.headers["content-range"] ?? "").bytes?.lowerBound ?? 0
    guard session.answer == nil, first <= session.received.count else { return }
    session.received += bytes.dropFirst(session.received.count - first)
    sessions[name] = session
  }

  mutating func uploadStatus(_ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    try finish(session(request).name)
  }

  /// Makes the file once all bytes are there.
  private mutating func finish(_ name: String) throws(DriveRefusal) -> StandInResponse {
    guard let session = sessions[name] else { throw DriveRefusal(404, "notFound", "Upload session not found.") }
    if let answer = session.answer { return answer }
    guard session.received.count >= session.total else { return UploadSession.progress(session.received.count) }
    let file: StandInFile =
      if let id = session.fileID {
        try update(id, session.metadata, session.received, session.request, session.requester)
      } else { try create(session.metadata, session.received, session.request, session.requester) }
    let answer = try answer(file, for: session.requester, fields: session.request.query["fields"])
    sessions[name]?.answer = answer
    sessions[name]?.received = []
    return answer
  }
}
