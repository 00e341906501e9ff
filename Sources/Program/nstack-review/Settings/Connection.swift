import ArgumentParser
import Basics
import NStackAPI
import NStackSandbox
import ReviewJournal
import TranslationReview

enum Connection {
  static func withProfile<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result
  ) async throws -> Result { try await withAddress(options, output) { profile, _ in try await body(profile) } }

  /// Calls `body` with the profile of an application, for commands that call no server.
  static func withProfile<Result>(
    _ application: ApplicationOptions, _ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result
  ) async throws -> Result {
    var options = try ConnectionOptions.parse([])
    options.application = application
    return try await withProfile(options, output, body)
  }

  /// Opens the connection, calls `body` with its profile and the server's address, and always closes the connection.
  static func withAddress<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ body: (ReviewProfile, ServerAddress) async throws -> Result
  ) async throws -> Result {
    let usesSandbox = options.application.usesSandbox
    if options.data != nil, !usesSandbox {
      throw Failure.usage(
        .data, "--data fills the embedded sandbox, but no sandbox was asked for.", hint: "Add --sandbox.")
    }
    try SystemLimits.require(SystemLimits.calls(concurrency: options.concurrency, isEmbedded: usesSandbox))
    let sandbox = usesSandbox ? try await openSandbox(options, output) : nil
    return try await closing(sandbox, by: { await $0?.stop() }) { sandbox in
      let settings = sandbox == nil ? try ConnectionSettings(options) : nil
      let configuration = try configuration(options, settings, sandbox)
      let address =
        try settings?.address
        ?? ServerAddress(sandbox: configuration.baseURL, source: options.application.sandboxSource)
      return try await closing(try transport(options.network), by: { await $0.shutdown() }) { transport in
        try await body(try profile(options, settings, configuration, transport, output), address)
      }
    }
  }

  static func closing<Value, Result>(
    _ value: Value, by close: (Value) async -> Void, _ body: (Value) async throws -> Result
  ) async throws -> Result {
    do {
      let result = try await body(value)
      await close(value)
      return result
    } catch {
      await close(value)
      throw error
    }
  }

  private static func openSandbox(_ options: ConnectionOptions, _ output: OutputOptions) async throws -> SandboxServer {
    let (state, flags) = (options.application, options.application.settings)
    if let other = flags["base-url"] ?? flags["stage"] ?? flags["country"] {
      throw Failure.usage(
        .sandboxFlags, "\(state.sandboxSource) and \(other.source) exclude each other.", hint: "Leave one of them out.")
    }
    state.remindOfSandbox(output)
    guard let folder = state.folder else {
      throw Failure.usage(.stateFolder, "there is no folder for the sandbox.", hint: "Give --sandbox-dir.")
    }
    let path = "\(folder)/sandbox.sqlite"
    try PlainFile.makeFolders(above: path)
    var scenario = Scenario()
    (scenario.data, scenario.database) = (options.data, path)
    // Both ends are this process, so compression would save nothing.
    scenario.compression = false
    do throws(SandboxError) { return try await SandboxServer(scenario) } catch {
      guard error.code == .otherTexts else { throw error }
      throw Failure.usage(
        like: error.code, "\(error.description).",
        hint:
          "Choose another --sandbox-dir, or replace its texts and proposals: nstack-review sandbox --database \(path) "
          + "--data \(options.data ?? "FOLDER") --scenario FILE, with a file that says \"reload: true\".")
    }
  }

  private static func profile(
    _ options: ConnectionOptions, _ settings: ConnectionSettings?, _ configuration: NStackConfiguration,
    _ transport: CurlTransport, _ output: OutputOptions
  ) throws -> ReviewProfile {
    let stop = StopSignal()
    let client = NStackClient(configuration: configuration, transport: transport, logger: output.logger, stop: stop)
    let folder = options.application.folder
    var profile = ReviewProfile(client: client, name: settings?.profile ?? "sandbox", stateFolder: folder, stop: stop)
    profile.isSandbox = settings == nil
    // A sandbox has one journal beside its database, whatever the profile.
    if profile.isSandbox { profile.journalPath = folder.map(StateOptions.sandboxJournal(in:)) }
    profile.concurrency = options.concurrency
    profile.settleTime =
      settings?.settleTime ?? options.settleTime.map { .seconds($0) } ?? ConnectionSettings.defaultSettleTime
    profile.memory = settings?.memory
    profile.allowsEmpty = options.allowEmpty
    // The embedded sandbox is as fast as a cache.
    if !profile.isSandbox, !options.noCache {
      profile.cache = ResourceCacheFolder(profile.scope, isPublished: options.published)
    }
    profile.date = EnvironmentVariables.time
    profile.tool = ProgramVersion.name
    profile.phrases = .flags
    return profile
  }

  private static func configuration(
    _ options: ConnectionOptions, _ settings: ConnectionSettings?, _ sandbox: SandboxServer?
  ) throws -> NStackConfiguration {
    var configuration: NStackConfiguration
    if let settings {
      configuration = settings.configuration
    } else if let sandbox {
      configuration = try sandbox.clientConfiguration(guid: options.application.guid)
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
  static func transport(_ network: NetworkOptions, idleTimeout: Duration? = nil) throws -> CurlTransport {
    var environment: [String: String] = [:]
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
      environment[name] = EnvironmentVariables.value(name)
    }
    let settings = try naming(network.proxy == nil ? "HTTPS_PROXY" : "--proxy") { () throws(TransportError) in
      try ProxySettings(url: network.proxy, environment: environment)
    }
    var options = CurlTransport.Options(
      proxy: settings, certificateFile: network.caFile ?? EnvironmentVariables.value("SSL_CERT_FILE"))
    if let idleTimeout { options.idleTimeout = idleTimeout }
    return try naming(network.caFile == nil ? "SSL_CERT_FILE" : "--ca-file") { () throws(TransportError) in
      try CurlTransport(options: options)
    }
  }

  /// The value of a setting, or an error that begins with the setting's source.
  private static func naming<Value>(_ source: String, _ make: () throws(TransportError) -> Value) throws -> Value {
    do throws(TransportError) { return try make() } catch {
      guard error.code == .configuration else { throw error }
      throw Failure.usage(like: error.code, "\(source): \(error.message).", hint: "Correct it, or leave it out.")
    }
  }
}

