public import Basics

/// The reason why a submission sent nothing at all.
public typealias SubmissionRefusal = CodedError<SubmissionRefusalCode>

/// The code of a ``SubmissionRefusal``. If the journal could not be started, it is the name of the ``JournalErrorCode``.
public struct SubmissionRefusalCode: RawRepresentable, Hashable, Sendable {
  /// The name in lower case, with its family before the dot.
  public let rawValue: String

  /// Creates a code from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

extension SubmissionRefusalCode {
  /// The plan has more deletes than ``SubmissionOptions/maximumDeletes``.
  public static let tooManyDeletes = Self(rawValue: "plan.too-many-deletes")
  /// The submission is strict, and the plan has a refused row, a file that was left out, or another error.
  public static let strict = Self(rawValue: "plan.strict")
  /// The submission refuses findings of checks, and the plan has one.
  public static let findings = Self(rawValue: "plan.findings")
}
