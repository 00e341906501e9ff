import HTTPTypes
import Hummingbird
import NIOCore

/// Answers requests, and makes them go wrong as the faults say.
struct StandInResponder: HTTPResponder {
  private struct ClosedOnPurpose: Error {}

  /// The most bytes of a body.
  private static let bodyLimit = 1 << 30

  let world: SharedWorld

  func respond(to request: Request, context: StandInContext) async throws -> Response {
    let headers = request.headers.reduce(into: [String: String]()) { $0[$1.name.canonicalName] = $1.value }
    var head = StandInRequest(method: request.method.rawValue, target: request.uri.string, headers: headers)
    if head.parts.first == "stand-in" {
      head.body = Array(buffer: try await request.body.collect(upTo: Self.bodyLimit))
      return Self.response(world.with { $0.control(head) })
    }
    guard let operation = StandInOperation(head) else {
      _ = try? await request.body.collect(upTo: Self.bodyLimit)
      return Self.response(StandInResponse(DriveRefusal(404, "notFound", "Not Found")))
    }
    let (number, action, latency) = world.with { world in
      (world.requests.begin(operation), world.nextFault(for: operation), world.settings.latency)
    }
    var status = 0
    defer { world.with { [status] in $0.requests.end(number, status: status) } }
    if latency > 0 { try await Task.sleep(for: .milliseconds(latency)) }
    switch action {
    case .drop: return try await close(context)
    case .loseUpload(let after, let stored):
      let bytes = await part(of: request, upTo: after)
      let kept = stored ?? bytes.count / UploadSession.unit * UploadSession.unit
      world.with { try? $0.keepPart(head, Array(bytes.prefix(kept))) }
      return try await close(context)
    case .delay(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
    case .expireToken: world.with { world in head.accessToken.map { world.tokens.access[$0]?.expires = 0 } }
    default: break
    }
    do { head.body = try await whole(request, head, operation) } catch { return try await close(context) }
    let response = world.with { world in
      switch action {
      case .refuse(let status, let reason, let retryAfter):
        return world.refusal(operation, status: status, reason: reason, retryAfter: retryAfter)
      case .html(let status):
        return .html("<!DOCTYPE html><title>Error \(status)</title><p>Error \(status)", status: status)
      case .empty(let status): return StandInResponse(status: status)
      case .redirect(let target): return StandInResponse(status: 307, headers: ["Location": target])
      case .forgetSession(let status):
        world.sessions[head.query["upload_id"] ?? ""] = nil
        return StandInResponse(DriveRefusal(status, "notFound", "Upload session not found."))
      case .claim(let count): return UploadSession.progress(count)
      case .forgetBytes:
        world.sessions[head.query["upload_id"] ?? ""]?.received = []
        return UploadSession.progress(0)
      case .forgetPages:
        world.pages = [:]
        return world.answer(head, operation)
      case .storeOnly(let limit): return world.answer(head, operation, keeping: limit)
      case .incompleteSearch: return world.answer(head, operation, isIncomplete: true)
      default: return world.answer(head, operation)
      }
    }
    var length: Int?
    switch action {
    case .loseAnswer: return try await close(context)
    case .delayAnswer(let milliseconds): try await Task.sleep(for: .milliseconds(milliseconds))
    case .truncate(let after): length = after
    default: break
    }
    status = response.status
    return Self.response(response, cutAfter: length)
  }

  private func close(_ context: StandInContext) async throws -> Response {
    await context.closeConnection()
    throw ClosedOnPurpose()
  }

  /// The first bytes of a body.
  private func part(of request: Request, upTo count: Int) async -> [UInt8] {
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body {
        bytes += Array(buffer: buffer)
        if bytes.count >= count { break }
      }
    } catch {}
    return Array(bytes.prefix(count))
  }

  /// A whole body. Where the client goes away in the middle of an upload, whole units of it are kept.
  private func whole(_ request: Request, _ head: StandInRequest, _ operation: StandInOperation) async throws -> [UInt8]
  {
    var bytes: [UInt8] = []
    do {
      for try await buffer in request.body { bytes.append(contentsOf: buffer.readableBytesView) }
      return bytes
    } catch {
      if operation == .upload {
        let kept = Array(bytes.prefix(bytes.count / UploadSession.unit * UploadSession.unit))
        world.with { try? $0.keepPart(head, kept) }
      }
      throw error
    }
  }

  private static func response(_ answer: StandInResponse, cutAfter count: Int? = nil) -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.headers.sorted(by: { $0.key < $1.key }) {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    let status = HTTPResponse.Status(code: answer.status)
    guard let count, count < answer.body.count else {
      return Response(status: status, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
    }
    return Response(
      status: status, headers: fields,
      body: ResponseBody(contentLength: answer.body.count) { writer in
        try await writer.write(ByteBuffer(bytes: answer.body.prefix(count)))
        throw ClosedOnPurpose()
      })
  }
}

/// Requests and their answers.
extension DriveWorld {
  /// The answer to a request, whose upload is kept up to a limit.
  mutating func answer(
    _ request: StandInRequest, _ operation: StandInOperation, keeping limit: Int? = nil, isIncomplete: Bool = false
  ) -> StandInResponse {
    do {
      switch operation {
      case .authorize: return authorize(request)
      case .decide: return decide(request)
      case .token: return try token(request)
      case .revoke: return try revoke(request)
      case .exportLink: return try exportLink(request)
      case .upload: return try upload(request, keeping: limit)
      case .uploadStatus: return try uploadStatus(request)
      default: break
      }
      let requester = try requester(request, operation)
      switch operation {
      case .about: return try about(request, requester)
      case .list: return try list(request, requester, isIncomplete: isIncomplete)
      case .media: return try media(request, requester)
      case .export: return try export(request, requester)
      case .download: return try download(request, requester)
      case .operation: return try self.operation(request, requester)
      case .copy: return try copy(request, requester)
      case .create, .update: return try write(request, requester)
      default: return try get(request, requester)
      }
    } catch let refusal as TokenRefusal { return .json(refusal.json, status: refusal.status) } catch let refusal
      as DriveRefusal
    { return StandInResponse(refusal) } catch { return StandInResponse(DriveRefusal(500, "internalError", "\(error)")) }
  }

  /// The refusal of a fault, in the form of the endpoint.
  func refusal(_ operation: StandInOperation, status: Int, reason: String, retryAfter: Int?) -> StandInResponse {
    guard operation == .token else {
      return StandInResponse(StandInFault.refusal(status, reason, retryAfter: retryAfter))
    }
    return .json(TokenRefusal(reason, "Token has been expired or revoked.").json, status: status)
  }
}
