import ArgumentParser
import GoogleDrive

struct ConnectionOptions: TitledFlags {
  static let title = "Connection"
  /// The allowed settle times, in seconds.
  static let settleTimes = 0.0...3600.0

  @OptionGroup var application: ApplicationOptions
  @Option("dir", .rare("Texts to fill the sandbox with on first use."), completion: .directory) var data: String?
  @Flag(.rare("Read what production serves, not the newest texts.")) var published = false
  @Flag(.rare("Fetch all texts again, even those kept from an earlier run.")) var noCache = false
  @Flag(.rare("Accept an application or a language without texts.")) var allowEmpty = false
  @OptionGroup(visibility: .rare) var network: NetworkOptions
  @Option("n", .rare("The maximum number of calls in flight.")) var concurrency = 8
  @Option("n", .rare("The maximum number of calls per second.")) var rate: Double?
  @Option("seconds", .rare("The maximum time for one call.")) var timeout = 60.0
  @Option("seconds", .rare("How late a call may take effect (NSTACK_SETTLE_TIME; default: 60).")) var settleTime:
    Double?

  func validate() throws {
    try require("--concurrency", concurrency, takes: "a number from 1 to 256", (1...256).contains)
    try require("--rate", rate, takes: "calls a second above 0, up to 10000") { $0 > 0 && $0 <= 10_000 }
    try require("--timeout", timeout, takes: "seconds above 0, up to 3600") { $0 > 0 && $0 <= 3600 }
    try require("--settle-time", settleTime, takes: "seconds from 0 to 3600", Self.settleTimes.contains)
  }
}

struct NetworkOptions: ParsableArguments {
  @Option("url", "The proxy (HTTPS_PROXY; NO_PROXY lists exceptions).") var proxy: String?
  @Option("file", "Certificate authorities to trust (SSL_CERT_FILE).", completion: .file()) var caFile: String?
}

/// The flags that choose the embedded sandbox, and with it where the program keeps its state.
protocol StateFlags: TitledFlags {
  var sandbox: Bool { get }
  var sandboxDir: String? { get }
}

extension StateFlags { static var title: String { ConnectionOptions.title } }

struct StateOptions: StateFlags {
  @Flag(.sandbox) var sandbox = false
  @Option("dir", .sandboxDir, completion: .directory) var sandboxDir: String?
}

/// The flags that choose a journal, for completions, which need neither a server nor credentials.
struct ProfileOptions: StateFlags {
  @Option("name", .profile, completion: .profiles) var profile: String?
  @Flag(.sandbox) var sandbox = false
  @Option("dir", .sandboxDir, completion: .directory) var sandboxDir: String?
}

/// The flags that say which server has the texts, and under which platform.
struct ServerOptions: ParsableArguments {
  @Option("url", .baseURL) var baseURL: String?
  @Option("stage", .stage) var stage: String?
  @Option("code", .country) var country: String?
  @Option("slug", .platform) var platform: String?
}

/// The flags that choose an application, and with it its local state.
///
/// A debug build validates each group of flags at each start, and nesting makes that five times as long. So this group
/// contains no others, although some have the same flags.
struct ApplicationOptions: StateFlags {
  @Option("url", .baseURL.rare) var baseURL: String?
  @Option("stage", .stage.rare) var stage: String?
  @Option("code", .country.rare) var country: String?
  @Option("slug", .platform.rare) var platform: String?
  @Option("guid", .rare("Who proposes (NSTACK_GUID; default: one for the profile).")) var guid: String?
  @Option("name", .profile, completion: .profiles) var profile: String?
  @Flag(.sandbox) var sandbox = false
  @Option("dir", .sandboxDir, completion: .directory) var sandboxDir: String?
}

extension ArgumentHelp {
  static let report: Self = "Write a report (.html or .json)."
  static let onlyCheck: Self = "Write nothing, and end with 1 if a file is out of date."
  static let noPlurals: Self = "Leave plurals (files.one) and ICU messages as texts."
  static let noBrowser: Self = "Print the address, and open no browser."
  static let force: Self = "Send texts that a check refuses, and report each."
  static let source: Self = "The locale of the source texts beside the others."

  fileprivate static let profile = rare("A named set of settings (NSTACK_PROFILE).")
  fileprivate static let sandbox: Self = "Use the embedded sandbox: no server, no credentials."
  fileprivate static let sandboxDir = rare("Where the sandbox keeps its state.")
  fileprivate static let baseURL: Self = "The API (NSTACK_BASE_URL; default: https://nstack.io)."
  fileprivate static let stage: Self = "production, staging, dev or preview/NAME (NSTACK_STAGE)."
  fileprivate static let country: Self = "The country of the server (NSTACK_COUNTRY)."
  fileprivate static let platform: Self = "The platform (NSTACK_PLATFORM; default: mobile)."

  fileprivate var rare: Self { Self.rare(abstract) }
}

struct DriveOptions: TitledFlags {
  static let title = "Google Drive"

  @Option("file", "A service account's key, or a login (NSTACK_GOOGLE_CREDENTIALS).") var googleCredentials: String?
}

struct GoogleOptions: TitledFlags {
  static let title = "Google Drive"

  @OptionGroup var drive: DriveOptions
  @OptionGroup(visibility: .rare) var network: NetworkOptions
}

struct GoogleSheetFlag: ParsableArguments { @Flag("Convert it to a Google Sheet.") var googleSheet = false }

/// Arguments that name files on this machine, and not sheets in Drive.
extension ParsableArguments {
  func requireToWrite(_ flag: String, _ path: String?) throws {
    try requireLocal(
      flag, path,
      "is written on this machine. Name a file here; an .xlsx file can then be uploaded with "
        + "`nstack-review drive push FILE drive:FOLDER/`.")
  }

  func requireToRead(_ what: String, _ path: String?) throws {
    try requireLocal(what, path, "is read on this machine. Fetch it first: nstack-review drive pull \(path ?? "").")
  }

  private func requireLocal(_ what: String, _ path: String?, _ advice: String) throws {
    guard let path, DriveAddress.isMeant(path) else { return }
    throw ValidationError("\(what) \(path): this file \(advice)")
  }

  func requireReport(_ report: String?) throws {
    try requireToWrite("--report", report)
    guard let report, ![".html", ".htm", ".json"].contains(where: report.lowercased().hasSuffix) else { return }
    throw ValidationError("--report \(report): the file name must end in .html or .json.")
  }
}
