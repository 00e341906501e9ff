package import HTTPMessages

/// The proxy for requests, and the hosts that are reached without it.
public struct ProxySettings: Hashable, Sendable {
  let host: String
  let port: Int
  /// `user:password`; nil if the URL does not name them.
  let authorization: Secret?
  /// Hosts that are reached directly: a name, a name with its subdomains (`.example.com`), or `*`. Loopback is always
  /// direct.
  let exceptions: [String]

  /// Creates settings from a proxy's URL (`http://user:password@host:port`; the scheme is optional) and a list in the
  /// form of `NO_PROXY`, separated by commas.
  ///
  /// - Throws: `configuration` if the URL is not a URL, or has another scheme than http.
  package init(url: String, exceptions: String? = nil) throws(TransportError) {
    var rest = url[...]
    if let separator = rest.firstRange(of: "://") {
      guard rest[..<separator.lowerBound].lowercased() == "http" else { throw Self.unusable("its scheme is not http") }
      rest = rest[separator.upperBound...]
    }
    var authorization: Secret?
    if let at = rest.lastIndex(of: "@") {
      authorization = Secret(FormEncoding.decode(String(rest[..<at])))
      rest = rest[rest.index(after: at)...]
    }
    guard let address = HTTPURL("http://" + rest), address.path.isEmpty else { throw Self.unusable("it has no host") }
    host = address.origin.host
    port = address.origin.port
    self.authorization = authorization
    self.exceptions = (exceptions ?? "").split(separator: ",").map { word in word.filter { $0 != " " }.lowercased() }
  }

  var shortName: String { "\(host):\(port)" }

  func applies(to url: HTTPURL) -> Bool {
    let host = url.origin.host
    return !url.isLoopback
      && !exceptions.contains { exception in
        let name = exception.hasPrefix(".") ? exception.dropFirst() : exception[...]
        return exception == "*" || host == name || host.hasSuffix("." + name) || "\(host):\(url.origin.port)" == name
      }
  }

  private static func unusable(_ reason: String) -> TransportError {
    // The URL may contain a password, so it is not shown.
    .unusable("the proxy's URL cannot be used: \(reason)")
  }
}
