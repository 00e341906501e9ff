import HTTPMessages

extension NStackClient {
  /// Sends a call, and follows redirects without credentials.
  ///
  /// - Returns: The answer, and the URL that redirects led to; nil if there was no redirect.
  func sendFollowing(_ call: PreparedCall) async throws(NStackError) -> (TransportResponse, HTTPURL?) {
    var next = call
    var url: HTTPURL?
    for hop in 0...RedirectRule.mostHops {
      let response = try await send(next)
      guard (300...399).contains(response.status), response.status != 304 else { return (response, url) }
      guard hop < RedirectRule.mostHops else { break }
      let target = try await target(of: response, to: next)
      next.url = target
      next.carriesCredentials = false
      next.headers = []
      url = HTTPURL(target)
    }
    throw NStackError(
      .redirect, delivery: .definite, request: call.label,
      message: "the server redirects more than \(RedirectRule.mostHops) times", host: call.host)
  }

  /// The URL that an answer redirects to.
  private func target(of response: TransportResponse, to call: PreparedCall) async throws(NStackError) -> String {
    func refusal(_ reason: String) -> NStackError {
      let shown = response.header("Location").map { " to \(Excerpt.visible($0))" } ?? ""
      return NStackError(
        .redirect, delivery: .definite, request: call.label, status: response.status,
        message: "the server redirects\(shown), which is not followed: \(reason)", host: call.host)
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
