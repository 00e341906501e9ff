import AsyncHTTPClient
import NIOCore
import NIOPosix
import NIOSSL

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
