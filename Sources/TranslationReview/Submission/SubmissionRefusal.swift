/// The reason why a submission sent nothing at all.
public struct SubmissionRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `plan.strict`. If the journal could not be started, it is the name of the
  /// ``JournalError/Code``.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of refusal.
  public let code: Code
  /// The reason, in a sentence.
  public let message: String

  /// The reason.
  public var description: String { message }

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension SubmissionRefusal.Code {
  /// The plan has more deletes than ``SubmissionOptions/maximumDeletes``.
  public static let tooManyDeletes = Self(rawValue: "plan.too-many-deletes")
  /// The submission is strict, and the plan has a refused row, a file that was left out, or another error.
  public static let strict = Self(rawValue: "plan.strict")
  /// The submission refuses findings of checks, and the plan has one.
  public static let findings = Self(rawValue: "plan.findings")
}
