import HTTPTypes
import Hummingbird

/// What is checked before anything else in a request: it must come from this machine and from the page itself, with its
/// key.
///
/// Any web page that is open in a browser can send requests to loopback. The browser says in `Origin` which page sent
/// the request. `Host` shows whether a foreign host name was made to resolve to this address.
extension Request {
  func check(port: Int) throws(ReviewPageError) {
    let hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    guard let host = head.authority, hosts.contains(host) else {
      throw ReviewPageError(.host, "This request names another host. Open the address that the program printed.")
    }
    let origins = hosts.map { "http://\($0)" }
    guard headers[.origin].map(origins.contains) ?? true else {
      throw ReviewPageError(.origin, "This request comes from another page, so it is refused.")
    }
  }

  /// Refuses writes without an `Origin`, which browsers always send, and bodies that are not declared as JSON. A page
  /// of another origin can send forms and plain text directly. It can send JSON only after a preflight request, which
  /// this server does not answer.
  func checkWrite() throws(ReviewPageError) {
    guard headers[.origin] != nil else {
      throw ReviewPageError(.origin, "This request does not say which page it comes from, so it is refused.")
    }
    let type = headers[.contentType] ?? ""
    guard type.prefix(while: { $0 != ";" && $0 != " " }).lowercased() == "application/json" else {
      throw ReviewPageError(.contentType, "The body of this request must be JSON (Content-Type: application/json).")
    }
  }
}
