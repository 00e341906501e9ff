#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The environment's variables, and the folders that they name.
enum EnvironmentVariables {
  /// The value of a variable; nil where it is not set or empty.
  static func value(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }

  /// The folder of the user's configuration of this program.
  static var configurationFolder: String? {
    if let folder = value("XDG_CONFIG_HOME") { return "\(folder)/nstack-review" }
    return value("HOME").map { "\($0)/.config/nstack-review" }
  }

  /// The folder of what can be fetched again.
  static var cacheFolder: String? {
    if let folder = value("XDG_CACHE_HOME") { return "\(folder)/nstack-review" }
    return value("HOME").map { "\($0)/.cache/nstack-review" }
  }

  /// The folder of what this program keeps for the user from run to run.
  static var stateFolder: String? {
    if let folder = value("XDG_STATE_HOME") { return "\(folder)/nstack-review" }
    return value("HOME").map { "\($0)/.local/state/nstack-review" }
  }
}
