import Basics
import NStackAPI

extension SubmissionReport {
  /// Returns the proposals that the row's call overrode, in sentences; empty if it overrode none that was listed.
  func overrodeMessage(ofItemAt item: Int) -> String {
    guard let change = change(ofItemAt: item), let proposals = overrode[change] else { return "" }
    let isDelete = changeset.changes[change].isDelete
    return proposals.map { proposal in
      let whose = proposal.canDelete ? "this profile, made elsewhere" : "somebody else"
      return "The call \(isDelete ? "deleted" : "replaced") \"\(Visible.text(proposal.value))\" of \(whose) "
        + "(proposal \(proposal.id)), which was listed before the call and not after it."
    }.joined(separator: " ")
  }

  /// The number of calls that overrode proposals, as the end of a line; empty if there are none.
  var overrodeWords: String {
    guard !overrode.isEmpty else { return "" }
    let count = overrode.count
    return "; \(count) of them overrode \(count == 1 ? "a proposal" : "proposals") made elsewhere meanwhile"
  }
}
