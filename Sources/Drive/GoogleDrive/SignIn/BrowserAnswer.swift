import Basics
import HTTPMessages
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// The authorization code that the browser brings back, once. The waiting sign-in gets it after ``release()``. That is called
/// only when the browser has its page, because the sign-in then ends.
final class BrowserAnswer: Sendable {
  /// OAuth's `state`: a random value that the browser must bring back, so that no other page can hand in a code.
  let state: String
  private let result = Mutex<Result<String, DriveError>?>(nil)
  private let released = AsyncStream.makeStream(of: Result<String, DriveError>.self)

  init(state: String) { self.state = state }

  /// Reads the query of the address that Google sent the browser to, or the whole address. Returns why it is not
  /// accepted; nil if it is.
  func receive(_ address: String) -> String? {
    let line = address.drop { $0 == " " }.prefix { $0 != " " && $0 != "#" && $0 != "\n" && $0 != "\r" }
    let query = line.firstIndex(of: "?").map { line[line.index(after: $0)...] } ?? line
    let fields = PercentEncoding.fields(query.utf8).reduce(into: [String: String]()) { fields, field in
      fields[String(decoding: field.name, as: UTF8.self)] = String(decoding: field.value, as: UTF8.self)
    }
    guard let given = fields["state"], given == state else { return "This address does not belong to this sign-in." }
    if let code = fields["code"], !code.isEmpty {
      end(.success(code))
      return nil
    }
    let word = fields["error"] ?? "no code came"
    let isRefusal = word == "access_denied"
    end(
      .failure(
        DriveError(
          .loginFailed, isRefusal ? "access was not allowed in the browser." : "Google did not sign in.",
          hint: "Try again.", reason: Excerpt.visible(word))))
    return isRefusal ? "Access was not allowed." : "Google did not sign in: \(Excerpt.visible(word))."
  }

  /// Waits for the code; nil if the task is cancelled.
  func code() async -> Result<String, DriveError>? {
    for await result in released.stream { return result }
    return nil
  }

  /// Passes the result on to the waiting sign-in.
  func release() {
    guard let result = result.withLock({ $0 }) else { return }
    released.continuation.yield(result)
    released.continuation.finish()
  }

  private func end(_ result: Result<String, DriveError>) { self.result.withLock { $0 = $0 ?? result } }
}

/// Answers the browser that comes back from Google.
struct ConsentResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let answer: BrowserAnswer

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get, request.uri.path == "/" else {
      return page(.notFound, "Not found", "There is nothing here.")
    }
    if let reason = answer.receive("?" + (request.uri.query ?? "")) {
      return page(.badRequest, "Not signed in", reason)
    }
    return page(.ok, "Signed in", "You are signed in. Close this page and go back to the terminal.")
  }

  private func page(_ status: HTTPResponse.Status, _ title: String, _ text: String) -> Response {
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let body =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>\(title)</title><h1>\(title)</h1><p>\(safe)</p></html>\n"
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = "default-src 'none'"
    if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
    let bytes = ByteBuffer(string: body)
    return Response(
      status: status, headers: headers,
      body: ResponseBody(contentLength: bytes.readableBytes) { [answer] writer in
        // Even if the browser does not read the page, the code has arrived.
        defer { answer.release() }
        try await writer.write(bytes)
        try await writer.finish(nil)
      })
  }
}
