/// What went wrong in a call to NStack.
public struct NStackError: Error, Sendable, CustomStringConvertible {
  /// The kind of error.
  public enum Code: String, Sendable {
    /// No request reached the server: name not found, connection refused, TLS refused.
    case unreachable = "net.unreachable"
    /// TLS could not be agreed upon; nothing was sent.
    case tls = "net.tls"
    /// No answer within the time allowed.
    case timeout = "net.timeout"
    /// The connection broke before the answer was whole.
    case connectionLost = "net.connection-lost"
    /// The caller cancelled the call.
    case cancelled = "net.cancelled"
    /// The caller took the call back before it left, as what it rested on had changed.
    case withdrawn = "net.withdrawn"
    /// The answer was a redirect that is not followed.
    case redirect = "net.redirect"
    /// The answer is larger than the limit.
    case tooLarge = "net.too-large"
    /// The answer is not what NStack answers: no JSON, another shape, another text's data.
    case badBody = "net.bad-body"
    /// 401 on a call that needs credentials.
    case unauthorized = "api.unauthorized"
    /// 401 or 403 on the delete of a proposal that another guid made.
    case notOwner = "api.not-owner"
    /// 403.
    case forbidden = "api.forbidden"
    /// 404 or 445.
    case notFound = "api.not-found"
    /// 400, 409, 412, 422: the server understood and said no.
    case rejected = "api.rejected"
    /// 429.
    case rateLimited = "api.rate-limited"
    /// 5xx.
    case server = "api.server"
    /// Any other status.
    case unexpectedStatus = "api.unexpected-status"
    /// The system gives no more memory; nothing was sent, or it is not known what became of it.
    case memory = "io.memory"
    /// The application, or a language of it, has no texts.
    case noTexts = "api.no-texts"
    /// A proposal is listed still although the server answered that it is deleted or gone, or is one of another platform.
    case notDeleted = "api.not-deleted"
    /// The configuration cannot be used: a URL that is none, plain http off loopback.
    case configuration = "api.configuration"
  }

  /// What is known of a request whose call failed.
  public enum Delivery: String, Sendable {
    /// No byte of it left, or the server refused it before doing anything: safe to send again.
    case notSent
    /// The server answered it: what the answer says is so.
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
  /// The status of the answer; nil where there was none.
  public let status: Int?
  /// What was found, as a sentence, with the server's own words where there are some.
  public let message: String
  /// How long the server asked to wait (`Retry-After`), at most 100 years; nil where it did not.
  public let retryAfter: Duration?
  /// The error below.
  public let cause: String?

  /// Makes an error of its fields.
  public init(
    _ code: Code, delivery: Delivery, request: String, status: Int? = nil, message: String, retryAfter: Duration? = nil,
    cause: String? = nil
  ) {
    self.code = code
    self.delivery = delivery
    self.request = request
    self.status = status
    self.message = message
    self.retryAfter = retryAfter
    self.cause = cause
  }

  /// The same error under the name that the caller has for the request.
  func naming(_ request: String) -> NStackError {
    NStackError(
      code, delivery: delivery, request: request, status: status, message: message, retryAfter: retryAfter,
      cause: cause)
  }

  /// The error in one line.
  public var description: String {
    status.map { "\(request): status \($0): \(message)" } ?? "\(request): \(message)"
  }
}
