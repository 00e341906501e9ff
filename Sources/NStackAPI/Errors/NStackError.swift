public import HTTPMessages

/// An error in a call to NStack.
public struct NStackError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `net.timeout` or `api.not-owner`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The code of the transport's error, by the same name.
    init(_ code: TransportError.Code) {
      rawValue = code.rawValue
    }
  }

  /// What is known of the request of a failed call.
  public typealias Delivery = TransportError.Delivery

  /// The kind of error.
  public let code: Code
  /// What is known of the request.
  public let delivery: Delivery
  /// The method and path of the request, without query; never a header.
  public let request: String
  /// The status of the answer; nil if there was none.
  public let status: Int?
  /// What happened, as a sentence, with the server's own words if there are any.
  public let message: String
  /// How long the server asked to wait (`Retry-After`), at most 100 years; nil if it did not.
  public let retryAfter: Duration?
  /// The host that was called, with its port unless that is the scheme's own; nil if no host was called.
  public let host: String?
  /// What a person can do, as a sentence; nil if the code alone says it.
  public let hint: String?
  /// The underlying error, in the words of the library that reported it.
  public let cause: String?

  /// Creates an error from its parts.
  public init(
    _ code: Code, delivery: Delivery, request: String, status: Int? = nil, message: String, retryAfter: Duration? = nil,
    host: String? = nil, hint: String? = nil, cause: String? = nil
  ) {
    self.code = code
    self.delivery = delivery
    self.request = request
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
    self.host = host
    self.hint = hint
    self.cause = cause
  }

  /// The error of a transport. Its code, its sentence and what is known of the request stay.
  ///
  /// - Parameters:
  ///   - request: The name that the caller has for the request; nil for the transport's own.
  ///   - host: The host that was called.
  package init(_ error: TransportError, request: String? = nil, host: String? = nil) {
    self.init(
      Code(error.code), delivery: error.delivery, request: request ?? error.request, message: error.message, host: host,
      hint: error.hint, cause: error.cause)
  }

  /// The error in one line.
  public var description: String {
    status.map { "\(request): status \($0): \(message)" } ?? "\(request): \(message)"
  }
}
