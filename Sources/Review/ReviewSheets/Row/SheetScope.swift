private import SystemCrypto

/// The origin of a sheet's texts, as a one-way hash of application, platform and API origin.
public struct SheetScope: Hashable, Sendable {
  /// The hash in each row's base.
  public let hash: TextHash
  /// The platform's slug.
  public let platform: String
  /// The API's origin, or `sandbox` for the embedded server, whose port differs from run to run.
  public let origin: String
  /// A few letters of a hash to distinguish applications; the application id itself is a secret.
  package let shortApplicationHash: String

  /// Creates the scope of a connection.
  ///
  /// - Parameters:
  ///   - applicationID: The application id; only its SHA-256 is used from here on.
  ///   - platform: The platform's slug.
  ///   - origin: The API's origin.
  public init(applicationID: String, platform: String, origin: String) {
    self.platform = platform
    self.origin = origin
    let application = MessageDigest.sha256("nstack-review application \(applicationID)".utf8)
    let scope = MessageDigest.sha256("\(applicationID)\u{0}\(platform)\u{0}\(origin)".utf8)
    hash = TextHash(bits: scope.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 14)
    let applicationHash = TextHash(bits: application.prefix(8).reduce(0) { $0 << 8 | UInt64($1) } >> 14)
    shortApplicationHash = String(applicationHash.text.prefix(6))
  }
}
