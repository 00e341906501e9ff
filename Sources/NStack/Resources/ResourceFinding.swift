/// Something in a resource that was left out: a repeated key, or a value that is not a string.
public struct ResourceFinding: Hashable, Sendable {
  /// A stable name to switch on.
  public enum Code: String, Sendable {
    /// A key or a section occurs more than once.
    case repeatedKey = "resource.repeated-key"
    /// A value is not a string.
    case notAString = "resource.not-a-string"
  }

  /// What is wrong.
  public let code: Code
  /// The section.
  public let section: String
  /// The key; empty if the finding is about the whole section.
  public let key: String
  /// What happened, as a sentence.
  public let message: String
}
