import HTTPTypes
import Hummingbird

/// Allows pages of any origin to call the server (CORS).
struct AllowsOrigins: RouterMiddleware {
  typealias Context = BasicRequestContext

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.headers[.origin] != nil else { return response }
    response.headers[.accessControlAllowOrigin] = "*"
    if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
      response.headers[.accessControlAllowMethods] = response.headers[.allow]
      response.headers[.accessControlAllowHeaders] =
        request.headers[.accessControlRequestHeaders] ?? "Content-Type, N-Meta, X-Application-Id, X-Rest-Api-Key"
      response.headers[.accessControlMaxAge] = "600"
    } else {
      response.headers[.accessControlExposeHeaders] = "ETag, Link, Retry-After"
    }
    return response
  }
}
