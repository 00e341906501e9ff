/// A ``CodedError`` of any library.
package protocol AnyCodedError: Error {
  var codeName: String { get }
  /// What happened and where, as a sentence.
  var message: String { get }
  /// What to do, as a sentence; nil if the message says it.
  var hint: String? { get }
  /// The underlying error, in the words of the library that reported it.
  var cause: String? { get }
}

/// An error with a stable code: what happened, what to do about it, and the error below it.
///
/// A library declares its codes and names the error after its subject: `typealias JournalError = CodedError<JournalErrorCode>`.
/// Each such library re-exports this type, so its users need no other import.
public struct CodedError<ErrorCode>: Error, Hashable, Sendable, CustomStringConvertible
where ErrorCode: RawRepresentable<String> & Hashable & Sendable {
  /// A stable name to switch on, such as `journal.locked`.
  public typealias Code = ErrorCode

  /// The kind of error.
  public let code: Code
  /// What happened and where, as a sentence.
  public let message: String
  /// What to do, as a sentence; nil if the message says it.
  public let hint: String?
  /// The underlying error, in the words of the library that reported it.
  package let cause: String?

  /// Creates an error from its fields.
  package init(_ code: Code, _ message: String, hint: String? = nil, cause: String? = nil) {
    (self.code, self.message, self.hint, self.cause) = (code, message, hint, cause)
  }

  /// The message, the cause in brackets, and the hint.
  public var description: String {
    [cause.map { "\(message) (\($0))" } ?? message, hint].compactMap(\.self).joined(separator: " ")
  }
}

extension CodedError: AnyCodedError { package var codeName: String { code.rawValue } }
