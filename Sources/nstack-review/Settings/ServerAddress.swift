import Basics
import NStackAPI

/// Where the server is, and which setting says so.
struct ServerAddress {
  let url: String
  /// The stage and country that the address was built from; nil for a base URL.
  let hosts: HostChoice?
  /// The place of the address in the table of hosts; nil if it is not there.
  let place: HostPlace?
  /// The setting that decided, as messages name it.
  let source: String
  /// Whether the project's file decided about the address or a part of it.
  private let isProjects: Bool
  private let settings: Sources

  /// What each source says, from the strongest to the weakest, and the tables of hosts of the files.
  struct Sources {
    var flags = AddressSettings()
    var environment = AddressSettings()
    var project = AddressSettings()
    var user = AddressSettings()
    var projectHosts: HostTable?
    var userHosts: HostTable?

    /// The table of hosts in use.
    var table: HostTable { projectHosts ?? userHosts ?? .nstack }
  }

  /// Finds the address.
  ///
  /// - Throws: ``Failure``: `config.address` if settings contradict each other, `config.value` if a stage or country is not
  ///   known.
  init(_ sources: Sources) throws {
    settings = sources
    let layers = [sources.flags, sources.environment, sources.project, sources.user]
    for layer in layers { try layer.requireOneAddress() }
    let deciding = layers.firstIndex { $0.baseURL != nil || $0.stage != nil }
    let country = layers.firstIndex { $0.country != nil }
    if let deciding, let stage = layers[deciding].stage {
      let choice = try Self.choice(stage, country.flatMap { layers[$0].country }, sources.table)
      hosts = choice
      url = try choice.address(of: .api).text
      source = stage.place
      isProjects = deciding == 2 || country == 2 || sources.projectHosts != nil
    } else {
      if let country, country <= deciding ?? layers.count, let place = layers[country].country?.place {
        throw Failure.usage(
          .address,
          "\(place): a country needs a stage, and the address is \(Self.described(deciding.map { layers[$0] })).",
          hint: "Give a stage as well, such as production.")
      }
      let baseURL = deciding.flatMap { layers[$0].baseURL }
      hosts = nil
      url = baseURL?.text ?? NStackConfiguration.defaultBaseURL
      source = baseURL?.place ?? Self.defaultSource
      isProjects = deciding == 2
    }
    place = try? sources.table.place(of: url)
  }

  /// The address of the embedded sandbox.
  init(sandbox url: String) {
    self.url = url
    (hosts, place, source, isProjects, settings) = (nil, nil, "--sandbox", false, Sources())
  }

  private static let defaultSource = "the default"

  private static func described(_ layer: AddressSettings?) -> String {
    layer?.baseURL.map { "the base URL of \($0.place)" } ?? defaultSource
  }

  private static func choice(
    _ stage: PlacedSetting, _ country: PlacedSetting?, _ table: HostTable
  ) throws -> HostChoice {
    let choice = HostChoice(
      try stage.value { text throws(NStackError) in try HostStage(text) },
      try country?.value { text throws(NStackError) in try Country(text) }, in: table)
    do throws(NStackError) {
      _ = try choice.address(of: .api)
    } catch {
      let isCountryUnknown = choice.country.map { !table.countries.contains($0) } ?? false
      throw ((isCountryUnknown ? country : nil) ?? stage).refusal(
        error.message, hint: "Describe your hosts under hosts: in a settings file.")
    }
    return choice
  }

  // MARK: - Trust

  /// Refuses to send secrets to an address that only the project's file names.
  ///
  /// The project's file may choose among hosts that the environment or the user's file names. It cannot choose the name of
  /// a preview in the user's table, because that makes a new host.
  ///
  /// - Throws: ``Failure``: `config.untrusted-url`.
  func requireTrust(_ projectPath: String) throws(Failure) {
    guard isProjects, let address = try? BaseURL(url), !address.isLoopback else { return }
    if trusted.contains(where: { (try? BaseURL($0))?.hasSameOrigin(as: address) ?? false }) { return }
    if let place = try? settings.userHosts?.place(of: url), place.stage.kind != .preview { return }
    throw Failure.usage(
      .untrustedURL,
      "\(projectPath) sends the credentials to \(url), which neither the environment nor the user's file names.",
      hint: hosts == nil
        ? "Set NSTACK_BASE_URL or the user's base-url if that is right."
        : "If that is right, set NSTACK_BASE_URL, or give the stage and the hosts in the user's file.")
  }

  /// The addresses that the environment and the user's file name by themselves.
  private var trusted: [String] {
    var alone = Sources()
    (alone.user, alone.userHosts) = (settings.user, settings.userHosts)
    var urls = [settings.environment.baseURL?.text].compactMap(\.self)
    if let own = try? ServerAddress(alone).url { urls.append(own) }
    guard let stage = (settings.flags.stage ?? settings.environment.stage) else { return urls }
    // A stage that a flag or the environment names counts as the user's own, in the user's own table.
    alone.flags = AddressSettings(
      stage: stage, country: hosts?.country.map { PlacedSetting(text: $0.code, place: stage.place) })
    if let own = try? ServerAddress(alone).url { urls.append(own) }
    return urls
  }

  // MARK: - What is shown

  /// The address in one line.
  var line: String {
    let place = place.map { " (\([$0.stage.description, shownCountry].compactMap(\.self).joined(separator: ", ")))" }
    return "\(url)\(place ?? ""), from \(source)"
  }

  /// The address as `--json` prints it.
  var json: JSONValue {
    .object([
      ("url", .string(url)), ("stage", .optional(place?.stage.description)), ("country", .optional(shownCountry)),
      ("source", .string(source)),
    ])
  }

  /// The country of the address, or the one that was chosen though the address is the same for all.
  private var shownCountry: String? { place?.country?.code ?? hosts?.country?.code }
}
