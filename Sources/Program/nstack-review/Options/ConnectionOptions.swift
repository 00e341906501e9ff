import ArgumentParser
import GoogleDrive
import TranslationReview

struct ConnectionOptions: TitledFlags {
  static let title = "Connection"

  @OptionGroup var application: ApplicationOptions
  @Option("dir", .rare("Texts to fill the sandbox with on first use."), completion: .directory) var data: String?
  @Flag(.rare("Read the texts that NStack serves to apps, not the newest ones.")) var published = false
  @Flag(.rare("Accept an application or a language without texts.")) var allowEmpty = false
}

/// The flags that choose the embedded sandbox, and with it where the program keeps its state.
protocol StateFlags: TitledFlags { var sandbox: Bool { get } }

extension StateFlags { static var title: String { ConnectionOptions.title } }

struct StateOptions: StateFlags { @Flag(.sandbox) var sandbox = false }

/// The flags that choose a journal, for completions, which need neither a server nor credentials.
struct ProfileOptions: StateFlags {
  @Option("name", .profile, completion: .profiles) var profile: String?
  @Flag(.sandbox) var sandbox = false
}

/// The flags that choose an application, and with it its local state.
///
/// A debug build validates each group of flags at each start, and nesting makes that five times as long. So this group
/// contains no others, although some have the same flags.
struct ApplicationOptions: StateFlags {
  @Option("url", .baseURL.rare) var baseURL: String?
  @Option("name", .profile, completion: .profiles) var profile: String?
  @Flag(.sandbox) var sandbox = false
}

extension ArgumentHelp {
  static let report: Self = "Write a report (.html or .json)."
  static let onlyCheck: Self = "Write nothing, and end with 1 if a file is out of date."
  static let noBrowser: Self = "Print the address, and open no browser."
  static func accept(_ verdicts: [Verdict]) -> Self {
    rare("Send rows in spite of these outcomes: \(verdicts.map(\.rawValue).joined(separator: ", ")).")
  }
  static let source: Self = "The locale of the source texts beside the others."

  static let baseURL: Self = "The API (NSTACK_BASE_URL; default: https://nstack.io)."

  fileprivate static let profile = rare("A named set of settings (NSTACK_PROFILE).")
  fileprivate static let sandbox: Self = "Use the embedded sandbox: no server, no credentials."

  fileprivate var rare: Self { Self.rare(abstract) }
}

/// Arguments that name files on this machine, and not sheets in Drive.
extension ParsableArguments {
  func requireToWrite(_ flag: String, _ path: String?) throws {
    try requireLocal(
      flag, path,
      "is written on this machine. Name a file here; a table can then be uploaded with "
        + "`nstack-review convert FILE drive:FOLDER/`.")
  }

  func requireToRead(_ what: String, _ path: String?) throws {
    try requireLocal(
      what, path, "is read on this machine. Fetch it first: nstack-review convert \(path ?? "") FILE.xlsx.")
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
