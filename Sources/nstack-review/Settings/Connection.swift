import ArgumentParser
import Basics
import NStackAPI
import NStackSandbox
import ReviewJournal
import TranslationReview

/// The connection that the options ask for, to NStack or to the embedded sandbox.
enum Connection {
  /// Opens the connection, calls `body` with its profile, and always closes the connection.
  static func withProfile<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result
  ) async throws -> Result {
    try await withAddress(options, output) { profile, _ in try await body(profile) }
  }

  /// Calls `body` with the profile of a place, for commands that call no server.
  static func withProfile<Result>(
    _ place: PlaceOptions, _ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result
  ) async throws -> Result {
    var options = try ConnectionOptions.parse([])
    options.place = place
    return try await withProfile(options, output, body)
  }

  /// Opens the connection, calls `body` with its profile and the server's address, and always closes the connection.
  static func withAddress<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions,
    _ body: (ReviewProfile, ServerAddress) async throws -> Result
  ) async throws -> Result {
    if options.data != nil, !options.usesSandbox {
      throw Failure.usage(
        .data, "--data fills the embedded sandbox, which was not asked for.", hint: "Add --sandbox.")
    }
    try SystemLimits.require(.calls(concurrency: options.concurrency, isEmbedded: options.usesSandbox))
    let sandbox = options.usesSandbox ? try await openSandbox(options, output) : nil
    do {
      let result = try await connect(options, output, sandbox, body)
      await sandbox?.stop()
      return result
    } catch {
      await sandbox?.stop()
      throw error
    }
  }

  private static func openSandbox(_ options: ConnectionOptions, _ output: OutputOptions) async throws -> SandboxServer {
    let address = options.place.address
    let source = options.place.sandboxSource
    if let other = address.baseURL ?? address.stage ?? address.country {
      throw Failure.usage(
        .sandboxFlags, "\(source) and \(other.place) exclude each other.", hint: "Leave one of them out.")
    }
    // A flag is seen on the command line; a variable was perhaps set long ago.
    if !options.place.asksForSandbox { output.note(SandboxVariable.reminder) }
    guard let folder = options.stateFolder else {
      throw Failure.usage(.stateFolder, "there is no folder for the sandbox.", hint: "Give --sandbox-dir.")
    }
    let path = "\(folder)/sandbox.sqlite"
    try PlainFile.makeFolders(above: path)
    var behavior = SandboxBehavior()
    // Both ends are this process, so compression would save nothing.
    behavior.compressesAnswers = false
    do throws(SandboxError) {
      return try await SandboxServer(
        SandboxConfiguration(
          storage: .file(path: path), texts: options.data.map { .folder(path: $0) } ?? .samples,
          refusesOtherTexts: options.data != nil, behavior: behavior))
    } catch {
      guard error.code == .otherTexts else { throw error }
      throw Failure.usage(
        .init(rawValue: error.code.rawValue), "\(error.description).",
        hint: "Choose another --sandbox-dir, or replace its texts and proposals: nstack-review sandbox --reload "
          + "--database \(path) --data \(options.data ?? "FOLDER")")
    }
  }

  private static func connect<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ sandbox: SandboxServer?,
    _ body: (ReviewProfile, ServerAddress) async throws -> Result
  ) async throws -> Result {
    let settings = sandbox == nil ? try ConnectionSettings(options) : nil
    let configuration = try configuration(options, settings, sandbox)
    let transport = try transport(proxy: options.proxy, caFile: options.caFile)
    let stop = StopSignal()
    let client = NStackClient(
      configuration: configuration, transport: transport, logger: output.logger, stop: stop)
    var profile = ReviewProfile(
      client: client, name: settings?.profile ?? "sandbox", stateFolder: options.stateFolder, stop: stop)
    profile.isSandbox = sandbox != nil
    // A sandbox has one journal beside its database, whatever the profile.
    if sandbox != nil { profile.journalPath = options.stateFolder.map(ConnectionOptions.sandboxJournal(in:)) }
    profile.concurrency = options.concurrency
    profile.settleTime =
      settings?.settleTime ?? options.settleTime.map { .seconds($0) } ?? ConnectionSettings.defaultSettleTime
    profile.memory = settings?.memory
    profile.allowsEmpty = options.allowEmpty
    // The embedded sandbox is as fast as a cache.
    if sandbox == nil, !options.noCache {
      profile.cache = ResourceCacheFolder(profile.scope, isPublished: options.published)
    }
    profile.date = CalendarTime.seconds
    profile.tool = ProgramVersion.name
    profile.phrases = .flags
    let address =
      try settings?.address ?? ServerAddress(sandbox: configuration.baseURL, source: options.place.sandboxSource)
    do {
      let result = try await body(profile, address)
      await transport.shutdown()
      return result
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  private static func configuration(
    _ options: ConnectionOptions, _ settings: ConnectionSettings?, _ sandbox: SandboxServer?
  ) throws -> NStackConfiguration {
    var configuration: NStackConfiguration
    if let settings {
      if let hosts = settings.address.hosts {
        configuration = try NStackConfiguration(
          hosts: hosts, applicationID: settings.applicationID, restAPIKey: settings.restAPIKey, guid: settings.guid,
          platform: settings.platform)
      } else {
        configuration = try NStackConfiguration(
          baseURL: settings.address.url, applicationID: settings.applicationID, restAPIKey: settings.restAPIKey,
          guid: settings.guid, platform: settings.platform)
      }
    } else if let sandbox {
      configuration = try sandbox.clientConfiguration(guid: options.place.guid)
    } else {
      throw Failure.usage(.sandboxFlags, "there is neither a server nor a sandbox.")
    }
    configuration.texts = options.published ? .published : .newest
    configuration.metadata.version = ProgramVersion.number
    configuration.limits.requestTimeout = .seconds(options.timeout)
    configuration.pacing = CallPacing(concurrency: options.concurrency, rate: options.rate)
    return configuration
  }

  /// A transport with the settings of the flags or else the environment.
  ///
  /// - Throws: ``Failure`` `api.configuration`, with the flag or variable that cannot be used.
  static func transport(
    proxy: String?, caFile: String?, idleTimeout: Duration? = nil
  ) throws -> AsyncHTTPClientTransport {
    var environment: [String: String] = [:]
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
      environment[name] = EnvironmentVariables.value(name)
    }
    let proxySource = proxy == nil ? "HTTPS_PROXY" : "--proxy"
    let settings = try placed(proxySource) { () throws(TransportError) in
      try ProxySettings(url: proxy, environment: environment)
    }
    var options = AsyncHTTPClientTransport.Options(
      proxy: settings, certificateFile: caFile ?? EnvironmentVariables.value("SSL_CERT_FILE"))
    if let idleTimeout { options.idleTimeout = idleTimeout }
    return try placed(caFile == nil ? "SSL_CERT_FILE" : "--ca-file") { () throws(TransportError) in
      try AsyncHTTPClientTransport(options: options)
    }
  }

  /// What a setting makes, or an error that begins with the setting's place.
  private static func placed<Value>(_ place: String, _ make: () throws(TransportError) -> Value) throws -> Value {
    do throws(TransportError) {
      return try make()
    } catch {
      guard error.code == .configuration else { throw error }
      throw Failure.usage(
        .init(rawValue: error.code.rawValue), "\(place): \(error.message).", hint: "Correct it, or leave it out.")
    }
  }
}

extension PlaceOptions {
  /// Whether a flag asks for the embedded sandbox.
  var asksForSandbox: Bool { sandbox || sandboxDir != nil }
  /// What asks for the embedded sandbox, as messages name it.
  var sandboxSource: String { asksForSandbox ? "--sandbox" : SandboxVariable.name }
  /// Whether the embedded sandbox is used.
  var usesSandbox: Bool { asksForSandbox || SandboxVariable.isSet }
}

extension ConnectionOptions {
  /// Whether the embedded sandbox was asked for.
  var usesSandbox: Bool { place.usesSandbox }

  /// The folder of the journals, the register and the sandbox's database; nil if the system names none.
  var stateFolder: String? {
    Self.stateFolder(usesSandbox: usesSandbox, sandboxDir: place.sandboxDir)
  }

  /// The journal of the sandbox in its folder, whatever the profile.
  static func sandboxJournal(in folder: String) -> String { "\(folder)/journal.sqlite" }

  static func stateFolder(usesSandbox: Bool, sandboxDir: String?) -> String? {
    guard usesSandbox else { return StateFolder.standard }
    return sandboxDir ?? StateFolder.sandbox
  }
}
