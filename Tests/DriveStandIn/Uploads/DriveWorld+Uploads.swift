import Basics

/// The three ways to bring bytes: `uploadType` `media`, `multipart` and `resumable`.
extension DriveWorld {
  /// `files.create` and `files.update`, with bytes or without.
  mutating func write(_ request: StandInRequest, _ requester: Requester) throws(DriveRefusal) -> StandInResponse {
    let isUpload = request.parts.first != "drive"
    let parts = request.parts.drop { $0 == "resumable" || $0 == "upload" }
    let id = parts.count > 3 ? parts.last : nil
    // A selection that is wrong must not change anything.
    _ = try FieldMask(request.query["fields"] ?? "*", of: .file)
    guard isUpload else { return try write(id, try request.object(), nil, request, requester) }
    switch request.query["uploadType"] {
    case "media":
      let media = FileMedia(type: request.headers["content-type"], bytes: request.body)
      return try write(id, .object([]), media, request, requester)
    case "multipart":
      let body = try MultipartRelated(request.body, contentType: request.headers["content-type"] ?? "")
      guard body.parts.count == 2 else { throw .badRequest("A multipart body must have two parts.") }
      let metadata = try StandInRequest.object(body.parts[0].body)
      let media = FileMedia(type: body.parts[1].type, bytes: Array(body.parts[1].body))
      return try write(id, metadata, media, request, requester)
    case "resumable": return try startSession(id, request, requester)
    default: throw .invalid("uploadType")
    }
  }

  private mutating func write(
    _ id: String?, _ metadata: JSONValue, _ media: FileMedia?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInResponse {
    let file: StandInFile =
      if let id { try update(id, metadata, media, request, requester) } else {
        try create(metadata, media, request, requester)
      }
    return try answer(file, for: requester, fields: request.query["fields"])
  }

  private mutating func startSession(
    _ id: String?, _ request: StandInRequest, _ requester: Requester
  ) throws(DriveRefusal) -> StandInResponse {
    let metadata = try request.object()
    let length = request.headers["x-upload-content-length"].flatMap { Int($0) }
    if let id {
      _ = try checkUpdate(id, metadata, request, requester)
    } else {
      _ = try checkCreation(metadata, request, requester)
    }
    let name = nextID("session", length: 80)
    var begun = request
    begun.body = []
    sessions[name] = UploadSession(
      request: begun, requester: requester, fileID: id, metadata: metadata,
      type: request.headers["x-upload-content-type"], total: length)
    let path = "/" + request.parts.joined(separator: "/")
    let location = "\(baseURL)\(path)?uploadType=resumable&upload_id=\(name)"
    return StandInResponse(headers: ["Location": location, "X-GUploader-UploadID": name])
  }

  /// The session that a request names.
  private func session(_ request: StandInRequest) throws(DriveRefusal) -> (name: String, session: UploadSession) {
    let name = request.query["upload_id"] ?? ""
    guard let session = sessions[name] else { throw DriveRefusal(404, "notFound", "Upload session not found.") }
    if request.accessToken != nil { _ = try requester(request, .upload) }
    return (name, session)
  }

  /// A chunk, or the whole file.
  ///
  /// - Parameter limit: How many bytes of the chunk are kept; nil for all.
  mutating func upload(_ request: StandInRequest, keeping limit: Int?) throws(DriveRefusal) -> StandInResponse {
    var (name, session) = try session(request)
    if let answer = session.answer { return answer }
    if let header = request.headers["content-range"] {
      try session.add(request.body, at: try ContentRange(header), limit: limit)
    } else {
      try session.expect(request.body.count)
      session.received = Array(request.body.prefix(limit ?? request.body.count))
    }
    sessions[name] = session
    return try finish(name)
  }

  /// What arrived of a body before the connection was lost.
  mutating func keepPart(_ request: StandInRequest, _ bytes: [UInt8]) throws(DriveRefusal) {
    var (name, session) = try session(request)
    guard session.answer == nil else { return }
    var first = 0
    if let header = request.headers["content-range"] {
      let range = try ContentRange(header)
      try session.expect(range.total)
      first = range.bytes?.lowerBound ?? 0
    }
    guard first <= session.received.count else { return }
    session.received += bytes.dropFirst(session.received.count - first)
    sessions[name] = session
  }

  mutating func uploadStatus(_ request: StandInRequest) throws(DriveRefusal) -> StandInResponse {
    var (name, session) = try session(request)
    try session.expect(try ContentRange(request.headers["content-range"] ?? "").total)
    sessions[name] = session
    return try finish(name)
  }

  /// Makes the file once all bytes are there.
  private mutating func finish(_ name: String) throws(DriveRefusal) -> StandInResponse {
    guard let session = sessions[name] else { throw DriveRefusal(404, "notFound", "Upload session not found.") }
    if let answer = session.answer { return answer }
    guard let total = session.total, session.received.count >= total else { return session.progress }
    guard session.received.count == total else {
      throw .badRequest("More bytes arrived than were announced.")
    }
    let media = FileMedia(type: session.type, bytes: session.received)
    let answer = try write(session.fileID, session.metadata, media, session.request, session.requester)
    sessions[name]?.answer = answer
    sessions[name]?.received = []
    return answer
  }
}
