import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Translates the errors of async-http-client, and of the layers below it, for a call.
enum TransportErrors {
  /// The error for a failed exchange.
  static func error(
    for error: any Error, progress: ExchangeProgress, url: HTTPURL, label: String, request: TransportRequest
  ) -> TransportError {
    let delivery = self.delivery(error, progress, isRead: request.method == "GET")
    let host = "\(url.origin.host):\(url.origin.port)"
    // The description of an IOError begins with the system call instead of the reason.
    let cause = (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
    func failure(_ code: TransportError.Code, _ message: String) -> TransportError {
      TransportError(code, delivery: delivery, request: label, message: message, cause: Excerpt.visible(cause))
    }
    switch error {
    case is ExchangeProgress.TooLarge, is NIOHTTPDecompression.DecompressionError:
      return failure(.tooLarge, "the answer has more than \(request.maximumResponseSize) bytes, or does not decompress")
    case is CancellationError: return failure(.cancelled, "the call was cancelled")
    case is ExchangeTimeout:
      return failure(.timeout, "no whole answer from \(host) within \(request.timeout.inSeconds) s")
    case _ where Memory.isMissing(error):
      return failure(.memory, "there is not enough memory for a connection to \(host): \(Excerpt.visible(cause))")
    case let error as HTTPClientError: return failure(code(of: error), message(of: error, host))
    case _ where isHandshakeFailure(error):
      return failure(.tls, "no TLS connection to \(host) could be made: \(Excerpt.visible(cause))")
    case _ where isConnectFailure(error):
      return failure(.unreachable, "\(host) cannot be reached: \(Excerpt.visible(cause))")
    default:
      return failure(.connectionLost, "the connection to \(host) broke: \(Excerpt.visible(cause))")
    }
  }

  private static func delivery(
    _ error: any Error, _ progress: ExchangeProgress, isRead: Bool
  ) -> TransportError.Delivery {
    if error is ExchangeProgress.TooLarge { return isRead ? .definite : .inDoubt }
    if progress.isTaken { return .inDoubt }
    // No server carries out a request whose body was never sent. A request without a body is complete with its head, and
    // nothing tells when that is sent, so only an error from before the connection proves that it was not.
    return progress.hasBody || isConnectFailure(error) || isHandshakeFailure(error) ? .notSent : .inDoubt
  }

  /// Whether an error can only occur before there is a connection.
  private static func isConnectFailure(_ error: any Error) -> Bool {
    switch error {
    case is NIOConnectionError, ChannelError.connectTimeout: true
    case let error as IOError: [ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EADDRNOTAVAIL].contains(error.errnoCode)
    case let error as HTTPClientError: [.unreachable, .tls, .configuration].contains(code(of: error))
    default: false
    }
  }

  private static func isHandshakeFailure(_ error: any Error) -> Bool {
    switch error {
    case NIOSSLError.handshakeFailed, NIOSSLError.unableToValidateCertificate, is NIOSSLExtraError: true
    default: false
    }
  }

  private static func code(of error: HTTPClientError) -> TransportError.Code {
    switch error {
    case .connectTimeout, .getConnectionFromPoolTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
      .unreachable
    case .invalidProxyResponse, .proxyAuthenticationRequired, .alreadyShutdown: .unreachable
    case .tlsHandshakeTimeout: .tls
    case .readTimeout, .writeTimeout, .deadlineExceeded: .timeout
    case .cancelled: .cancelled
    case .invalidURL, .emptyHost, .emptyScheme: .configuration
    default: .connectionLost
    }
  }

  private static func message(of error: HTTPClientError, _ host: String) -> String {
    "\(host): \(error.shortDescription.lowercased())"
  }
}
