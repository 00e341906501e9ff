import Basics
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
  public static let defaultBaseURL = HostTable.nstackAddress

  /// The base URL without a trailing slash; paths start with `/api/v2/`.
  public var baseURL: String { address.text }
  /// The application's identifier, sent as `X-Application-Id`.
  public let applicationID: Secret
  /// The key of the application, sent as `X-Rest-Api-Key`.
  public let restAPIKey: Secret
  /// Who proposes: only this guid can delete what it proposed.
  public let guid: String
  /// The platform's slug, such as `mobile`, `web`, `backend`.
  public let platform: String
  /// The state of the texts to read.
  public var texts: Texts
  /// What the client says about itself to NStack.
  package var metadata = ClientMetadata()
  /// The preferred languages, as the value of `Accept-Language`; nil sends no such header.
  public let acceptLanguage: String?
  /// The largest answers that are accepted, and the longest waits.
  public var limits: NStackLimits
  /// When a call is sent again.
  public var retryPolicy: RetryPolicy
  /// The limits of the pace at which calls go out.
  package var pacing = CallPacing()

  /// Where the other services are; nil if only the base URL is known.
  public private(set) var hosts: HostChoice?

  package let address: BaseURL

  var base: HTTPURL { address.url }

  /// Creates a configuration for a server.
  ///
  /// - Throws: `configuration` if the base URL is not a URL, or is plain http to another machine, or if an identifier is empty
  ///   or contains characters that a header cannot have.
  public init(
    baseURL: String = NStackConfiguration.defaultBaseURL, applicationID: Secret, restAPIKey: Secret, guid: String,
    platform: String = "mobile", texts: Texts = .newest, acceptLanguage: String? = nil,
    limits: NStackLimits = NStackLimits(), retryPolicy: RetryPolicy = RetryPolicy()
  ) throws(NStackError) {
    try self.init(
      address: BaseURL(baseURL), applicationID: applicationID, restAPIKey: restAPIKey, guid: guid, platform: platform,
      acceptLanguage: acceptLanguage)
    (self.texts, self.limits, self.retryPolicy) = (texts, limits, retryPolicy)
  }

  package init(
    address: BaseURL, applicationID: Secret, restAPIKey: Secret, guid: String, platform: String,
    acceptLanguage: String? = nil
  ) throws(NStackError) {
    for (name, value) in [("application id", applicationID.reveal()), ("rest API key", restAPIKey.reveal())] {
      guard Self.fitsHeader(value) else { throw .unusable("the \(name) is empty, or has characters that no key has") }
    }
    for (name, value) in [("guid", guid), ("platform", platform), ("Accept-Language", acceptLanguage ?? "-")] {
      guard Self.fitsHeader(value) else {
        throw .unusable("the \(name) \"\(Excerpt.visible(value))\" is empty or not plain ASCII")
      }
    }
    (self.address, self.applicationID, self.restAPIKey) = (address, applicationID, restAPIKey)
    (self.guid, self.platform, self.acceptLanguage) = (guid, platform, acceptLanguage)
    (texts, limits, retryPolicy) = (.newest, NStackLimits(), RetryPolicy())
  }

  /// Creates a configuration for a stage and country of a table of hosts.
  ///
  /// - Throws: `api.unknown-host` if the table has no API there; `configuration` if an identifier is empty or contains
  ///   characters that a header cannot have.
  public init(
    hosts: HostChoice, applicationID: Secret, restAPIKey: Secret, guid: String, platform: String = "mobile",
    acceptLanguage: String? = nil
  ) throws(NStackError) {
    try self.init(
      address: hosts.address(of: .api), applicationID: applicationID, restAPIKey: restAPIKey, guid: guid,
      platform: platform, acceptLanguage: acceptLanguage)
    self.hosts = hosts
  }

  /// The address of a service. The API's address is the base URL.
  ///
  /// - Throws: `api.unknown-host` if only the base URL is known, or if the table of hosts has no such service.
  package func address(of service: HostService) throws(NStackError) -> BaseURL {
    if service == .api { return address }
    guard let hosts else {
      throw .unknownHost(
        "the address of \"\(Excerpt.visible(service.rawValue))\" is not known, only the base URL; give a stage")
    }
    return try hosts.address(of: service)
  }

  private static func fitsHeader(_ value: String) -> Bool {
    !value.isEmpty && value.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } && value.utf8.first != 0x20
      && value.utf8.last != 0x20
  }
}

/// The largest answers that a client accepts, and the longest wait for one.
public struct NStackLimits: Hashable, Sendable {
  /// The most bytes in the answer to a call that reads: 256 MiB.
  package var readResponseSize: Int
  /// The most bytes in the answer to a call that writes: 1 MiB.
  package var writeResponseSize: Int
  /// The longest time for one whole exchange: 60 seconds.
  package var requestTimeout: Duration
  /// The most pages of one list that are followed: 10,000.
  package var pages: Int

  /// Creates limits; each has a default.
  public init(
    readResponseSize: Int = 256 << 20, writeResponseSize: Int = 1 << 20, requestTimeout: Duration = .seconds(60),
    pages: Int = 10_000
  ) {
    (self.readResponseSize, self.writeResponseSize) = (readResponseSize, writeResponseSize)
    (self.requestTimeout, self.pages) = (requestTimeout, pages)
  }
}

/// What the client says about itself in the header `N-Meta`.
///
/// The framework that NStack is built on refuses platforms and environments that it does not know. A program on a computer is
/// not a mobile app, so it is `web`.
package struct ClientMetadata: Hashable, Sendable {
  /// The version of the program.
  package var version = "1.0.0"
  /// The version of the operating system: the release that the kernel names.
  package var systemVersion = systemRelease

  package init() {}

  private static var systemRelease: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The value of the header: the fields, separated by semicolons. Bytes that a field cannot have become `-`.
  var headerValue: String {
    ["web", "production", version, systemVersion, "nstack-review"].map { text in
      let bytes = text.utf8.map { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") ? $0 : UInt8(ascii: "-") }
      return text.isEmpty ? "-" : String(decoding: bytes, as: UTF8.self)
    }.joined(separator: ";")
  }
}
