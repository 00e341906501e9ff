import Basics
import NStackAPI

struct ServerAddress: JSONConvertible {
  let baseURL: BaseURL
  /// The stage and country that the address was built from; nil for a base URL.
  let hosts: HostChoice?
  /// The stage, service and country of the address in the table of hosts; nil if it is not there.
  let place: HostPlace?
  /// The setting that decided, for messages.
  let source: String
  /// Whether the project's file decided about the address or a part of it.
  private let isProjects: Bool
  private let layers: [[String: Setting]]
  private let userHosts: HostTable?

  var url: String { baseURL.text }

  /// - Parameter layers: The settings of the flags, the environment, the project and the user.
  /// - Throws: ``Failure``: `config.address` if settings contradict each other, `config.value` if a stage or country is not
  ///   known.
  init(_ layers: [[String: Setting]], projectHosts: HostTable? = nil, userHosts: HostTable?) throws {
    (self.layers, self.userHosts) = (layers, userHosts)
    let table = projectHosts ?? userHosts ?? .nstack
    for layer in layers { try layer.requireOneAddress() }
    let deciding = layers.firstIndex(where: \.namesServer)
    let country = layers.firstIndex { $0["country"] != nil }
    if let deciding, let stage = layers[deciding]["stage"] {
      let choice = try Self.choice(stage, country.flatMap { layers[$0]["country"] }, table)
      hosts = choice
      baseURL = try choice.address(of: .api)
      source = stage.source
      isProjects = deciding == 2 || country == 2 || projectHosts != nil
    } else {
      let given = deciding.flatMap { layers[$0]["base-url"] }
      if let country, country <= deciding ?? layers.count, let source = layers[country]["country"]?.source {
        throw Failure.usage(
          .address,
          "\(source): a country works only with a stage, but the address comes from "
            + "\(given.map { "the base URL of \($0.source)" } ?? Self.defaultSource).",
          hint: "Give a stage as well, such as production.")
      }
      hosts = nil
      baseURL = try given.map(Self.baseURL) ?? BaseURL(NStackConfiguration.defaultBaseURL)
      source = given?.source ?? Self.defaultSource
      isProjects = deciding == 2
    }
    place = table.knownPlace(of: baseURL)
  }

  init(sandbox url: String, source: String) throws {
    baseURL = try BaseURL(url)
    (hosts, place, self.source, isProjects, layers, userHosts) = (nil, nil, source, false, [], nil)
  }

  private static let defaultSource = "the default"

  private static func baseURL(_ setting: Setting) throws -> BaseURL {
    do throws(NStackError) { return try BaseURL(setting.text) } catch {
      let isSchemeMissing = !setting.text.contains("://") && (try? BaseURL("https://\(setting.text)")) != nil
      throw Failure.usage(
        like: error.code, "\(setting.source): \(error.message).",
        hint: isSchemeMissing ? "Did you mean https://\(Visible.text(setting.text))?" : nil)
    }
  }

  private static func choice(_ stage: Setting, _ country: Setting?, _ table: HostTable) throws -> HostChoice {
    let choice = HostChoice(
      try stage.value { text throws(NStackError) in try HostStage(text) },
      try country?.value { text throws(NStackError) in try Country(text) }, in: table)
    do throws(NStackError) { _ = try choice.address(of: .api) } catch {
      let isCountryUnknown = choice.country.map { !table.countries.contains($0) } ?? false
      throw ((isCountryUnknown ? country : nil) ?? stage).refusal(
        error.message, hint: "Describe your hosts under hosts: in a settings file.")
    }
    return choice
  }

  // MARK: - Trust

  /// Refuses to send secrets to an address that only the project's file names.
  ///
  /// The project's file may choose among the hosts of the API in the user's table, unless the user's settings give a
  /// base URL, which is then the only place for their credentials. It cannot choose the name of a preview, because that
  /// makes a new host. A server on this machine is trusted.
  func requireTrust(_ projectPath: String) throws(Failure) {
    guard isProjects, !baseURL.isLoopback else { return }
    if trusted.contains(where: { $0.hasSameOrigin(as: baseURL) }) { return }
    if layers[3]["base-url"] == nil, let place = userHosts?.knownPlace(of: baseURL), isChosen(place),
      place.service == .api, place.stage.kind != .preview
    {
      return
    }
    throw Failure.usage(
      .untrustedURL,
      "\(projectPath) sends the credentials to \(url), which neither the environment nor the user's file names.",
      hint: hosts == nil
        ? "Set NSTACK_BASE_URL or the user's base-url if that is right."
        : "If that is right, set NSTACK_BASE_URL, or give the stage and the hosts in the user's file.")
  }

  /// Whether a place of the user's table is the one that was chosen: the project's table cannot redirect a stage.
  private func isChosen(_ place: HostPlace) -> Bool {
    guard let hosts else { return true }
    return hosts.stage == place.stage
      && (place.country == nil || hosts.country == nil || hosts.country == place.country)
  }

  /// The addresses that the environment and the user's file name without the project's file.
  private var trusted: [BaseURL] {
    let given = layers[1]["base-url"].flatMap { try? BaseURL($0.text) }
    // In the user's own table, a stage that the user, a flag or the environment names is trusted in each country.
    let named = [0, 1, 3].compactMap { layers[$0]["stage"] }.map { stage in
      ["stage": stage, "country": hosts?.country.map { Setting($0.code, from: stage.source) }].compactMapValues(\.self)
    }
    let own = ([[:]] + named).compactMap {
      try? ServerAddress([$0, [:], [:], layers[3]], userHosts: userHosts).baseURL
    }
    return [given].compactMap(\.self) + own
  }

  // MARK: - Output

  var line: String {
    let place = place.map { " (\([$0.stage.description, shownCountry].compactMap(\.self).joined(separator: ", ")))" }
    return Visible.text("\(url)\(place ?? ""), from \(source)", limit: 4_000)
  }

  var json: JSONValue { ["url": url, "stage": place?.stage.description, "country": shownCountry, "source": source] }

  /// The country of the address, or the chosen one if the address is the same for all countries.
  private var shownCountry: String? { place?.country?.code ?? hosts?.country?.code }
}
