import ArgumentParser

/// The flags that choose an application, and with it what is kept about it on this machine.
struct PlaceOptions: ParsableArguments {
  @Option(name: .long, help: "The API's base URL (NSTACK_BASE_URL; default https://nstack.io).")
  var baseURL: String?
  @Option(name: .long, help: "The stage of the server: production, staging, dev or preview/NAME (NSTACK_STAGE).")
  var stage: String?
  @Option(name: .long, help: ArgumentHelp("The country of the server (NSTACK_COUNTRY).", valueName: "code"))
  var country: String?
  @Option(name: .long, help: "The guid that proposes (NSTACK_GUID; default: one that is created for the profile).")
  var guid: String?
  @Option(name: .long, help: "The platform's slug (NSTACK_PLATFORM; default mobile).")
  var platform: String?
  @Option(name: .long, help: "A named set of connection settings (NSTACK_PROFILE).", completion: .profiles)
  var profile: String?
  @Flag(name: .long, help: "Use the embedded sandbox; no server and no credentials are needed.")
  var sandbox = false
  @Option(
    name: .long, help: ArgumentHelp("Where the sandbox keeps its database.", valueName: "dir"), completion: .directory)
  var sandboxDir: String?

  /// What the flags say about where the server is.
  var address: AddressSettings { AddressSettings(flagsOfBaseURL: baseURL, stage: stage, country: country) }
}

/// The flags that choose the NStack server and application, and how it is called.
struct ConnectionOptions: ParsableArguments {
  @OptionGroup var place: PlaceOptions
  @Option(
    name: .long, help: ArgumentHelp("Texts to fill the sandbox with on first use.", valueName: "folder"),
    completion: .directory)
  var data: String?
  @Flag(name: .long, help: "Read what production serves, not the newest texts.")
  var published = false
  @Flag(name: .long, help: "Fetch all texts again, even those kept from an earlier run.")
  var noCache = false
  @Flag(name: .long, help: "Accept an application or a language without texts.")
  var allowEmpty = false
  @Option(name: .long, help: "The proxy's URL (HTTPS_PROXY; NO_PROXY lists exceptions).")
  var proxy: String?
  @Option(name: .long, help: "A file of certificate authorities to trust (SSL_CERT_FILE).", completion: .file())
  var caFile: String?
  @Option(name: .long, help: "The maximum number of calls in flight.")
  var concurrency = 8
  @Option(name: .long, help: "The maximum number of calls per second (default: as many as the server takes).")
  var rate: Double?
  @Option(name: .long, help: "The maximum number of seconds for one call.")
  var timeout = 60.0
  @Option(
    name: .long,
    help: ArgumentHelp(
      "How late the server may still carry out a call whose answer was lost (NSTACK_SETTLE_TIME; default 60).",
      valueName: "seconds"))
  var settleTime: Double?

  func validate() throws {
    guard (1...256).contains(concurrency) else {
      throw ValidationError("--concurrency is \(concurrency); it takes a number from 1 to 256.")
    }
    if let rate, !(rate > 0 && rate <= 10_000) {
      throw ValidationError("--rate is \(rate); it takes calls a second above 0, up to 10000.")
    }
    guard timeout > 0, timeout <= 3600 else {
      throw ValidationError("--timeout is \(timeout); it takes seconds above 0, up to 3600.")
    }
    if let settleTime, !ConnectionSettings.settleTimes.contains(settleTime) {
      throw ValidationError("--settle-time is \(settleTime); it takes seconds from 0 to 3600.")
    }
  }
}
