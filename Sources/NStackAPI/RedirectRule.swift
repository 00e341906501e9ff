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

extension NStackClient {
  /// Sends a call, following redirects without credentials.
  ///
  /// - Returns: The answer, and the URL that gave it where redirects led there.
  func sendFollowing(_ call: NStackCall) async throws(NStackError) -> (NStackResponse, HTTPURL?) {
    var next = call
    var url: HTTPURL?
    for hop in 0...RedirectRule.mostHops {
      let response = try await send(next)
      guard (300...399).contains(response.status), response.status != 304 else { return (response, url) }
      guard hop < RedirectRule.mostHops else { break }
      let target = try await target(of: response, to: next)
      next.url = target
      next.carriesCredentials = false
      url = HTTPURL(target)
    }
    throw NStackError(
      .redirect, delivery: .definite, request: call.label,
      message: "the server redirects more than \(RedirectRule.mostHops) times")
  }

  /// The URL to which an answer redirects.
  private func target(of response: NStackResponse, to call: NStackCall) async throws(NStackError) -> String {
    func refusal(_ reason: String) -> NStackError {
      let shown = response.header("Location").map { " to \(Excerpt.visible($0))" } ?? ""
      return NStackError(
        .redirect, delivery: .definite, request: call.label, status: response.status,
        message: "the server redirects\(shown), which is not followed: \(reason)")
    }
    guard let location = response.header("Location") else { throw refusal("it does not say where to") }
    guard let source = HTTPURL(call.url), let url = URLReference.resolve(location, against: source),
      let target = HTTPURL(url)
    else { throw refusal("that is not an http or https URL") }
    let addresses = HostAddress(target.origin.host) == nil ? await transport.addresses(of: url) : []
    if let reason = RedirectRule.refusal(
      of: target, from: source, base: configuration.base, addresses: addresses)
    {
      throw refusal(reason)
    }
    return url
  }
}
