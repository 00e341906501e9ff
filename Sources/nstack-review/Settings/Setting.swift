import NStackAPI

struct Setting {
  let text: String
  /// The flag, the variable, or the line of a settings file, as errors name it.
  let source: String

  init?(variable name: String, as source: String? = nil) {
    guard let text = EnvironmentVariables.value(name) else { return nil }
    self.init(text, from: source ?? name)
  }

  init(_ text: String, from source: String) {
    (self.text, self.source) = (text, source)
  }

  /// The value that the setting means, or an error that begins with its source.
  func value<Value>(_ read: (String) throws(NStackError) -> Value) throws -> Value {
    do throws(NStackError) {
      return try read(text)
    } catch {
      throw refusal(error.message)
    }
  }

  /// The error of a setting that cannot be used.
  func refusal(_ message: String, hint: String? = nil) -> Failure {
    Failure.usage(.settingValue, "\(source): \(message)\(message.last == "?" ? "" : ".")", hint: hint)
  }
}

/// The server's address in one source: a base URL, or a stage and country of a table of hosts.
struct AddressSettings {
  var baseURL: Setting?
  var stage: Setting?
  var country: Setting?

  static var environment: AddressSettings {
    AddressSettings(
      baseURL: Setting(variable: "NSTACK_BASE_URL"), stage: Setting(variable: "NSTACK_STAGE"),
      country: Setting(variable: "NSTACK_COUNTRY"))
  }

  init(baseURL: Setting? = nil, stage: Setting? = nil, country: Setting? = nil) {
    (self.baseURL, self.stage, self.country) = (baseURL, stage, country)
  }

  init(flags: ServerOptions) {
    baseURL = flags.baseURL.map { Setting($0, from: "--base-url") }
    stage = flags.stage.map { Setting($0, from: "--stage") }
    country = flags.country.map { Setting($0, from: "--country") }
  }

  /// The same settings, with those of the file for all profiles in the gaps. A profile's own base URL or stage replaces
  /// both of the file, and with a base URL of its own it has no country of the file.
  func filled(from file: AddressSettings) -> AddressSettings {
    let isComplete = baseURL != nil || stage != nil
    return AddressSettings(
      baseURL: isComplete ? baseURL : file.baseURL, stage: isComplete ? stage : file.stage,
      country: baseURL != nil ? country : country ?? file.country)
  }

  /// Refuses a base URL beside a stage or country.
  ///
  /// - Throws: ``Failure``: `config.address`.
  func requireOneAddress() throws {
    guard let baseURL, let other = stage ?? country else { return }
    throw Failure.usage(
      .address, "\(baseURL.source) and \(other.source) both say where the server is.",
      hint: "Give either a base URL, or a stage and a country.")
  }
}
