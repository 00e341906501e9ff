import Basics
import HTTPMessages
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import Synchronization

/// The authorization code that the browser brings back, once. The waiting sign-in gets it after ``release()``: it ends then, and
/// the browser must have its page before.
final class BrowserAnswer: Sendable {
  private struct State {
    var isReleased = false
    var result: Result<String, DriveError>?
    var waiting: CheckedContinuation<Result<String, DriveError>?, Never>?
  }

  /// OAuth's `state`: a random value that the browser must bring back, so that no other page can hand in a code.
  let state: String
  private let inner = Mutex(State())

  init(state: String) {
    self.state = state
  }

  /// Reads the query of the address that Google sent the browser to, or the whole address.
  ///
  /// - Returns: Why it is not accepted; nil if it is.
  func receive(_ address: String) -> String? {
    let line = address.drop { $0 == " " }.prefix { $0 != " " && $0 != "#" && $0 != "\n" && $0 != "\r" }
    let query = line.firstIndex(of: "?").map { line[line.index(after: $0)...] } ?? line
    var fields: [String: String] = [:]
    for field in query.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      fields[String(parts[0])] =
        parts.count > 1 ? String(decoding: PercentEncoding.decode(parts[1].utf8), as: UTF8.self) : ""
    }
    guard let given = fields["state"], given == state else { return "This address is not one of this sign-in." }
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
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let result = inner.withLock { inner -> Result<String, DriveError>?? in
          if inner.isReleased, let result = inner.result { return .some(result) }
          if Task.isCancelled { return .some(nil) }
          inner.waiting = continuation
          return nil
        }
        if let result { continuation.resume(returning: result) }
      }
    } onCancel: {
      inner.withLock { inner in
        defer { inner.waiting = nil }
        return inner.waiting
      }?.resume(returning: nil)
    }
  }

  /// Gives what was received to the waiting sign-in.
  func release() {
    let waiting = inner.withLock { inner -> CheckedContinuation<Result<String, DriveError>?, Never>? in
      guard inner.result != nil else { return nil }
      inner.isReleased = true
      defer { inner.waiting = nil }
      return inner.waiting
    }
    waiting?.resume(returning: inner.withLock { $0.result })
  }

  private func end(_ result: Result<String, DriveError>) {
    inner.withLock { inner in
      if inner.result == nil { inner.result = result }
    }
  }
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
        // A browser that does not read the page has brought its code all the same.
        defer { answer.release() }
        try await writer.write(bytes)
        try await writer.finish(nil)
      })
  }
}
