import Basics
import NStackAPI

enum EnvironmentVariables {
  static func value(_ name: String) -> String? { setValue(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// The value of a variable, which may be empty; nil if it is unset.
  static func setValue(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static var configurationFolder: String? { folder(named: "XDG_CONFIG_HOME", inHome: ".config") }
  static var cacheFolder: String? { folder(named: "XDG_CACHE_HOME", inHome: ".cache") }

  private static func folder(named name: String, inHome standard: String) -> String? {
    (value(name) ?? value("HOME").map { "\($0)/\(standard)" }).map { "\($0)/nstack-review" }
  }

  static var temporaryFolder: String { value("TMPDIR") ?? "/tmp" }

  private static let sandboxWords = [
    "1": true, "yes": true, "on": true, "true": true, "0": false, "no": false, "off": false, "false": false,
  ]

  /// Whether `NSTACK_SANDBOX` asks for the sandbox.
  static var asksForSandbox: Bool { value("NSTACK_SANDBOX").flatMap { sandboxWords[$0.lowercased()] } ?? false }

  /// Refuses a value of `NSTACK_SANDBOX` that neither asks for the sandbox nor against it.
  ///
  /// - Throws: ``Failure`` `config.value`.
  static func requireClearSandbox() throws(Failure) {
    guard let value = value("NSTACK_SANDBOX"), sandboxWords[value.lowercased()] == nil else { return }
    throw Failure.usage(
      .settingValue, "NSTACK_SANDBOX: sandbox is \"\(Visible.text(value))\".",
      hint: "It takes 1, yes, on or true, or 0, no, off or false.")
  }

  /// The time in seconds since 1970, or `SOURCE_DATE_EPOCH` if that variable is set.
  @Sendable static func time() -> Double {
    value("SOURCE_DATE_EPOCH").flatMap { Int($0) }.map(Double.init) ?? RetryClock.system.calendarNow()
  }

  /// The absolute path of the working folder; nil if it was removed.
  static var workingFolder: String? {
    getcwd(nil, 0).map { path in
      defer { free(path) }
      return String(cString: path)
    }
  }
}

extension StringProtocol {
  /// The text without white space and byte order marks at its ends.
  var trimmed: String { String(trimming { $0.isWhitespace || $0 == "\u{FEFF}" }) }
}
