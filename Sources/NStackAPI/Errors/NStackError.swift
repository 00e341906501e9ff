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
  /// - Parameter retryAfter: How long the server accepts no calls; nil if that is not the reason.
  package init(
    _ error: TransportError, request: String? = nil, host: String? = nil, retryAfter: Duration? = nil
  ) {
    self.init(
      Code(error.code), delivery: error.delivery, request: request ?? error.request, message: error.message,
      retryAfter: retryAfter, host: host, hint: error.hint, cause: error.cause)
  }

  /// The error in one line.
  public var description: String {
    status.map { "\(request): status \($0): \(message)" } ?? "\(request): \(message)"
  }
}

/// The codes of this module, by family. The article *Error codes* of TranslationReview says what to do about each.
extension NStackError.Code {
  // MARK: - On the way to the server and back

  /// No request reached the server: its name was not found, or it refused the connection.
  public static let unreachable = Self(TransportError.Code.unreachable)
  /// The server and the client could not agree on TLS. Nothing was sent.
  public static let tls = Self(TransportError.Code.tls)
  /// No answer came within the time allowed.
  public static let timeout = Self(TransportError.Code.timeout)
  /// The connection broke before the answer was whole.
  public static let connectionLost = Self(TransportError.Code.connectionLost)
  /// The caller cancelled the call.
  public static let cancelled = Self(TransportError.Code.cancelled)
  /// The call was withdrawn before it was sent, because its reason no longer held.
  public static let withdrawn = Self(rawValue: "net.withdrawn")
  /// The answer is a redirect that is not followed.
  public static let redirect = Self(rawValue: "net.redirect")
  /// The answer is larger than the limit.
  public static let tooLarge = Self(TransportError.Code.tooLarge)
  /// The answer is not one of NStack's: not JSON, of another shape, or about another text.
  public static let badBody = Self(rawValue: "net.bad-body")

  // MARK: - In the server's answer

  /// 401: the server refused the credentials.
  public static let unauthorized = Self(rawValue: "api.unauthorized")
  /// 401 or 403 to the deletion of a proposal that another guid made.
  public static let notOwner = Self(rawValue: "api.not-owner")
  /// 403: the server forbids the call.
  public static let forbidden = Self(rawValue: "api.forbidden")
  /// 404 or 445: the server does not have what was asked for.
  public static let notFound = Self(rawValue: "api.not-found")
  /// 400, 409, 412 or 422: the server understood the call and refused it.
  public static let rejected = Self(rawValue: "api.rejected")
  /// 429: too many calls.
  public static let rateLimited = Self(rawValue: "api.rate-limited")
  /// 5xx: the server failed.
  public static let server = Self(rawValue: "api.server")
  /// Any other status.
  public static let unexpectedStatus = Self(rawValue: "api.unexpected-status")
  /// The application, or one of its languages, has no texts.
  public static let noTexts = Self(rawValue: "api.no-texts")
  /// A proposal is still listed although the server answered that it is deleted or gone, or it is for another platform.
  public static let notDeleted = Self(rawValue: "api.not-deleted")

  // MARK: - On this machine

  /// The configuration cannot be used: a value is not a URL, or plain http goes to another machine.
  public static let configuration = Self(TransportError.Code.configuration)
  /// The table of hosts does not have a stage, country, service or host.
  public static let unknownHost = Self(rawValue: "api.unknown-host")
  /// A row of a table of hosts cannot be used.
  public static let hostTable = Self(rawValue: "api.host-table")
  /// The system provides no more memory. The error's delivery says whether anything was sent.
  public static let memory = Self(TransportError.Code.memory)
}
