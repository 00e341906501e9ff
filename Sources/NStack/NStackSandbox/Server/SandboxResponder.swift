import HTTPTypes
import Hummingbird
import NIOCore

/// Answers the requests to one port: finds their routes, and handles what HTTP requires of every server.
struct SandboxResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let routes: [SandboxRoute]
  /// The sandbox's own routes, whose requests are not logged and never fail on purpose.
  var ownRoutes: [SandboxRoute] = []
  let log: SandboxRequestLog
  let faults: SandboxFaults
  let compressesAnswers: Bool

  func respond(to request: Request, context: BasicRequestContext) async -> Response {
    let parts = request.uri.path.split(separator: "/")
    for route in ownRoutes where route.method == request.method {
      guard let parameters = route.parameters(in: parts) else { continue }
      return await Self.answered { try await route.answer(request, parameters) }
    }
    log.recordArrival(method: request.method.rawValue)
    var request = request
    var form = ""
    var response = await Self.answered {
      if request.method == .post {
        form = String(buffer: try await request.collectBody(upTo: FormFields.maximumBodySize))
      }
      return try await faults.apply(to: request) { request in try await routed(request, parts) }
    }
    log.append(
      .init(
        method: request.method.rawValue, target: request.uri.string, form: form,
        carriesCredentials: request.carriesCredentials, status: Int(response.status.code)))
    Self.allowOrigin(of: request, &response)
    return response
  }

  private static func answered(_ body: () async throws -> Response) async -> Response {
    do { return try await body() } catch { return SandboxRefusal(error).response }
  }

  /// The answer of the request's route: 404 for an unknown path, 405 for a method that the path does not have.
  private func routed(_ request: Request, _ parts: [Substring]) async throws -> Response {
    let matches = (routes + ownRoutes).compactMap { route in
      route.parameters(in: parts).map { (route: route, parameters: $0) }
    }
    guard !matches.isEmpty else { throw SandboxRefusal(404, "Not Found") }
    var methods = Set(matches.map(\.route.method.rawValue) + ["OPTIONS"])
    if methods.contains("GET") { methods.insert("HEAD") }
    let allowed: HTTPFields = [.allow: methods.sorted().joined(separator: ", ")]
    if request.method == .options { return Response(status: .noContent, headers: allowed) }
    let method = request.method == .head ? .get : request.method
    guard let match = matches.first(where: { $0.route.method == method }) else {
      throw SandboxRefusal(405, "The \(request.method.rawValue) method is not allowed here.", headers: allowed)
    }
    var response = try await match.route.answer(request, match.parameters)
    if request.method == .head { response = response.createHeadResponse() }
    if method != .get {
      response.headers[.eTag] = nil
    } else if let tag = response.headers[.eTag], let known = request.headers[.ifNoneMatch],
      EntityTag.list(known, holds: tag)
    {
      response = Response(status: .notModified, headers: [.eTag: tag])
    }
    if compressesAnswers { try await Self.compress(&response, for: request) }
    return response
  }

  /// Allows pages of any origin to call the server (CORS).
  private static func allowOrigin(of request: Request, _ response: inout Response) {
    guard request.headers[.origin] != nil else { return }
    response.headers[.accessControlAllowOrigin] = "*"
    if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
      response.headers[.accessControlAllowMethods] = response.headers[.allow]
      response.headers[.accessControlAllowHeaders] =
        request.headers[.accessControlRequestHeaders] ?? "Content-Type, N-Meta, X-Application-Id, X-Rest-Api-Key"
      response.headers[.accessControlMaxAge] = "600"
    } else {
      response.headers[.accessControlExposeHeaders] = "ETag, Link, Retry-After"
    }
  }

  private static let minimumSize = 256

  /// Compresses an answer for clients that accept gzip, as the servers in front of PHP do. The channel handler of
  /// swift-nio-extras is not used: it traps on the answer to a request that could not be parsed.
  private static func compress(_ response: inout Response, for request: Request) async throws {
    response.headers[.vary] = "Accept-Encoding"
    guard request.method != .head, Gzip.isAccepted(request.headers[.acceptEncoding]),
      let size = response.body.contentLength, size >= minimumSize
    else { return }
    let body = CollectedBody()
    try await response.body.write(body)
    guard let compressed = Gzip.compress(body.bytes) else {
      response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes))
      return
    }
    response.headers[.contentEncoding] = "gzip"
    // The bytes differ while the text is the same, so the tag must be weak.
    response.headers[.eTag] = response.headers[.eTag].map { EntityTag.weak($0) }
    response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: compressed))
  }
}

private final class CollectedBody: ResponseBodyWriter {
  private(set) var bytes: [UInt8] = []

  func write(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }

  consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
