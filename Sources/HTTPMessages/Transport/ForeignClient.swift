import AsyncHTTPClient

/// Checks the configuration of an `HTTPClient` that the caller created.
enum ForeignClient {
  /// The configuration of a client that follows no redirect.
  ///
  /// async-http-client does not publish the configuration of a client, and a redirect that it follows takes the keys
  /// in the headers along, to any server. So the configuration is read by reflection, and a client without a readable one is
  /// refused.
  ///
  /// - Throws: `configuration` if the client follows redirects, or if its configuration cannot be read.
  static func configuration(of client: HTTPClient) throws(TransportError) -> HTTPClient.Configuration {
    let children = Mirror(reflecting: client).children
    guard let configuration = children.lazy.compactMap({ $0.value as? HTTPClient.Configuration }).first else {
      throw refusal("it cannot be found out whether the HTTPClient follows redirects")
    }
    let disallowed = HTTPClient.Configuration.RedirectConfiguration.disallow
    // The type has no comparison. Both are printed by the same version of the library.
    guard String(reflecting: configuration.redirectConfiguration) == String(reflecting: disallowed) else {
      throw refusal(
        "the HTTPClient follows redirects, which would send the keys to other servers; create it with .disallow")
    }
    return configuration
  }

  private static func refusal(_ message: String) -> TransportError {
    TransportError(.configuration, delivery: .notSent, request: "configuration", message: message)
  }
}
