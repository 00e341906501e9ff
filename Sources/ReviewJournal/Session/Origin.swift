/// Scheme, host and port of a URL.
package struct Origin: Hashable {
  package let scheme: String
  package let host: String
  package let port: String

  /// The origin of an absolute URL; nil if the text is not one.
  package init?(_ url: String) {
    guard let mark = url.firstRange(of: "://") else { return nil }
    scheme = url[..<mark.lowerBound].lowercased()
    let authority = url[mark.upperBound...].prefix { !"/?#".contains($0) }
    guard !authority.isEmpty, !authority.contains("@") else { return nil }
    let end = authority.lastIndex(of: "]")
    if let colon = authority.lastIndex(of: ":"), end.map({ colon > $0 }) ?? true {
      host = authority[..<colon].lowercased()
      port = String(authority[authority.index(after: colon)...])
    } else {
      host = authority.lowercased()
      port = scheme == "https" ? "443" : "80"
    }
  }

  /// Whether the host is this machine.
  package var isLoopback: Bool {
    host == "localhost" || host == "[::1]" || (host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." })
  }

  /// The origin as a sheet's scope carries it. The port of a server on this machine differs from run to run and is left
  /// out; the application's id tells two of them apart.
  package var scopeText: String {
    if isLoopback { return "loopback" }
    let isDefaultPort = port == (scheme == "https" ? "443" : "80")
    return "\(scheme)://\(host)" + (isDefaultPort ? "" : ":\(port)")
  }
}
