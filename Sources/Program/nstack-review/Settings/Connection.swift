import ArgumentParser
import Basics
import HTTPCurl
import NStackAPI
import NStackSandbox
import ReviewJournal
import TranslationReview

extension ApplicationOptions {
  /// Calls `body` with the profile of an application, for commands that call no server.
  func withProfile<Result>(_ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result) async throws
    -> Result
  {
    var options = try ConnectionOptions.parse([])
    options.application = self
    return try await options.withProfile(output, body)
  }
}

extension ConnectionOptions {
  func withProfile<Result>(_ output: OutputOptions, _ body: (ReviewProfile) async throws -> Result) async throws
    -> Result
  { try await withAddress(output) { profile, _ in try await body(profile) } }

  /// Opens the connection, calls `body` with its profile and the server's address, and always closes the connection.
  func withAddress<Result>(_ output: OutputOptions, _ body: (ReviewProfile, ServerAddress) async throws -> Result)
    async throws -> Result
  {
    let usesSandbox = application.usesSandbox
    if data != nil, !usesSandbox {
      throw Failure.usage(
        .data, "--data fills the embedded sandbox, but no sandbox was asked for.", hint: "Add --sandbox.")
    }
    try SystemLimits.require(SystemLimits.calls(concurrency: concurrency, isEmbedded: usesSandbox))
    let sandbox = usesSandbox ? try await openSandbox(output) : nil
    return try await closing(sandbox, by: { await $0?.stop() }) { sandbox in
      let settings = sandbox == nil ? try ConnectionSettings(self) : nil
      let configuration = try configuration(settings, sandbox)
      let address =
        try settings?.address ?? ServerAddress(sandbox: configuration.baseURL, source: application.sandboxSource)
      return try await network.withTransport { transport in
        try await body(try profile(settings, configuration, transport, output), address)
      }
    }
  }

  private func openSandbox(_ output: OutputOptions) async throws -> SandboxServer {
    let (state, flags) = (application, application.settings)
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
    (scenario.data, scenario.database) = (data, path)
    // Both ends are this process, so compression would save nothing.
    scenario.compression = false
    return try await scenario.serve(
      otherTexts:
        "Choose another --sandbox-dir, or replace its texts and proposals: nstack-review sandbox --database \(path) "
        + "--data \(data ?? "FOLDER") --scenario FILE, with a file that says \"reload: true\".")
  }

  private func profile(
    _ settings: ConnectionSettings?, _ configuration: NStackConfiguration, _ transport: CurlTransport,
    _ output: OutputOptions
  ) throws -> ReviewProfile {
    let stop = StopSignal()
    let client = NStackClient(configuration: configuration, transport: transport, logger: output.logger, stop: stop)
    let folder = application.folder
    var profile = ReviewProfile(client: client, name: settings?.profile ?? "sandbox", stateFolder: folder, stop: stop)
    profile.isSandbox = settings == nil
    // A sandbox has one journal beside its database, whatever the profile.
    if profile.isSandbox { profile.journalPath = folder.map(StateOptions.sandboxJournal(in:)) }
    profile.concurrency = concurrency
    profile.settleTime = settings?.settleTime ?? settleTime.map { .seconds($0) } ?? ConnectionSettings.defaultSettleTime
    profile.memory = settings?.memory
    profile.allowsEmpty = allowEmpty
    // The embedded sandbox is as fast as a cache.
    if !profile.isSandbox, !noCache { profile.cache = ResourceCacheFolder(profile.scope, isPublished: published) }
    profile.date = EnvironmentVariables.time
    profile.tool = ProgramVersion.name
    profile.phrases = .flags
    return profile
  }

  private func configuration(_ settings: ConnectionSettings?, _ sandbox: SandboxServer?) throws -> NStackConfiguration {
    var configuration: NStackConfiguration
    if let settings {
      configuration = settings.configuration
    } else if let sandbox {
      configuration = try sandbox.clientConfiguration(guid: application.guid)
    } else {
      throw Failure.usage(.sandboxFlags, "neither a server nor a sandbox is configured.")
    }
    configuration.texts = published ? .published : .newest
    configuration.metadata.version = ProgramVersion.number
    configuration.limits.requestTimeout = .seconds(timeout)
    configuration.pacing = CallPacing(concurrency: concurrency, rate: rate)
    return configuration
  }
}

extension Scenario {
  /// Starts the server.
  ///
  /// - Parameter advice: What to do about a database that has other texts than the folder.
  func serve(otherTexts advice: String) async throws -> SandboxServer {
    do throws(SandboxError) { return try await SandboxServer(self) } catch {
      guard error.code == .otherTexts else { throw error }
      throw Failure.usage(like: error.code, "\(error.description).", hint: advice)
    }
  }
}

extension NetworkOptions {
  /// Calls `body` with a transport that has the settings of the flags or else the environment, and always closes it.
  func withTransport<Result>(idleTimeout: Duration? = nil, _ body: (CurlTransport) async throws -> Result) async throws
    -> Result
  { try await closing(try transport(idleTimeout), by: { await $0.shutdown() }, body) }

  private func transport(_ idleTimeout: Duration?) throws -> CurlTransport {
    var environment: [String: String] = [:]
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
      environment[name] = EnvironmentVariables.value(name)
    }
    let settings = try naming(proxy == nil ? "HTTPS_PROXY" : "--proxy") { () throws(TransportError) in
      try ProxySettings(url: proxy, environment: environment)
    }
    var options = CurlTransport.Options(
      proxy: settings, certificateFile: caFile ?? EnvironmentVariables.value("SSL_CERT_FILE"))
    if let idleTimeout { options.idleTimeout = idleTimeout }
    return try naming(caFile == nil ? "SSL_CERT_FILE" : "--ca-file") { () throws(TransportError) in
      try CurlTransport(options: options)
    }
  }

  /// The value of a setting, or an error that begins with the setting's source.
  private func naming<Value>(_ source: String, _ make: () throws(TransportError) -> Value) throws -> Value {
    do throws(TransportError) { return try make() } catch {
      guard error.code == .configuration else { throw error }
      throw Failure.usage(like: error.code, "\(source): \(error.message).", hint: "Correct it, or leave it out.")
    }
  }
}

private func closing<Value, Result>(
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
