public import HTTPMessages

/// Which NStack a client talks to, as whom, and about which platform.
public struct NStackConfiguration: Sendable {
  /// The state of the texts to read.
  public enum Texts: String, Sendable {
    /// The newest texts, published or not (`dev=true`).
    case newest
    /// What production serves (`dev=false`).
    case published
  }

  /// The base URL of NStack's own cloud.
  public static let defaultBaseURL = "https://nstack.io"

  /// The base URL without a trailing slash; paths start with `/api/v2/`.
  public let baseURL: String
  /// The application's identifier, sent as `X-Application-Id`.
  public let applicationID: Secret
  /// The key that opens the application, sent as `X-Rest-Api-Key`.
  public let restAPIKey: Secret
  /// Who proposes: only this guid can delete what it proposed.
  public let guid: String
  /// The platform's slug, such as `mobile`, `web`, `backend`.
  public let platform: String
  /// The state of the texts to read.
  public var texts: Texts
  /// What the client tells NStack about itself.
  public var metadata: ClientMetadata
  /// The preferred languages, as the value of `Accept-Language`; nil sends no such header.
  public let acceptLanguage: String?
  /// The largest answers that are accepted, and the longest waits.
  public var limits: NStackLimits
  /// When a call is sent again.
  public var retryPolicy: RetryPolicy
  /// The limits of the pace at which calls go out.
  public var pacing = CallPacing()

  let base: HTTPURL

  /// Creates a configuration.
  ///
  /// - Throws: `configuration` if the base URL is not a URL, or is plain http to another machine, or if an identifier is empty
  ///   or contains characters that a header cannot have.
  public init(
    baseURL: String = NStackConfiguration.defaultBaseURL, applicationID: Secret, restAPIKey: Secret, guid: String,
    platform: String = "mobile", texts: Texts = .newest, metadata: ClientMetadata = ClientMetadata(),
    acceptLanguage: String? = nil, limits: NStackLimits = NStackLimits(), retryPolicy: RetryPolicy = RetryPolicy()
  ) throws(NStackError) {
    guard let base = HTTPURL(baseURL), base.query == nil, !baseURL.contains("#") else {
      throw Self.refusal(
        "the base URL \(Excerpt.visible(Self.withoutUser(baseURL))) cannot be used: it must have https:// and a host, and no user name or query"
      )
    }
    guard base.origin.scheme == "https" || base.isLoopback else {
      throw Self.refusal(
        "the base URL \(Excerpt.visible(Self.withoutUser(baseURL))) is plain http, which is allowed on loopback only; use https"
      )
    }
    for (name, value) in [("application id", applicationID.reveal()), ("rest API key", restAPIKey.reveal())] {
      guard Self.fitsHeader(value) else {
        throw Self.refusal("the \(name) is empty, or has characters that no key has")
      }
    }
    for (name, value) in [("guid", guid), ("platform", platform), ("Accept-Language", acceptLanguage ?? "-")] {
      guard Self.fitsHeader(value) else {
        throw Self.refusal("the \(name) \"\(Excerpt.visible(value))\" is empty or not plain ASCII")
      }
    }
    var trimmed = baseURL[...]
    while trimmed.last == "/" { trimmed.removeLast() }
    self.baseURL = String(trimmed)
    self.base = base
    self.applicationID = applicationID
    self.restAPIKey = restAPIKey
    self.guid = guid
    self.platform = platform
    self.texts = texts
    self.metadata = metadata
    self.acceptLanguage = acceptLanguage
    self.limits = limits
    self.retryPolicy = retryPolicy
  }

  /// A URL without the part before the `@` in its authority, which may be a password.
  private static func withoutUser(_ url: String) -> String {
    guard let mark = url.firstRange(of: "://"), let at = url[mark.upperBound...].lastIndex(of: "@") else { return url }
    return "\(url[..<mark.upperBound])…\(url[at...])"
  }

  private static func fitsHeader(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && value.utf8.first != 0x20
      && value.utf8.last != 0x20
  }

  private static func refusal(_ message: String) -> NStackError {
    NStackError(.configuration, delivery: .notSent, request: "configuration", message: message)
  }
}
