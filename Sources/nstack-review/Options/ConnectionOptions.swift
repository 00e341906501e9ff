import ArgumentParser
import GoogleDrive

struct ConnectionOptions: ParsableArguments {
  /// In seconds.
  static let settleTimes = 0.0...3600.0

  @OptionGroup var application: ApplicationOptions
  @Option(help: .value("folder", "Texts to fill the sandbox with on first use."), completion: .directory)
  var data: String?
  @Flag(help: "Read what production serves, not the newest texts.")
  var published = false
  @Flag(help: "Fetch all texts again, even those kept from an earlier run.")
  var noCache = false
  @Flag(help: "Accept an application or a language without texts.")
  var allowEmpty = false
  @OptionGroup var network: NetworkOptions
  @Option(help: "The maximum number of calls in flight.")
  var concurrency = 8
  @Option(help: "The maximum number of calls per second (default: as many as the server takes).")
  var rate: Double?
  @Option(help: "The maximum number of seconds for one call.")
  var timeout = 60.0
  @Option(
    help: .value(
      "seconds",
      "How late the server may still carry out a call whose answer was lost (NSTACK_SETTLE_TIME; default 60)."))
  var settleTime: Double?

  func validate() throws {
    try require("--concurrency", concurrency, takes: "a number from 1 to 256", (1...256).contains)
    try require("--rate", rate, takes: "calls a second above 0, up to 10000") { $0 > 0 && $0 <= 10_000 }
    try require("--timeout", timeout, takes: "seconds above 0, up to 3600") { $0 > 0 && $0 <= 3600 }
    try require("--settle-time", settleTime, takes: "seconds from 0 to 3600", Self.settleTimes.contains)
  }
}

struct NetworkOptions: ParsableArguments {
  @Option(help: "The proxy's URL (HTTPS_PROXY; NO_PROXY lists exceptions).")
  var proxy: String?
  @Option(help: "A file of certificate authorities to trust (SSL_CERT_FILE).", completion: .file())
  var caFile: String?
}

/// The flags that choose the embedded sandbox, and with it where the program keeps its state.
struct StateOptions: ParsableArguments {
  @Flag(help: "Use the embedded sandbox; no server and no credentials are needed.")
  var sandbox = false
  @Option(help: .value("dir", "Where the sandbox keeps its state."), completion: .directory)
  var sandboxDir: String?
}

/// The flags that choose a journal, for commands that need neither a server nor credentials.
struct ProfileOptions: ParsableArguments {
  @Option(
    name: .customLong("profile"), help: "A named set of connection settings (NSTACK_PROFILE).", completion: .profiles)
  var name: String?
  @OptionGroup var state: StateOptions
}

/// The flags that say which server has the texts, and under which platform.
struct ServerOptions: ParsableArguments {
  @Option(help: "The API's base URL (NSTACK_BASE_URL; default https://nstack.io).")
  var baseURL: String?
  @Option(help: "The stage of the server: production, staging, dev or preview/NAME (NSTACK_STAGE).")
  var stage: String?
  @Option(help: .value("code", "The country of the server (NSTACK_COUNTRY)."))
  var country: String?
  @Option(help: "The platform's slug (NSTACK_PLATFORM; default mobile).")
  var platform: String?
}

/// The flags that choose an application, and with it what is kept about it on this machine.
struct ApplicationOptions: ParsableArguments {
  @OptionGroup var server: ServerOptions
  @Option(help: "The guid that proposes (NSTACK_GUID; default: one that is created for the profile).")
  var guid: String?
  @OptionGroup var profile: ProfileOptions
}

struct DriveOptions: ParsableArguments {
  @Option(
    name: .customLong("google-credentials"),
    help: .value(
      "file", "The key of a service account, or a login, for files in Google Drive (NSTACK_GOOGLE_CREDENTIALS)."))
  var credentials: String?
}

struct GoogleOptions: ParsableArguments {
  @OptionGroup var drive: DriveOptions
  @OptionGroup var network: NetworkOptions
}

/// Arguments that name files on this machine, and not sheets in Drive.
enum LocalFile {
  /// Refuses an address in Drive for a file that is written on this machine.
  static func requireToWrite(_ flag: String, _ path: String?) throws {
    guard let path, DriveAddress.isMeant(path) else { return }
    throw ValidationError(
      "\(flag) \(path): this file is written on this machine. Name a file here; an .xlsx file can then be uploaded with "
        + "`nstack-review drive push FILE drive:FOLDER/`.")
  }

  /// Refuses an address in Drive for a file that is read on this machine.
  static func requireToRead(_ what: String, _ path: String?) throws {
    guard let path, DriveAddress.isMeant(path) else { return }
    throw ValidationError(
      "\(what) \(path): this file is read on this machine. Fetch it first: nstack-review drive pull \(path).")
  }
}
