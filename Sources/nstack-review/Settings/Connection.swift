import NStackAPI
import NStackSandbox
import TranslationReview

/// An open connection to NStack or to the embedded sandbox.
struct Connection {
  let client: NStackClient
  let scope: SheetScope
  /// The name of the profile, as sheets carry it.
  let profile: String
  let concurrency: Int
  /// How late the server may still carry out a call, counted from its sending.
  let settleTime: Duration
  /// Whether an application without texts is no error.
  let allowsEmpty: Bool
  /// Texts kept from earlier runs; nil where none are to be used.
  let cache: (any ResourceCache)?
  /// The journal of what was imported; nil where there is no folder for it.
  let journalPath: String?
  /// Ends what is sent, and the waits and readings of the client.
  let stop: StopSignal

  /// What tells this profile's guid from others.
  var guidMark: String { PlanIdentity.mark(ofGUID: client.configuration.guid) }

  /// Opens the connection that the options ask for, hands it to `body`, and closes it whatever happens.
  static func withConnection<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ body: (Connection) async throws -> Result
  ) async throws -> Result {
    if options.data != nil, !options.sandbox, options.sandboxDir == nil {
      throw Failure.usage(
        "usage.data", "--data fills the embedded sandbox, which was not asked for.", hint: "Add --sandbox.")
    }
    try SystemLimits.require(
      .calls(
        concurrency: options.concurrency, isEmbedded: options.sandbox || options.sandboxDir != nil))
    let sandbox = options.sandbox || options.sandboxDir != nil ? try await openSandbox(options) : nil
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
    guard options.baseURL == nil else {
      throw Failure.usage("usage.sandbox", "--sandbox and --base-url exclude each other.")
    }
    guard let folder = options.sandboxDir ?? EnvironmentVariables.stateFolder.map({ "\($0)/sandbox" }) else {
      throw Failure.usage("config.state-folder", "there is no folder for the sandbox.", hint: "Give --sandbox-dir.")
    }
    let path = "\(folder)/sandbox.sqlite"
    try PlainFile.makeFolders(above: path)
    var behavior = SandboxBehavior()
    // Both ends are this process: compressing would cost time and save nothing.
    behavior.compressesAnswers = false
    do throws(SandboxError) {
      return try await SandboxServer(
        SandboxConfiguration(
          storage: .file(path: path), texts: options.data.map { .folder(path: $0) } ?? .samples,
          refusesOtherTexts: options.data != nil, behavior: behavior))
    } catch {
      guard error.code == .otherTexts else { throw error }
      throw Failure.usage(
        error.code.rawValue, "\(error.description).",
        hint: "Choose another --sandbox-dir, or replace its texts and proposals: nstack-review sandbox --reload "
          + "--database \(path) --data \(options.data ?? "FOLDER")")
    }
  }

  private static func connect<Result>(
    _ options: ConnectionOptions, _ output: OutputOptions, _ sandbox: SandboxServer?,
    _ body: (Connection) async throws -> Result
  ) async throws -> Result {
    let profile: String
    let settleTime: Duration
    var configuration: NStackConfiguration
    if let sandbox {
      profile = "sandbox"
      settleTime = options.settleTime.map { .seconds($0) } ?? ConnectionSettings.defaultSettleTime
      configuration = try sandbox.clientConfiguration(guid: options.guid)
    } else {
      let settings = try ConnectionSettings(options)
      profile = settings.profile
      settleTime = settings.settleTime
      configuration = try NStackConfiguration(
        baseURL: settings.baseURL, applicationID: settings.applicationID, restAPIKey: settings.restAPIKey,
        guid: settings.guid, platform: settings.platform)
    }
    configuration.texts = options.published ? .published : .newest
    configuration.metadata.version = ProgramVersion.number
    configuration.limits.requestTimeout = .seconds(options.timeout)
    configuration.pacing = CallPacing(concurrency: options.concurrency, rate: options.rate)

    var environment: [String: String] = [:]
    for name in ["HTTPS_PROXY", "https_proxy", "NO_PROXY", "no_proxy"] {
      environment[name] = EnvironmentVariables.value(name)
    }
    let transport = try AsyncHTTPClientTransport(
      options: AsyncHTTPClientTransport.Options(
        proxy: try ProxySettings(url: options.proxy, environment: environment),
        certificateFile: options.caFile ?? EnvironmentVariables.value("SSL_CERT_FILE")))
    let scope = SheetScope(
      applicationID: configuration.applicationID.reveal(), platform: configuration.platform,
      origin: Origin(configuration.baseURL)?.scopeText ?? configuration.baseURL)
    // The embedded sandbox is as near as its texts would be.
    let isCached = sandbox == nil && !options.noCache
    let stop = StopSignal()
    let connection = Connection(
      client: NStackClient(
        configuration: configuration, transport: transport, logger: output.verbose ? CallLog.logger : nil, stop: stop),
      scope: scope, profile: profile, concurrency: options.concurrency, settleTime: settleTime,
      allowsEmpty: options.allowEmpty,
      cache: isCached ? ResourceCacheFolder(scope, isPublished: options.published) : nil,
      journalPath: Self.journalPath(options, profile), stop: stop)
    do {
      let result = try await body(connection)
      await transport.shutdown()
      return result
    } catch {
      await transport.shutdown()
      throw error
    }
  }

  /// A profile has one journal, and each sandbox one beside its database.
  private static func journalPath(_ options: ConnectionOptions, _ profile: String) -> String? {
    let folder = EnvironmentVariables.stateFolder
    if options.sandbox || options.sandboxDir != nil {
      return (options.sandboxDir ?? folder.map { "\($0)/sandbox" }).map { "\($0)/journal.sqlite" }
    }
    let name = String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    return folder.map { "\($0)/journal-\(name).sqlite" }
  }

  /// Reads what NStack holds, with a word on the way. Kept texts are used only where the server itself calls them unchanged
  /// (`ETag`): nothing promises that the time in the index moves with every text.
  func fetchCatalog(_ output: OutputOptions) async throws -> Catalog {
    let progress = ProgressLine(output, what: "reading texts and proposals")
    let catalog: Catalog
    do {
      catalog = try await Catalog.fetching(
        from: client, concurrency: concurrency, caching: cache.map { ResourceCaching($0, trustsIndex: false) },
        allowsEmpty: allowsEmpty)
    } catch {
      // The error is not to begin behind it.
      progress.end()
      throw error
    }
    progress.end()
    if !catalog.unprotectedHosts.isEmpty {
      let hosts = catalog.unprotectedHosts.joined(separator: ", ")
      output.note("warning: texts come from \(hosts) over plain http, where they could be changed on the way")
    }
    output.warn(of: catalog.unread)
    for finding in catalog.findings.prefix(20) {
      output.note("warning: \(finding.section)/\(finding.key): \(finding.message)")
    }
    if catalog.findings.count > 20 { output.note("warning: … and \(catalog.findings.count - 20) more like these") }
    return catalog
  }
}
