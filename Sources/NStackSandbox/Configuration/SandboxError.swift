/// An error that keeps the sandbox from starting.
package struct SandboxError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `sandbox.port`.
  package struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    package let rawValue: String

    /// Creates a code from its name.
    package init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of error.
  package let code: Code
  /// What happened, as a sentence.
  package let message: String
  /// The underlying error, in the words of the library that reported it.
  package let cause: String?

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String, cause: String? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The error in one line.
  package var description: String {
    cause.map { "\(message): \($0)" } ?? message
  }
}
