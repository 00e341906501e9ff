import Basics
import CBuildCommit

extension ProgramVersion {
  /// The name and number as `--version` prints them, with the commit if the build was told it:
  /// `nstack-review 1.0.0 (0f458471c2ab)`.
  static var line: String {
    let commit = String(cString: nstack_review_build_commit())
    return commit.isEmpty ? name : "\(name) (\(commit))"
  }
}
