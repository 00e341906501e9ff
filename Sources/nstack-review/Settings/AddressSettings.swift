import NStackAPI

/// What one source says about where the server is: a base URL, or a stage and country of a table of hosts.
struct AddressSettings {
  var baseURL: PlacedSetting?
  var stage: PlacedSetting?
  var country: PlacedSetting?

  init(baseURL: PlacedSetting? = nil, stage: PlacedSetting? = nil, country: PlacedSetting? = nil) {
    (self.baseURL, self.stage, self.country) = (baseURL, stage, country)
  }

  /// What the environment's variables say.
  static var environment: AddressSettings {
    func setting(_ name: String) -> PlacedSetting? {
      EnvironmentVariables.value(name).map { PlacedSetting(text: $0, place: name) }
    }
    return AddressSettings(
      baseURL: setting("NSTACK_BASE_URL"), stage: setting("NSTACK_STAGE"), country: setting("NSTACK_COUNTRY"))
  }

  /// What flags say.
  init(flagsOfBaseURL baseURL: String?, stage: String?, country: String?) {
    self.baseURL = baseURL.map { PlacedSetting(text: $0, place: "--base-url") }
    self.stage = stage.map { PlacedSetting(text: $0, place: "--stage") }
    self.country = country.map { PlacedSetting(text: $0, place: "--country") }
  }

  /// The same settings, with what a file says for all profiles in the gaps. A profile's own base URL or stage replaces
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
      .address, "\(baseURL.place) and \(other.place) both say where the server is.",
      hint: "Give either a base URL, or a stage and a country.")
  }
}
