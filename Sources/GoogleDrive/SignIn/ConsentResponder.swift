import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Answers the browser that comes back from Google.
struct ConsentResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let returned: ReturnedCode

  func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
    guard request.method == .get, request.uri.path == "/" else {
      return page(.notFound, "Not found", "There is nothing here.")
    }
    if let reason = returned.take("?" + (request.uri.query ?? "")) {
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
      body: ResponseBody(contentLength: bytes.readableBytes) { [returned] writer in
        // A browser that does not take the answer has brought its code all the same.
        defer { returned.release() }
        try await writer.write(bytes)
        try await writer.finish(nil)
      })
  }
}
