import NStackAPI
import TranslationReview

/// What the last call about a text that was carried out left on the server.
enum LastCall: Hashable {
  /// A proposal with a value.
  case proposed(String)
  /// No proposal of the caller.
  case removed

  /// - Returns: Nil for a call that was not carried out, or whose outcome is not known.
  init?(_ operation: Changeset.Change.Operation, _ outcome: ChangeOutcome) {
    switch (operation, outcome) {
    case (.propose(let value), .applied), (.propose(let value), .alreadyThere): self = .proposed(value)
    case (_, .applied), (_, .alreadyThere), (_, .overridden): self = .removed
    default: return nil
    }
  }
}
