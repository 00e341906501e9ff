#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment's variables, and the folders that they name.
enum EnvironmentVariables {
  /// The value of a variable; nil if it is unset or empty.
  static func value(_ name: String) -> String? {
    setValue(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value of a variable, which may be empty; nil if it is unset.
  static func setValue(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The folder of the user's configuration.
  static var configurationFolder: String? {
    if let folder = value("XDG_CONFIG_HOME") { return "\(folder)/nstack-review" }
    return value("HOME").map { "\($0)/.config/nstack-review" }
  }

  /// The folder of caches.
  static var cacheFolder: String? {
    if let folder = value("XDG_CACHE_HOME") { return "\(folder)/nstack-review" }
    return value("HOME").map { "\($0)/.cache/nstack-review" }
  }
}
