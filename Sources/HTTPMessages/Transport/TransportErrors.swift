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
  ///
  /// - Parameter proxy: The proxy that the request went through; nil for none.
  static func error(
    for error: any Error, progress: ExchangeProgress, url: HTTPURL, proxy: ProxySettings? = nil, label: String,
    request: TransportRequest
  ) -> TransportError {
    let delivery = self.delivery(error, progress, isRead: request.method == "GET")
    let words = ExchangeWords(url: url, proxy: proxy, timeout: request.timeout)
    func failure(_ code: TransportError.Code, _ message: String, hint: String? = nil) -> TransportError {
      TransportError(
        code, delivery: delivery, request: label, message: message, hint: hint,
        cause: words.shownReason(of: error))
    }
    switch error {
    case is ExchangeProgress.TooLarge, is NIOHTTPDecompression.DecompressionError:
      return failure(.tooLarge, "the answer has more than \(request.maximumResponseSize) bytes, or does not decompress")
    case is CancellationError: return failure(.cancelled, "the call was cancelled")
    case is ExchangeTimeout: return failure(.timeout, words.lateAnswer)
    case _ where Memory.isMissing(error):
      return failure(
        .memory, "there is not enough memory for a connection to \(words.host): \(words.shownReason(of: error))")
    case let error as HTTPClientError:
      let (message, hint) = words.sentences(for: error)
      return failure(code(of: error), message, hint: hint)
    case _ where ExchangeWords.lacksAuthorities(error):
      let (message, hint) = words.sentencesForNoAuthorities
      return failure(.tls, message, hint: hint)
    case _ where isHandshakeFailure(error):
      let (message, hint) = words.sentences(forHandshake: error)
      return failure(.tls, message, hint: hint)
    case _ where isConnectFailure(error):
      let (message, hint) = words.sentences(forConnecting: error)
      return failure(.unreachable, message, hint: hint)
    default:
      return failure(.connectionLost, "the connection to \(words.host) broke: \(words.shownReason(of: error))")
    }
  }

  private static func delivery(
    _ error: any Error, _ progress: ExchangeProgress, isRead: Bool
  ) -> TransportError.Delivery {
    if error is ExchangeProgress.TooLarge { return isRead ? .definite : .inDoubt }
    if progress.isTaken { return .inDoubt }
    // No server carries out a request whose body was never sent. A request without a body is complete with its head, and
    // nothing tells when that is sent, so only an error from before the connection proves that it was not.
    let isBefore = isConnectFailure(error) || isHandshakeFailure(error) || ExchangeWords.lacksAuthorities(error)
    return progress.hasBody || isBefore ? .notSent : .inDoubt
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
}
