/// What keeps the sandbox from starting.
public struct SandboxError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable {
    /// The folder or a file in it is missing or is not NStack-shaped.
    case texts = "sandbox.texts"
    /// The database was filled from other texts than those that were named.
    case otherTexts = "sandbox.other-texts"
    /// The database cannot be opened or written.
    case database = "sandbox.database"
    /// A fault is not written as faults are.
    case fault = "sandbox.fault"
    /// The port is taken or may not be used.
    case port = "sandbox.port"
  }

  /// The kind of error.
  public let code: Code
  /// What was found, as a sentence.
  public let message: String
  /// The error below.
  public let cause: String?

  /// Makes an error of its fields.
  public init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The error in one line.
  public var description: String {
    cause.map { "\(message): \($0)" } ?? message
  }
}
