/// Where the redirect of a resource may lead.
package enum RedirectRule {
  /// The most redirects in a row.
  package static let mostHops = 3

  /// The reason not to follow a redirect; nil if it may be followed.
  ///
  /// A name that resolves to a private address is refused too, as far as the transport knows its addresses. It may resolve to
  /// another address by the time of the request, and a proxy resolves names itself.
  ///
  /// - Parameters:
  ///   - target: The URL that it leads to.
  ///   - source: The URL that was requested.
  ///   - base: The API's base URL; if that is on this machine, private addresses are allowed.
  ///   - addresses: The addresses of the target's host, if it is a name.
  package static func refusal(of target: HTTPURL, from source: HTTPURL, base: HTTPURL, addresses: [String]) -> String? {
    if source.origin.scheme == "https", target.origin.scheme == "http" {
      return "it leads from https to http"
    }
    guard !base.isLoopback else { return nil }
    let host = target.origin.host
    if let address = HostAddress(host) {
      return address.isPrivate ? "it leads to a private address" : nil
    }
    let name = host.hasSuffix(".") ? String(host.dropLast()) : host
    if name == "localhost" || name.hasSuffix(".localhost") { return "it leads to this machine" }
    let isPrivate = addresses.contains { HostAddress($0)?.isPrivate ?? true }
    return isPrivate ? "it leads to a name with a private address" : nil
  }
}
