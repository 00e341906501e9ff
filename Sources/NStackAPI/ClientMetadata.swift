#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the client tells NStack of itself, in the header `N-Meta`.
public struct ClientMetadata: Hashable, Sendable {
  /// The operating system's name, such as `linux` or `macos`.
  public var platform: String
  /// The environment: `production`, `staging`, the name of a profile.
  public var environment: String
  /// The version of the program.
  public var version: String
  /// The version of the operating system.
  public var systemVersion: String
  /// The program's name.
  public var device: String

  /// Makes the metadata of its fields.
  public init(
    platform: String = ClientMetadata.systemName, environment: String = "production", version: String = "1.0.0",
    systemVersion: String = ClientMetadata.systemRelease, device: String = "nstack-review"
  ) {
    self.platform = platform
    self.environment = environment
    self.version = version
    self.systemVersion = systemVersion
    self.device = device
  }

  /// The name of the system that this was built for.
  public static var systemName: String {
    #if os(macOS)
      "macos"
    #elseif os(Linux)
      "linux"
    #elseif os(Windows)
      "windows"
    #else
      "other"
    #endif
  }

  /// The release of the system that this runs on, as the kernel names it.
  public static var systemRelease: String {
    var name = utsname()
    guard uname(&name) == 0 else { return "" }
    return withUnsafeBytes(of: name.release) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The value of the header: the fields with semicolons between; bytes that a header or the fields cannot hold become `-`.
  var headerValue: String {
    [platform, environment, version, systemVersion, device].map(Self.field).joined(separator: ";")
  }

  private static func field(_ text: String) -> String {
    text.isEmpty
      ? "-"
      : String(
        decoding: text.utf8.map { $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ";") ? $0 : UInt8(ascii: "-") },
        as: UTF8.self)
  }
}
