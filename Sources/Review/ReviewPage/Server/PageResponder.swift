import Basics
import HTTPTypes
import Hummingbird

/// Answers every request: for files of the page, and for routes under `/api`.
struct PageResponder: HTTPResponder {
  typealias Context = BasicRequestContext
  typealias Answer = @Sendable (Request) async throws -> Response

  /// A path under `/api`, and the function that answers its requests.
  struct Route: Sendable {
    let path: String
    let method: HTTPRequest.Method
    /// Whether a request needs no key.
    var isOpen = false
    let answer: Answer

    init(_ method: HTTPRequest.Method, _ path: String, isOpen: Bool = false, _ answer: @escaping Answer) {
      (self.path, self.method, self.isOpen, self.answer) = (path, method, isOpen, answer)
    }
  }

  /// The port. It is 0 until the server listens, so no request can match it.
  let port: @Sendable () -> Int
  let keys: PageKeys
  let routes: [Route]

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    do { return try await answer(request) } catch { return Response(failure: error) }
  }

  private func answer(_ request: Request) async throws -> Response {
    try request.check(port: port())
    let path = request.uri.path
    if let file = PageFiles.file(at: path) {
      guard request.method == .get else { throw Self.method(request, takes: [.get]) }
      return Response(file.bytes(), type: file.type)
    }
    let found = routes.filter { $0.path == path }
    guard !found.isEmpty else { throw ReviewPageError(.path, "There is nothing at this path.") }
    guard let route = found.first(where: { $0.method == request.method }) else {
      throw Self.method(request, takes: found.map(\.method))
    }
    if !route.isOpen { try checkKey(request) }
    if route.method != .get { try request.checkWrite() }
    return try await Words.$ofReader.withValue(.asked(by: request.headers)) { try await route.answer(request) }
  }

  private func checkKey(_ request: Request) throws(ReviewPageError) {
    guard let name = HTTPField.Name("X-Review-Key"), let key = request.headers[name], keys.isKnown(key) else {
      throw ReviewPageError(
        .key, "This page has no access to the review. Open the last address that the program printed.")
    }
  }

  private static func method(_ request: Request, takes methods: [HTTPRequest.Method]) -> ReviewPageError {
    let names = methods.map(\.rawValue).joined(separator: ", ")
    return ReviewPageError(.method, "This path takes \(names) and not \(request.method.rawValue).")
  }
}
