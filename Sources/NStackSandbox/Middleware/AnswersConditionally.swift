import HTTPTypes
import Hummingbird

/// Answers 304 if the client already has the answer.
struct AnswersConditionally: RouterMiddleware {
  typealias Context = BasicRequestContext

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard request.method == .get || request.method == .head else {
      response.headers[.eTag] = nil
      return response
    }
    if let tag = response.headers[.eTag], let known = request.headers[.ifNoneMatch],
      EntityTag.list(known, holds: tag)
    {
      return Response(status: .notModified, headers: [.eTag: tag])
    }
    return response
  }
}
