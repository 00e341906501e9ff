#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the client tells NStack about itself, in the header `N-Meta`.
///
/// The framework that NStack is built on refuses platforms and environments that it does not know.
public struct ClientMetadata: Hashable, Sendable {
  /// The platforms that NStack knows.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case ios, android, windows, web
  }

  /// The environments that NStack knows.
  public enum Environment: String, Hashable, Sendable, CaseIterable {
    case local, development, staging, production
  }

  /// The platform. A program on a computer is not a mobile app, so it is `web`.
  public var platform: Platform
  /// The environment.
  public var environment: Environment
  /// The version of the program.
  public var version: String
  /// The version of the operating system.
  public var systemVersion: String
  /// The program's name.
  public var device: String

  /// Creates metadata from its parts.
  ///
  /// - Parameters:
  ///   - platform: The platform.
  ///   - environment: The environment.
  ///   - version: The version of the program.
  ///   - systemVersion: The version of the operating system; nil for the release that the kernel names.
  ///   - device: The program's name.
  public init(
    platform: Platform = .web, environment: Environment = .production, version: String = "1.0.0",
    systemVersion: String? = nil, device: String = "nstack-review"
  ) {
    self.platform = platform
    self.environment = environment
    self.version = version
    self.systemVersion = systemVersion ?? Self.systemRelease
    self.device = device
  }

  /// The release of the operating system, as the kernel names it.
  private static var systemRelease: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The value of the header: the fields, separated by semicolons. Bytes that a field cannot have become `-`.
  var headerValue: String {
    [platform.rawValue, environment.rawValue, version, systemVersion, device].map(Self.field).joined(separator: ";")
  }

  private static func field(_ text: String) -> String {
    text.isEmpty
      ? "-"
      : String(
        decoding: text.utf8.map { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") ? $0 : UInt8(ascii: "-") },
        as: UTF8.self)
  }
}
