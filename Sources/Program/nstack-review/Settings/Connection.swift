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
    let layers = try usesSandbox ? SettingLayers.ofMachine() : SettingLayers(application.settings)
    try SystemLimits.require(SystemLimits.calls(concurrency: layers.concurrency, isEmbedded: usesSandbox))
    let sandbox = usesSandbox ? try await openSandbox(output) : nil
    return try await closing(sandbox, by: { await $0?.stop() }) { sandbox in
      let settings = sandbox == nil ? try ConnectionSettings(layers) : nil
      let configuration = try configuration(settings, sandbox, layers)
      let address =
        try settings?.address ?? ServerAddress(sandbox: configuration.baseURL, source: application.sandboxSource)
      return try await layers.withTransport { transport in
        try await body(try profile(settings, configuration, layers, transport, output), address)
      }
    }
  }

  private func openSandbox(_ output: OutputOptions) async throws -> SandboxServer {
    let state = application
    if state.baseURL != nil {
      throw Failure.usage(
        .sandboxFlags, "\(state.sandboxSource) and --base-url exclude each other.", hint: "Leave one of them out.")
    }
    state.remindOfSandbox(output)
    guard let folder = state.folder else { throw Failure.noStateFolder(for: "the sandbox", or: "NSTACK_SANDBOX_DIR, ") }
    let path = "\(folder)/sandbox.sqlite"
    try PlainFile.makeFolders(above: path)
    var scenario = Scenario()
    (scenario.data, scenario.database) = (data, path)
    // Both ends are this process, so compression would save nothing.
    scenario.compression = false
    return try await scenario.serve(
      otherTexts:
        "Choose another folder with NSTACK_SANDBOX_DIR, or replace its texts and proposals: nstack-review sandbox --database \(path) "
        + "--data \(data ?? "FOLDER") --scenario FILE, with a file that says \"reload: true\".")
  }

  private func profile(
    _ settings: ConnectionSettings?, _ configuration: NStackConfiguration, _ layers: SettingLayers,
    _ transport: CurlTransport, _ output: OutputOptions
  ) throws -> ReviewProfile {
    let stop = StopSignal()
    let client = NStackClient(configuration: configuration, transport: transport, logger: output.logger, stop: stop)
    let folder = application.folder
    var profile = ReviewProfile(client: client, name: settings?.profile ?? "sandbox", stateFolder: folder, stop: stop)
    profile.isSandbox = settings == nil
    // A sandbox has one journal beside its database, whatever the profile.
    if profile.isSandbox { profile.journalPath = folder.map(StateOptions.sandboxJournal(in:)) }
    profile.concurrency = layers.concurrency
    profile.settleTime = layers.settleTime
    profile.memory = settings?.memory
    profile.allowsEmpty = allowEmpty
    // The embedded sandbox is as fast as a cache.
    if !profile.isSandbox, layers.isOn("cache") {
      profile.cache = ResourceCacheFolder(profile.scope, isPublished: published)
    }
    profile.date = EnvironmentVariables.time
    profile.tool = ProgramVersion.name
    profile.page = .editor
    profile.phrases = .flags
    return profile
  }

  private func configuration(_ settings: ConnectionSettings?, _ sandbox: SandboxServer?, _ layers: SettingLayers) throws
    -> NStackConfiguration
  {
    var configuration: NStackConfiguration
    if let settings {
      configuration = settings.configuration
    } else if let sandbox {
      configuration = try sandbox.clientConfiguration()
    } else {
      throw Failure.usage(.sandboxFlags, "neither a server nor a sandbox is configured.")
    }
    configuration.texts = published ? .published : .newest
    configuration.metadata.version = ProgramVersion.number
    configuration.limits.requestTimeout = layers.timeout
    configuration.pacing = CallPacing(concurrency: layers.concurrency, rate: layers.rate)
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

extension SettingLayers {
  /// Calls `body` with a transport that has the settings, and always closes it.
  func withTransport<Result>(idleTimeout: Duration? = nil, _ body: (CurlTransport) async throws -> Result) async throws
    -> Result
  { try await closing(try transport(idleTimeout), by: { await $0.shutdown() }, body) }

  private func transport(_ idleTimeout: Duration?) throws -> CurlTransport {
    let exceptions = ["NO_PROXY", "no_proxy"].lazy.compactMap(EnvironmentVariables.value).first
    let (proxy, certificates) = (self["proxy"], self["ca-file"])
    let settings = try naming(proxy) { () throws(TransportError) -> ProxySettings? in
      if let proxy { try ProxySettings(url: proxy.text, exceptions: exceptions) } else { nil }
    }
    var options = CurlTransport.Options(proxy: settings, certificateFile: certificates?.text)
    if let idleTimeout { options.idleTimeout = idleTimeout }
    return try naming(certificates) { () throws(TransportError) in try CurlTransport(options: options) }
  }

  /// The value of a setting, or an error that begins with the setting's source.
  private func naming<Value>(_ setting: Setting?, _ make: () throws(TransportError) -> Value) throws -> Value {
    do throws(TransportError) { return try make() } catch {
      guard error.code == .configuration, let setting else { throw error }
      throw Failure.usage(
        like: error.code, "\(setting.source): \(error.message).", hint: "Correct it, or leave it out.")
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
  var usesSandbox: Bool { sandbox || EnvironmentVariables.asksForSandbox }
  /// The flag or variable that asks for the embedded sandbox.
  var sandboxSource: String { sandbox ? "--sandbox" : "NSTACK_SANDBOX" }

  /// Reminds the user that a variable, perhaps set long ago, selects the sandbox.
  func remindOfSandbox(_ output: OutputOptions) {
    if usesSandbox, !sandbox {
      output.note("this is the sandbox, because NSTACK_SANDBOX is set: NStack is neither read nor changed")
    }
  }

  /// The folder of the journals, the register and the sandbox's database; nil if the system names none.
  var folder: String? {
    usesSandbox ? EnvironmentVariables.value("NSTACK_SANDBOX_DIR") ?? StateFolder.sandbox : StateFolder.standard
  }

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
