import HTTPMessages

/// The address of a service, to which credentials may be sent: `https`, or plain `http` on this machine. In a ``HostTable`` the
/// stage `dev` may have plain `http` too.
public struct BaseURL: Sendable, CustomStringConvertible {
  /// The address without a trailing slash.
  public let text: String
  let url: HTTPURL

  /// Creates an address.
  ///
  /// - Throws: `configuration` if it is not a URL with a host, has a user name or a query, or is plain http to another
  ///   machine.
  public init(_ text: String) throws(NStackError) { try self.init(text, isPlainAllowed: false) }

  /// - Parameter isPlainAllowed: Whether the address may be plain http to another machine.
  init(_ text: String, isPlainAllowed: Bool) throws(NStackError) {
    guard let url = HTTPURL(text), url.query == nil, !text.contains("#") else {
      throw .unusable(
        "the base URL \(Excerpt.visible(Self.withoutUser(text))) cannot be used: it must have https:// and a host, "
          + "and no user name or query")
    }
    guard isPlainAllowed || url.origin.scheme == "https" || url.isLoopback else {
      throw .unusable(
        "the base URL \(Excerpt.visible(Self.withoutUser(text))) is plain http, which is allowed on loopback only; use https"
      )
    }
    var trimmed = text[...]
    while trimmed.last == "/" { trimmed.removeLast() }
    self.text = String(trimmed)
    self.url = url
  }

  /// The address.
  public var description: String { text }

  package var isLoopback: Bool { url.isLoopback }

  /// The origin as it is written in a sheet's scope. The port of a server on this machine differs from run to run and is left
  /// out; the application's id distinguishes two such servers.
  package var scopeText: String { isLoopback ? "loopback" : "\(url.origin.scheme)://\(url.origin.shortName)" }

  package func hasSameOrigin(as other: BaseURL) -> Bool { url.origin == other.url.origin }

  /// A URL without the part before the `@` in its authority, which may be a password.
  static func withoutUser(_ url: String) -> String {
    guard let separator = url.firstRange(of: "://"), let at = url[separator.upperBound...].lastIndex(of: "@") else {
      return url
    }
    return "\(url[..<separator.upperBound])…\(url[at...])"
  }
}
