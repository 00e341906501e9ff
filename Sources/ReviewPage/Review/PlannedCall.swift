import NStackAPI
import TranslationReview

/// One call of a plan, to compare what a person agreed to with what would be sent.
struct PlannedCall: Hashable, Sendable {
  /// The text that the call changes.
  let text: TextIdentity
  /// The kind of call, with its values.
  let operation: Changeset.Change.Operation

  /// The calls of a plan.
  static func calls(of changeset: Changeset) -> Set<PlannedCall> {
    Set(changeset.changes.map { PlannedCall(text: $0.text, operation: $0.operation) })
  }
}
