#if canImport(CLibCurl)
  import Basics
  import CLibCurl
  import HTTPMessages

  /// Says what the errors of libcurl mean: which host failed and how, and what a person can do.
  struct TransportErrors {
    /// The code, a sentence, and what to do; no hint if the code says enough.
    private typealias Meaning = (code: TransportError.Code, message: String, hint: String?)

    private static let proxyHint = "Check the proxy's address (HTTPS_PROXY), or leave the proxy out."

    let url: HTTPURL
    let exchange: CurlExchange

    func error(for failure: CurlFailure, label: String) -> TransportError {
      let (code, message, hint) = meaning(of: failure)
      return TransportError(
        code, delivery: delivery(failure), request: label, message: message, hint: hint,
        cause: failure.words.isEmpty ? nil : Excerpt.visible(failure.words))
    }

    private func delivery(_ failure: CurlFailure) -> TransportError.Delivery {
      if case .tooLarge = failure.reason { return exchange.request.method == "GET" ? .definite : .unconfirmed }
      // No server carries out a request whose body was never sent.
      return exchange.hasBody
        ? failure.isBodyTaken ? .unconfirmed : .notSent : failure.isBegun ? .unconfirmed : .notSent
    }

    // MARK: - Sentences

    private var host: String { url.origin.shortName }
    private var proxy: String? { exchange.proxy?.shortName }

    private func meaning(of failure: CurlFailure) -> Meaning {
      switch failure.reason {
      case .tooLarge, .curl(CURLE_BAD_CONTENT_ENCODING):
        let most = exchange.request.maximumResponseSize
        return (.tooLarge, "the answer has more than \(most) bytes, or does not decompress", nil)
      case .cancelled: return (.cancelled, "the call was cancelled", nil)
      case .late:
        return (.timeout, "no complete answer from \(host) within \(exchange.request.timeout.inSeconds) s", nil)
      case .idle: return (.timeout, "\(host) stopped answering", nil)
      case .stopped: return (.unreachable, "\(host): the transport was shut down", nil)
      case .noMemory, .curl(CURLE_OUT_OF_MEMORY):
        return (.memory, "there is not enough memory for a connection to \(host)", nil)
      case .curl where failure.systemError == ENOMEM:
        return (.memory, "there is not enough memory for a connection to \(host): \(reason(of: failure))", nil)
      case .curl(let result) where !failure.isBegun: return meaning(ofConnecting: result, failure)
      case .curl(CURLE_GOT_NOTHING):
        return (
          .connectionLost, "\(host) closed the connection without an answer",
          url.origin.scheme == "http" ? "If the server expects https, write https:// in the base URL." : nil
        )
      case .curl: return (.connectionLost, "the connection to \(host) broke: \(reason(of: failure))", nil)
      }
    }

    /// The meaning of an error before there was a connection on which the request could be sent.
    private func meaning(ofConnecting result: CURLcode, _ failure: CurlFailure) -> Meaning {
      if let proxy, failure.proxyStatus != 0, failure.proxyStatus / 100 != 2 {
        if failure.proxyStatus == 407 {
          return (
            .unreachable, "the proxy \(proxy) requires a user name and a password",
            "Put them into the proxy's address: http://user:password@\(proxy)."
          )
        }
        return (.unreachable, "the proxy \(proxy) did not connect to \(host)", Self.proxyHint)
      }
      switch result {
      case CURLE_OPERATION_TIMEDOUT:
        if let proxy { return (.unreachable, "the proxy \(proxy) did not connect to \(host) in time", Self.proxyHint) }
        return (.unreachable, "\(host) cannot be reached: it did not answer in time", nil)
      case CURLE_COULDNT_RESOLVE_PROXY:
        return (
          .unreachable, "the proxy \(proxy ?? "") cannot be reached: no address is known for this name", Self.proxyHint
        )
      case CURLE_COULDNT_RESOLVE_HOST:
        return (
          .unreachable, "\(host) cannot be reached: no address is known for this name",
          "Check the spelling of the name in the base URL, and that this machine is online."
        )
      case CURLE_PEER_FAILED_VERIFICATION: return (.tls, "the certificate of \(host) is not trusted", nil)
      case CURLE_SSL_CACERT_BADFILE:
        if let path = exchange.options.certificateFile {
          return (.configuration, "\(Excerpt.visible(path)) has no certificates in PEM that can be read", nil)
        }
        return (
          .tls,
          "the certificate of \(host) cannot be checked, because no CA certificates are installed on this machine",
          "Install them (on Debian and Ubuntu: `apt-get install ca-certificates`), or name a file of them with "
            + "SSL_CERT_FILE."
        )
      case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM, CURLE_SSL_INVALIDCERTSTATUS:
        if Self.isNoTLS(failure) {
          return (
            .tls, "\(host) does not speak https on this port",
            "Use the port for https. A server on this machine may also be named with http://."
          )
        }
        return (.tls, "no TLS connection to \(host) could be made: \(reason(of: failure))", nil)
      case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
        return (.configuration, "libcurl cannot send to \(host): \(reason(of: failure))", nil)
      default:
        if let proxy {
          return (.unreachable, "the proxy \(proxy) cannot be reached: \(reason(of: failure))", Self.proxyHint)
        }
        return (.unreachable, "\(host) cannot be reached: \(reason(of: failure))", nil)
      }
    }

    /// Whether the server answered the handshake with something else. OpenSSL's codes for that are `SSL_R_WRONG_VERSION_NUMBER`
    /// and `SSL_R_HTTP_REQUEST`; other libraries below libcurl have none.
    private static func isNoTLS(_ failure: CurlFailure) -> Bool {
      ["0A00010B", "0A00009C"].contains { failure.words.contains("error:\($0):") }
    }

    /// The system's reason in a few words, or else libcurl's.
    private func reason(of failure: CurlFailure) -> String {
      if failure.systemError != 0 { return String(cString: strerror(failure.systemError)) }
      if !failure.words.isEmpty { return Excerpt.visible(failure.words) }
      guard case .curl(let result) = failure.reason else { return "\(failure.reason)" }
      return String(cString: curl_easy_strerror(result))
    }
  }
#endif
