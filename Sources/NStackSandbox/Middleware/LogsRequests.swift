import HTTPTypes
import Hummingbird
import NIOCore

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
