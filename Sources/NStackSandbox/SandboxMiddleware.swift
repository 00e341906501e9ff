import HTTPTypes
import Hummingbird

/// A request that the sandbox refuses as NStack would.
struct SandboxRefusal: Error {
  let status: Int
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}

/// Turns refusals and failures into answers.
struct AnswersErrors: RouterMiddleware {
  typealias Context = BasicRequestContext

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      return Self.response(for: error)
    }
  }

  static func response(for error: any Error) -> Response {
    switch error {
    case let refusal as SandboxRefusal:
      .json(.object([("message", .string(refusal.message))]), status: .init(code: refusal.status))
    case let error as HTTPError:
      .json(.object([("message", .string(error.body ?? "\(error.status)"))]), status: error.status)
    default:
      .json(.object([("message", .string("\(error)"))]), status: .internalServerError)
    }
  }
}

/// Notes every request with the status of its answer.
struct LogsRequests: RouterMiddleware {
  typealias Context = BasicRequestContext

  let log: SandboxRequestLog

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    log.recordArrival(method: request.method.rawValue)
    var request = request
    var form = ""
    if request.method == .post { form = String(buffer: try await request.collectBody(upTo: 1 << 20)) }
    let response: Response
    do {
      response = try await next(request, context)
    } catch {
      response = AnswersErrors.response(for: error)
    }
    log.append(
      .init(
        method: request.method.rawValue, target: request.uri.string, form: form,
        carriesCredentials: request.carriesCredentials, status: Int(response.status.code)))
    return response
  }
}

/// Refuses requests without the sandbox's own credentials.
struct ChecksCredentials: RouterMiddleware {
  typealias Context = BasicRequestContext

  let identity: SandboxDatabase.Identity

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    guard request.headers[.applicationID] == identity.applicationID,
      request.headers[.restAPIKey] == identity.restAPIKey
    else { throw SandboxRefusal(401, "Invalid application id or rest api key") }
    return try await next(request, context)
  }
}

extension Request {
  /// Whether a credential of NStack's is among the headers.
  var carriesCredentials: Bool {
    headers[.applicationID] != nil || headers[.restAPIKey] != nil
  }
}

extension HTTPField.Name {
  fileprivate static let applicationID = HTTPField.Name("X-Application-Id") ?? .authorization
  fileprivate static let restAPIKey = HTTPField.Name("X-Rest-Api-Key") ?? .authorization
}

extension Response {
  /// An answer of JSON.
  static func json(_ json: JSONText, status: HTTPResponse.Status = .ok) -> Response {
    .json(json.utf8, status: status)
  }

  /// An answer of bytes that are JSON.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status, headers: [.contentType: "application/json; charset=utf-8"],
      body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}

extension SandboxBehavior {
  /// A number as the behaviour writes it.
  func identifier(_ number: Int) -> JSONText {
    writesIdentifiersAsStrings ? .string("\(number)") : .number(number)
  }

  /// The refusal of something that does not exist.
  var notFound: SandboxRefusal {
    SandboxRefusal(notFoundStatus, "Entity not found")
  }
}
