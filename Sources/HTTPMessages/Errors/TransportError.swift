/// An error on the way to a server and back. What the server answers is not an error of the transport, whatever its status.
public struct TransportError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `net.timeout`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What is known of the request of a failed call.
  public enum Delivery: String, Sendable {
    /// No byte of it was sent, or the server refused it before it did anything. It is safe to send again.
    case notSent
    /// The server answered, and the answer is reliable.
    case definite
    /// It may or may not have been carried out.
    case inDoubt
  }

  /// The kind of error.
  public let code: Code
  /// What is known of the request.
  public let delivery: Delivery
  /// The method and path of the request, without query; never a header.
  public let request: String
  /// What happened, as a sentence.
  public let message: String
  /// What a person can do, as a sentence; nil if the code alone says it.
  public let hint: String?
  /// The underlying error, in the words of the library that reported it.
  public let cause: String?

  /// Creates an error from its parts.
  public init(
    _ code: Code, delivery: Delivery, request: String, message: String, hint: String? = nil, cause: String? = nil
  ) {
    self.code = code
    self.delivery = delivery
    self.request = request
    self.message = message
    self.hint = hint
    self.cause = cause
  }

  /// The error in one line.
  public var description: String { "\(request): \(message)" }
}
