import HTTPTypes
import Hummingbird

/// Answers `OPTIONS`, and requests without a route: with 404 for an unknown path, with 405 for a method that the path
/// does not take.
struct AnswersUnrouted: RouterMiddleware {
  typealias Context = BasicRequestContext

  let routes: [SandboxRoute]

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let methods = methods(at: request.uri.path)
    guard !methods.isEmpty else { return try await next(request, context) }
    if request.method == .options {
      return Response(status: .noContent, headers: [.allow: methods.joined(separator: ", ")])
    }
    guard methods.contains(request.method.rawValue) else {
      throw SandboxRefusal(
        405, "The \(request.method.rawValue) method is not allowed here.",
        headers: [.allow: methods.joined(separator: ", ")])
    }
    return try await next(request, context)
  }

  /// The methods of a path, in alphabetical order; empty for an unknown path.
  private func methods(at path: String) -> [String] {
    let parts = path.split(separator: "/")
    var methods = Set(routes.filter { $0.matches(parts) }.map(\.method.rawValue))
    guard !methods.isEmpty else { return [] }
    methods.insert("OPTIONS")
    if methods.contains("GET") { methods.insert("HEAD") }
    return methods.sorted()
  }
}
