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
      return Self.page(.notFound, "Not found", "There is nothing here.")
    }
    if let reason = returned.take("?" + (request.uri.query ?? "")) {
      return Self.page(.badRequest, "Not signed in", reason)
    }
    return Self.page(.ok, "Signed in", "You are signed in. Close this page and go back to the terminal.")
  }

  private static func page(_ status: HTTPResponse.Status, _ title: String, _ text: String) -> Response {
    let safe = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    let body =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>\(title)</title><h1>\(title)</h1><p>\(safe)</p></html>\n"
    var headers = HTTPFields()
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.contentSecurityPolicy] = "default-src 'none'"
    if let policy = HTTPField.Name("Referrer-Policy") { headers[policy] = "no-referrer" }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }
}
