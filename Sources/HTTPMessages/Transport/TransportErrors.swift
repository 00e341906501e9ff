import AsyncHTTPClient
import Basics
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// Says what the errors of async-http-client, and of the layers below it, mean: which host failed and how, and what a person
/// can do.
struct TransportErrors {
  /// The code, a sentence, and what to do; nil if the code says that.
  private typealias Meaning = (code: TransportError.Code, message: String, hint: String?)

  private let url: HTTPURL
  /// The proxy that the request went through; nil for none.
  private let proxy: ProxySettings?
  private let request: TransportRequest

  static func error(
    for error: any Error, progress: ExchangeProgress, url: HTTPURL, proxy: ProxySettings? = nil, label: String,
    request: TransportRequest
  ) -> TransportError {
    let (code, message, hint) = TransportErrors(url: url, proxy: proxy, request: request).meaning(of: error)
    return TransportError(
      code, delivery: delivery(error, progress, isRead: request.method == "GET"), request: label, message: message,
      hint: hint, cause: shownReason(of: error))
  }

  private static func delivery(_ error: any Error, _ progress: ExchangeProgress, isRead: Bool)
    -> TransportError.Delivery
  {
    if error is ExchangeProgress.TooLarge { return isRead ? .definite : .inDoubt }
    if progress.isTaken { return .inDoubt }
    // No server carries out a request whose body was never sent. A request without a body is complete with its head, and
    // nothing tells when that is sent, so only an error from before the connection proves that it was not.
    let isBefore = isConnectFailure(error) || isHandshakeFailure(error) || lacksAuthorities(error)
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

  /// Whether an error says that the system has no certificates of authorities, which TLS needs to check a server's.
  /// BoringSSL gives no reason: the list of its errors is empty.
  private static func lacksAuthorities(_ error: any Error) -> Bool {
    let error = (error as? NIOConnectionError)?.connectionErrors.first?.error ?? error
    if case BoringSSLError.unknownError(let reasons) = error { return reasons.isEmpty }
    return false
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

  // MARK: - Sentences

  private static let proxyHint = "Check the proxy's address (HTTPS_PROXY), or leave the proxy out."

  private var host: String { url.origin.shortName }
  private var lateAnswer: String { "no whole answer from \(host) within \(request.timeout.inSeconds) s" }

  private func meaning(of error: any Error) -> Meaning {
    let reason = Self.shownReason(of: error)
    switch error {
    case is ExchangeProgress.TooLarge, is NIOHTTPDecompression.DecompressionError:
      return (.tooLarge, "the answer has more than \(request.maximumResponseSize) bytes, or does not decompress", nil)
    case is CancellationError: return (.cancelled, "the call was cancelled", nil)
    case is ExchangeTimeout: return (.timeout, lateAnswer, nil)
    case _ where Memory.isMissing(error):
      return (.memory, "there is not enough memory for a connection to \(host): \(reason)", nil)
    case let error as HTTPClientError: return meaning(ofClientError: error)
    case _ where Self.lacksAuthorities(error):
      return (
        .tls, "the certificate of \(host) cannot be checked, as this machine has no certificates of authorities",
        "Install them (on Debian and Ubuntu: `apt-get install ca-certificates`), or name a file of them with --ca-file "
          + "(SSL_CERT_FILE)."
      )
    case _ where Self.isHandshakeFailure(error): return meaning(ofHandshakeError: "\(error)", reason)
    case _ where Self.isConnectFailure(error):
      if let proxy {
        return (.unreachable, "the proxy \(proxy.shortName) cannot be reached: \(reason)", Self.proxyHint)
      }
      if let error = error as? NIOConnectionError, error.dnsAError != nil || error.dnsAAAAError != nil {
        return (
          .unreachable, "\(host) cannot be reached: no address is known for this name",
          "Check the spelling of the name in the base URL, and that this machine is online."
        )
      }
      return (.unreachable, "\(host) cannot be reached: \(reason)", nil)
    default: return (.connectionLost, "the connection to \(host) broke: \(reason)", nil)
    }
  }

  private func meaning(ofHandshakeError text: String, _ reason: String) -> Meaning {
    if text.contains("WRONG_VERSION_NUMBER") || text.contains("HTTP_REQUEST") {
      return (
        .tls, "\(host) does not speak https on this port",
        "Use the port for https. A server on this machine may also be named with http://."
      )
    }
    if text.contains("CERTIFICATE_VERIFY_FAILED") || text.contains("unableToValidateCertificate") {
      return (.tls, "the certificate of \(host) is not trusted", nil)
    }
    return (.tls, "no TLS connection to \(host) could be made: \(reason)", nil)
  }

  private func meaning(ofClientError error: HTTPClientError) -> Meaning {
    let code = Self.code(of: error)
    let proxy = proxy?.shortName ?? "the proxy"
    switch error {
    case .invalidProxyResponse: return (code, "the proxy \(proxy) did not connect to \(host)", Self.proxyHint)
    case .proxyAuthenticationRequired:
      return (
        code, "the proxy \(proxy) requires a user name and a password",
        "Put them into the proxy's address: http://user:password@\(proxy)."
      )
    case .httpProxyHandshakeTimeout:
      return (code, "the proxy \(proxy) did not connect to \(host) in time", Self.proxyHint)
    case .connectTimeout where self.proxy != nil:
      return (code, "the proxy \(proxy) cannot be reached: it did not answer in time", Self.proxyHint)
    case .connectTimeout: return (code, "\(host) cannot be reached: it did not answer in time", nil)
    case .deadlineExceeded: return (code, lateAnswer, nil)
    case .readTimeout: return (code, "\(host) stopped answering", nil)
    case .remoteConnectionClosed:
      return (
        code, "\(host) closed the connection without an answer",
        url.origin.scheme == "http" ? "If the server expects https, write https:// in the base URL." : nil
      )
    default: return (code, "\(host): \(error.shortDescription.lowercased())", nil)
    }
  }

  private static func shownReason(of error: any Error) -> String { Excerpt.visible(reason(of: error)) }

  /// The reason of an error in a few words, without the addresses and types of the libraries.
  private static func reason(of error: any Error) -> String {
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
    let memory = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let memory, memory != MAP_FAILED else { return false }
    munmap(memory, count)
    return true
  }

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
