/// An error of a call: on the way to a server and back, or in what the server answered.
///
/// A transport reports only failures on the way; the client decides whether a status is an error.
public struct TransportError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `net.timeout`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What is known of the request of a failed call.
  public enum Delivery: String, Sendable {
    /// No byte of the request was sent, or the server refused it without doing anything. It is safe to send again.
    case notSent
    /// The server answered, and the answer is reliable.
    case definite
    /// The request may or may not have been carried out.
    case unconfirmed
  }

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
  package let retryAfter: Duration?
  /// The host that was called, with its port unless that is the scheme's default; nil if no host was called.
  package let host: String?
  /// What a person can do, as a sentence; nil if the code alone says it.
  public let hint: String?
  /// The underlying error, in the words of the library that reported it.
  package let cause: String?
  /// Whether a web page came instead of an answer, such as from a proxy, a firewall or a network's log-in page.
  package var isWebPage = false

  /// Creates an error from its parts.
  public init(
    _ code: Code, delivery: Delivery, request: String, status: Int? = nil, message: String, retryAfter: Duration? = nil,
    host: String? = nil, hint: String? = nil, cause: String? = nil
  ) {
    (self.code, self.delivery, self.request, self.status) = (code, delivery, request, status)
    (self.message, self.retryAfter, self.host, self.hint, self.cause) = (message, retryAfter, host, hint, cause)
  }

  /// The error for an unusable value, before anything is sent.
  package static func unusable(_ message: String, request: String = "configuration") -> TransportError {
    TransportError(.configuration, delivery: .notSent, request: request, message: message)
  }

  /// The error in one line.
  public var description: String { status.map { "\(request): status \($0): \(message)" } ?? "\(request): \(message)" }
}

/// The codes of this module, by family. The article *Error codes* of TranslationReview says what to do about each.
extension TransportError.Code {
  // MARK: - On the way to the server and back

  /// No request reached the server: its name was not found, or it refused the connection.
  package static let unreachable = Self(rawValue: "net.unreachable")
  /// The server and the client could not agree on TLS. Nothing was sent.
  package static let tls = Self(rawValue: "net.tls")
  /// No answer came within the time allowed.
  public static let timeout = Self(rawValue: "net.timeout")
  /// The connection broke before the answer was complete.
  package static let connectionLost = Self(rawValue: "net.connection-lost")
  /// The caller cancelled the call.
  package static let cancelled = Self(rawValue: "net.cancelled")
  /// The answer is larger than the limit.
  package static let tooLarge = Self(rawValue: "net.too-large")

  // MARK: - On this machine

  /// The configuration cannot be used: a value is not a URL, or a file of certificates or a proxy cannot be used.
  public static let configuration = Self(rawValue: "api.configuration")
  /// The system provides no more memory. The error's delivery says whether anything was sent.
  public static let memory = Self(rawValue: "io.memory")
}
