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
    let sandbox = options.usesSandbox ? try await openSandbox(options) : nil
    do {
      let result = try await connect(options, output, sandbox, body)
      await sandbox?.stop()
      return result
    } catch {
      await sandbox?.stop()
      throw error
    }
  }

  private static func openSandbox(_ options: ConnectionOptions) async throws -> SandboxServer {
    let address = options.address
    if let other = address.baseURL ?? address.stage ?? address.country {
      throw Failure.usage(.sandboxFlags, "--sandbox and \(other.place) exclude each other.")
    }
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
    let transport = try AsyncHTTPClientTransport(
      options: try transportOptions(proxy: options.proxy, caFile: options.caFile))
    let stop = StopSignal()
    let client = NStackClient(
      configuration: configuration, transport: transport, logger: output.verbose ? CallLog.logger : nil, stop: stop)
    var profile = ReviewProfile(
      client: client, name: settings?.profile ?? "sandbox", stateFolder: options.stateFolder, stop: stop)
    profile.isSandbox = sandbox != nil
    // A sandbox has one journal beside its database, whatever the profile.
    if sandbox != nil { profile.journalPath = options.stateFolder.map { "\($0)/journal.sqlite" } }
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
    let address = try settings?.address ?? ServerAddress(sandbox: configuration.baseURL)
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
      configuration = try sandbox.clientConfiguration(guid: options.guid)
    } else {
      throw Failure.usage(.sandboxFlags, "there is neither a server nor a sandbox.")
    }
    configuration.texts = options.published ? .published : .newest
    configuration.metadata.version = ProgramVersion.number
    configuration.limits.requestTimeout = .seconds(options.timeout)
    configuration.pacing = CallPacing(concurrency: options.concurrency, rate: options.rate)
    return configuration
  }

  /// The settings of a transport, from the flags or else the environment.
  static func transportOptions(proxy: String?, caFile: String?) throws -> AsyncHTTPClientTransport.Options {
    var environment: [String: String] = [:]
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
      environment[name] = EnvironmentVariables.value(name)
    }
    return AsyncHTTPClientTransport.Options(
      proxy: try ProxySettings(url: proxy, environment: environment),
      certificateFile: caFile ?? EnvironmentVariables.value("SSL_CERT_FILE"))
  }
}

extension ConnectionOptions {
  /// Whether the embedded sandbox was asked for.
  var usesSandbox: Bool { sandbox || sandboxDir != nil }

  /// The folder of the journals, the register and the sandbox's database; nil if the system names none.
  var stateFolder: String? {
    Self.stateFolder(usesSandbox: usesSandbox, sandboxDir: sandboxDir)
  }

  static func stateFolder(usesSandbox: Bool, sandboxDir: String?) -> String? {
    guard usesSandbox else { return StateFolder.standard }
    return sandboxDir ?? StateFolder.standard.map { "\($0)/sandbox" }
  }
}
