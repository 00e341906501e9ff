import HTTPTypes
import Hummingbird
import NIOCore

/// A request that the sandbox refuses as NStack would.
struct SandboxRefusal: Error {
  let status: Int
  let message: String
  /// What is wrong with which field.
  let errors: [(field: String, message: String)]
  let headers: HTTPFields

  init(
    _ status: Int, _ message: String, errors: [(field: String, message: String)] = [], headers: HTTPFields = [:]
  ) {
    self.status = status
    self.message = message
    self.errors = errors
    self.headers = headers
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
    let refusal =
      switch error {
      case let refusal as SandboxRefusal: refusal
      case is NIOTooManyBytesError:
        SandboxRefusal(413, "The body has more than \(FormFields.maximumBodySize) bytes.")
      case let error as HTTPError: SandboxRefusal(error.status.code, error.body ?? error.status.reasonPhrase)
      default: SandboxRefusal(500, "\(error)")
      }
    return response(for: refusal)
  }

  /// The framework's own form: `message`, the status as `code`, and where fields are to blame `errors`.
  private static func response(for refusal: SandboxRefusal) -> Response {
    var members: [(name: String, value: JSONText)] = [
      ("message", .string(refusal.message)), ("code", .number(refusal.status)),
    ]
    if !refusal.errors.isEmpty {
      members.append(
        ("errors", .object(refusal.errors.map { ($0.field, .array([.string($0.message)])) })))
    }
    var response = Response.json(.object(members), status: .init(code: refusal.status))
    response.headers.append(contentsOf: refusal.headers)
    return response
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
    let response: Response
    do {
      if request.method == .post {
        form = String(buffer: try await request.collectBody(upTo: FormFields.maximumBodySize))
      }
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
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
    if status == .ok { headers[.eTag] = EntityTag.tag(of: bytes) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
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
