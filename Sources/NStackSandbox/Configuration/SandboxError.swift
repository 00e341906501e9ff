/// An error that keeps the sandbox from starting.
public struct SandboxError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `sandbox.port`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of error.
  public let code: Code
  /// What happened, as a sentence.
  public let message: String
  /// The underlying error, in the words of the library that reported it.
  public let cause: String?

  /// Creates an error from its parts.
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
