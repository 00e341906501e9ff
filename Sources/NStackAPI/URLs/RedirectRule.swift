/// Where the redirect of a resource may lead.
enum RedirectRule {
  /// The most redirects in a row.
  static let mostHops = 3

  /// Why a redirect is not followed; nil where it may be.
  ///
  /// A name that resolves to a private address is refused too, as far as the transport knows its addresses: it may resolve to
  /// another one by the time of the request, and a proxy resolves names by itself.
  ///
  /// - Parameters:
  ///   - target: Where it leads.
  ///   - source: The URL that was asked.
  ///   - base: The API's base URL; where that is on this machine, everything is.
  ///   - addresses: The addresses of the target's host, where it is a name.
  static func refusal(of target: HTTPURL, from source: HTTPURL, base: HTTPURL, addresses: [String]) -> String? {
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
