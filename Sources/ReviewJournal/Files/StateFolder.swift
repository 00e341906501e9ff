package import TranslationReview

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The folder that keeps the journals and the register of sheets from run to run.
public enum StateFolder {
  /// The user's folder: `$XDG_STATE_HOME/nstack-review`, or `~/.local/state/nstack-review`; nil if neither variable is
  /// set.
  ///
  /// Source: XDG Base Directory Specification 0.8.
  public static var standard: String? {
    if let folder = variable("XDG_STATE_HOME") { return "\(folder)/nstack-review" }
    return variable("HOME").map { "\($0)/.local/state/nstack-review" }
  }

  /// The folder of the embedded sandbox inside the user's folder.
  package static var sandbox: String? { standard.map { "\($0)/sandbox" } }

  /// The path of a profile's journal.
  public static func journal(in folder: String, profile: String) -> String {
    "\(folder)/journal-\(name(ofProfile: profile)).sqlite"
  }

  /// The path of the drafts of a profile's review page.
  ///
  /// - Parameter scope: The application, platform and server. Each has drafts of its own.
  package static func drafts(in folder: String, profile: String, scope: TextHash) -> String {
    "\(folder)/drafts-\(name(ofProfile: profile))-\(scope.text).jsonl"
  }

  private static func name(ofProfile profile: String) -> String {
    String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The path of the register of sheets, which all profiles share.
  public static func register(in folder: String) -> String { "\(folder)/sheets.jsonl" }

  /// The path of the decisions about conflicts, which all profiles share.
  static func decisions(in folder: String) -> String { "\(folder)/decisions.jsonl" }

  /// The path of the register of reviewed texts, which all profiles share.
  public static func reviewed(in folder: String) -> String { "\(folder)/reviewed.jsonl" }

  /// The folder of the memories that are kept under names, which all profiles share.
  static func memories(in folder: String) -> String { "\(folder)/memories" }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}
