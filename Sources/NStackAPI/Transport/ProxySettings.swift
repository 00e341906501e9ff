/// Through which proxy requests go, and which do not.
public struct ProxySettings: Hashable, Sendable {
  /// The proxy's host.
  public let host: String
  /// The proxy's port.
  public let port: Int
  /// `user:password`, where the URL names them.
  public let authorization: Secret?
  /// Hosts that are reached directly: a name, a name with its subdomains (`.example.com`), or `*`. Loopback always is.
  public let exceptions: [String]

  /// Makes settings of a proxy's URL (`http://user:password@host:port`; the scheme may be left out) and of a list as
  /// `NO_PROXY` writes it, with commas between.
  ///
  /// - Throws: `configuration` where the URL is none or asks for another scheme than http.
  public init(url: String, exceptions: String? = nil) throws(NStackError) {
    var rest = url[...]
    if let mark = rest.firstRange(of: "://") {
      guard rest[..<mark.lowerBound].lowercased() == "http" else {
        throw Self.refusal("its scheme is not http")
      }
      rest = rest[mark.upperBound...]
    }
    var authorization: Secret?
    if let at = rest.lastIndex(of: "@") {
      authorization = Secret(FormEncoding.decode(String(rest[..<at])))
      rest = rest[rest.index(after: at)...]
    }
    guard let place = HTTPURL("http://" + rest), place.path.isEmpty else { throw Self.refusal("it names no host") }
    host = place.origin.host
    port = place.origin.port
    self.authorization = authorization
    self.exceptions = (exceptions ?? "").split(separator: ",").map { word in
      word.filter { $0 != " " }.lowercased()
    }
  }

  /// The settings that a flag or else the environment asks for; nil where neither does.
  public init?(flag: String?, environment: [String: String]) throws(NStackError) {
    let names = ["HTTPS_PROXY", "https_proxy"]
    guard let url = flag ?? names.compactMap({ environment[$0] }).first, !url.isEmpty else { return nil }
    try self.init(url: url, exceptions: environment["NO_PROXY"] ?? environment["no_proxy"])
  }

  /// Whether requests to a host go through the proxy.
  func applies(to url: HTTPURL) -> Bool {
    let host = url.origin.host
    return !url.isLoopback
      && !exceptions.contains { exception in
        let name = exception.hasPrefix(".") ? exception.dropFirst() : exception[...]
        return exception == "*" || host == name || host.hasSuffix("." + name) || "\(host):\(url.origin.port)" == name
      }
  }

  private static func refusal(_ reason: String) -> NStackError {
    // The URL may hold a password, so it is not shown.
    NStackError(
      .configuration, delivery: .notSent, request: "configuration", message: "the proxy's URL cannot be used: \(reason)"
    )
  }
}