extension StateFlags {
  private var asksForSandbox: Bool { sandbox || sandboxDir != nil }
  var usesSandbox: Bool { asksForSandbox || EnvironmentVariables.asksForSandbox }
  /// The flag or variable that asks for the embedded sandbox.
  var sandboxSource: String { asksForSandbox ? "--sandbox" : "NSTACK_SANDBOX" }

  /// Reminds the user that a variable, perhaps set long ago, selects the sandbox.
  func remindOfSandbox(_ output: OutputOptions) {
    if usesSandbox, !asksForSandbox {
      output.note("this is the sandbox, because NSTACK_SANDBOX is set: NStack is neither read nor changed")
    }
  }

  /// The folder of the journals, the register and the sandbox's database; nil if the system names none.
  var folder: String? { usesSandbox ? sandboxDir ?? StateFolder.sandbox : StateFolder.standard }

  /// The journal of the sandbox in its folder, whatever the profile.
  static func sandboxJournal(in folder: String) -> String { "\(folder)/journal.sqlite" }
}

extension ProfileOptions {
  /// The path of the journal, which need not exist.
  func journalPath(_ output: OutputOptions) throws -> String {
    guard let folder else { throw Failure.noStateFolder(for: "the journal") }
    if usesSandbox {
      remindOfSandbox(output)
      return Self.sandboxJournal(in: folder)
    }
    return StateFolder.journal(in: folder, profile: try SettingLayers(settings)["profile"]?.text ?? "default")
  }
}
