/// The reason why a submission sent nothing at all.
public struct SubmissionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name: `plan.too-many-deletes`, `plan.strict`.
  public let code: String
  /// The reason in a sentence.
  public let message: String

  /// The reason.
  public var description: String { message }
}
