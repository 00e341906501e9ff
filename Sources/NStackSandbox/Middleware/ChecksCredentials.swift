import HTTPTypes
import Hummingbird

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
