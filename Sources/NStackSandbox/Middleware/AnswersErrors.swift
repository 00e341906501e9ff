import Basics
import HTTPTypes
import Hummingbird
import NIOCore

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

  /// The framework's own form: `message`, the status as `code`, and `errors` if fields are wrong.
  private static func response(for refusal: SandboxRefusal) -> Response {
    var members: [(String, JSONValue)] = [
      ("message", .string(refusal.message)), ("code", .integer(refusal.status)),
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
