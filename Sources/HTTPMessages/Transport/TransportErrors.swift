import AsyncHTTPClient
import Basics
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Translates the errors of async-http-client, and of the layers below it, for a call.
enum TransportErrors {
  /// The error for a failed exchange.
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

/// The sentences about a failed exchange: which host failed and how, and what a person can do.
struct ExchangeWords {
  /// A sentence, and what to do; nil if the error's code says that.
  typealias Sentences = (message: String, hint: String?)

  let url: HTTPURL
  /// The proxy that the request went through; nil for none.
  let proxy: ProxySettings?
  let timeout: Duration

  /// The server's host.
  var host: String { url.origin.shortName }

  /// The sentence for an answer that was not complete in time.
  var lateAnswer: String { "no whole answer from \(host) within \(timeout.inSeconds) s" }

  private static let proxyHint = "Check the proxy's address (HTTPS_PROXY), or leave the proxy out."

  /// The sentences for a connection that was not made.
  func sentences(forConnecting error: any Error) -> Sentences {
    let reason = shownReason(of: error)
    if let proxy { return ("the proxy \(proxy.shortName) cannot be reached: \(reason)", Self.proxyHint) }
    if let error = error as? NIOConnectionError, error.dnsAError != nil || error.dnsAAAAError != nil {
      return (
        "\(host) cannot be reached: no address is known for this name",
        "Check the spelling of the name in the base URL, and that this machine is online."
      )
    }
    return ("\(host) cannot be reached: \(reason)", nil)
  }

  /// Whether an error says that the system has no certificates of authorities, which TLS needs to check a server's.
  ///
  /// BoringSSL gives no reason: the list of its errors is empty.
  static func lacksAuthorities(_ error: any Error) -> Bool {
    let error = (error as? NIOConnectionError)?.connectionErrors.first?.error ?? error
    if case BoringSSLError.unknownError(let reasons) = error { return reasons.isEmpty }
    return false
  }

  /// The sentences for a system without certificates of authorities.
  var sentencesForNoAuthorities: Sentences {
    (
      "the certificate of \(host) cannot be checked, as this machine has no certificates of authorities",
      "Install them (on Debian and Ubuntu: `apt-get install ca-certificates`), or name a file of them with --ca-file "
        + "(SSL_CERT_FILE)."
    )
  }

  /// The sentences for a failed handshake of TLS.
  func sentences(forHandshake error: any Error) -> Sentences {
    let text = "\(error)"
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
      return (
        "\(host) does not speak https on this port",
        "Use the port for https. A server on this machine may also be named with http://."
      )
    }
    if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate") {
      return ("the certificate of \(host) is not trusted", nil)
    }
    return ("no TLS connection to \(host) could be made: \(shownReason(of: error))", nil)
  }

  /// The sentences for an error of async-http-client itself.
  func sentences(for error: HTTPClientError) -> Sentences {
    let proxy = proxy?.shortName ?? "the proxy"
    switch error {
    case .invalidProxyResponse: return ("the proxy \(proxy) did not connect to \(host)", Self.proxyHint)
    case .proxyAuthenticationRequired:
      return (
        "the proxy \(proxy) requires a user name and a password",
        "Put them into the proxy's address: http://user:password@\(proxy)."
      )
    case .httpProxyHandshakeTimeout:
      return ("the proxy \(proxy) did not connect to \(host) in time", Self.proxyHint)
    case .connectTimeout where self.proxy != nil:
      return ("the proxy \(proxy) cannot be reached: it did not answer in time", Self.proxyHint)
    case .connectTimeout: return ("\(host) cannot be reached: it did not answer in time", nil)
    case .deadlineExceeded: return (lateAnswer, nil)
    case .readTimeout: return ("\(host) stopped answering", nil)
    case .remoteConnectionClosed:
      return (
        "\(host) closed the connection without an answer",
        url.origin.scheme == "http" ? "If the server expects https, write https:// in the base URL." : nil
      )
    default: return ("\(host): \(error.shortDescription.lowercased())", nil)
    }
  }

  /// The reason of an error, to be shown.
  func shownReason(of error: any Error) -> String { Excerpt.visible(Self.reason(of: error)) }

  /// The reason of an error in a few words, without the addresses and types of the libraries.
  static func reason(of error: any Error) -> String {
    switch error {
    // The description of an IOError begins with the system call instead of the reason.
    case let error as IOError: return String(cString: strerror(error.errnoCode))
    case let error as NIOConnectionError:
      if let first = error.connectionErrors.first { return reason(of: first.error) }
      return (error.dnsAError ?? error.dnsAAAAError).map { "\($0)" } ?? "\(error)"
    case ChannelError.connectTimeout: return "it did not answer in time"
    default: return openSSLReason(in: "\(error)") ?? "\(error)"
    }
  }

  /// The reason that BoringSSL gives, as in `…:OPENSSL_internal:WRONG_VERSION_NUMBER at file.c:1`.
  private static func openSSLReason(in text: String) -> String? {
    guard let mark = text.firstRange(of: "OPENSSL_internal:") else { return nil }
    let reason = text[mark.upperBound...].prefix { $0 != " " && $0 != "]" }
    return reason.isEmpty ? nil : reason.lowercased().replacing("_", with: " ")
  }
}

/// Finds out whether memory is missing, for errors of other libraries that do not say so.
package enum Memory {
  /// Whether the system can provide a number of bytes now. They are released again.
  package static func gives(_ count: Int) -> Bool {
    let place = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let place, place != MAP_FAILED else { return false }
    munmap(place, count)
    return true
  }

  /// Whether an error means that there is not enough memory.
  static func isMissing(_ error: any Error) -> Bool {
    switch error {
    case let error as IOError: error.errnoCode == ENOMEM
    // The system's certificates were readable before, so the cause must be another one.
    case NIOSSLError.failedToLoadCertificate: !gives(4 << 20)
    case is NIOSSLError, is BoringSSLError: "\(error)".lowercased().contains("malloc failure")
    default: false
    }
  }
}
