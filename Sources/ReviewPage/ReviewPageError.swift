/// An error of the review page: one that keeps it from starting, or an answer that refuses a request.
package struct ReviewPageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `review.token`.
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
  /// What happened and what to do, in sentences.
  package let message: String

  /// Creates an error from its parts.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
