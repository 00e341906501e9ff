import Basics
package import TranslationReview

/// The folder that keeps journals, registers, drafts and memories from run to run.
public enum StateFolder {
  /// The user's folder: `$XDG_STATE_HOME/nstack-review`, or `~/.local/state/nstack-review`; nil if neither variable is
  /// set.
  ///
  /// Source: XDG Base Directory Specification 0.8.
  public static var standard: String? {
    variable("XDG_STATE_HOME").map { "\($0)/nstack-review" }
      ?? variable("HOME").map { "\($0)/.local/state/nstack-review" }
  }

  /// The folder of the embedded sandbox inside the user's folder.
  package static var sandbox: String? { standard.map { "\($0)/sandbox" } }

  /// The path of a profile's journal.
  public static func journal(in folder: String, profile: String) -> String {
    "\(folder)/journal-\(name(ofProfile: profile)).sqlite"
  }

  /// The path of the drafts of a profile's review page, for one application, platform and server.
  package static func drafts(in folder: String, profile: String, scope: TextHash) -> String {
    "\(folder)/drafts-\(name(ofProfile: profile))-\(scope.text).jsonl"
  }

  private static func name(ofProfile profile: String) -> String {
    String(profile.map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  /// The path of the register of sheets, which all profiles share.
  package static func register(in folder: String) -> String { "\(folder)/sheets.jsonl" }

  /// The path of the decisions about conflicts, which all profiles share.
  static func decisions(in folder: String) -> String { "\(folder)/decisions.jsonl" }

  /// The path of the register of reviewed texts, which all profiles share.
  package static func reviewed(in folder: String) -> String { "\(folder)/reviewed.jsonl" }

  /// The folder of the named memories, which all profiles share.
  static func memories(in folder: String) -> String { "\(folder)/memories" }

  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
