import NStackAPI

extension NStackError {
  /// The text about a failed call: what happened and where, what to do, and the call with its status in brackets.
  var told: (message: String, hint: String?, call: String?) {
    let (happened, advice, call) = parts
    // The sentence may end with a server's own words.
    let sentence = happened.last.map { ".!?".contains($0) } == true ? happened : happened + "."
    return (sentence, advice, call.map { "(\($0))" })
  }

  /// What happened, as a sentence without its full stop; what to do, nil if there is nothing to advise; the call, its status,
  /// and the server's message unless the sentence has it.
  private var parts: (happened: String, advice: String?, call: String?) {
    let host = host ?? "the server"
    let isRead = request.hasPrefix("GET ")
    let call = status.map { "\(request), status \($0)" } ?? request
    let whole = "\(call): \(message)"
    switch code {
    case .unauthorized:
      return (
        "\(host) refused the credentials",
        "Check NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY; `nstack-review doctor` says where each of them comes from.",
        whole
      )
    case .forbidden:
      return (
        "\(host) does not allow this call with these credentials",
        "Use a key that may make this call, or ask the administrator of the application in NStack for one.", whole
      )
    case .notFound where isRead:
      guard let platform, status != 404 else {
        return (
          "\(host) does not serve NStack's API at this address",
          "Check that the base URL is that of NStack's API, such as https://nstack.io, and the platform.", whole
        )
      }
      return (
        "\(host) does not have the platform \"\(platform)\" of this application",
        "Check the platform (`platform` of the settings, NSTACK_PLATFORM) and the application id.", whole
      )
    case .notFound:
      return (
        "\(host) does not have this text or proposal",
        "See what it has with `nstack-review proposals list`, or export again.", whole
      )
    case .rejected:
      return (
        "\(host) refused the call: \(message)",
        isRead ? "Check the base URL and the platform." : "Correct what it names.", call
      )
    case .rateLimited:
      return (
        "\(host) accepts no more calls for now", "Try again \(later), or make fewer calls with a lower NSTACK_RATE.",
        whole
      )
    case .server: return ("\(host) failed", "Try again \(later). If it fails again, tell whoever runs \(host).", whole)
    case .unexpectedStatus:
      return (
        "\(host), or a proxy before it, answered with a status that NStack does not use",
        "Check the base URL and the proxy.", whole
      )
    case .badBody where isWebPage:
      return (
        "\(host) sent a web page instead of an answer of NStack",
        "Check the base URL. If it is right, a proxy, a firewall or a network's log-in page is in between: open it in a "
          + "browser.", whole
      )
    case .badBody where self.host != nil:
      return (
        "\(host) sent an answer that is not one of NStack's", "Check the base URL. If it is right, report this answer.",
        whole
      )
    case .redirect:
      return ("\(host) redirects the call to another address", "If that address is right, make it the base URL.", whole)
    case .noTexts: return (message, "Check the platform; if the application has none yet, add --allow-empty.", call)
    case .unreachable, .tls, .timeout, .connectionLost, .tooLarge:
      return (message, hint ?? Self.advices[code] ?? "Check the network, and try again.", call)
    case .configuration: return (message, hint ?? "`nstack-review doctor` says where each setting comes from.", nil)
    default: return (description, hint, nil)
    }
  }

  private static let advices: [NStackError.Code: String] = [
    .unreachable: "Check the base URL and the network.",
    .tls: "If the server's certificate comes from your own certificate authority, name it with SSL_CERT_FILE.",
    .timeout: "Try again, or allow more time with NSTACK_TIMEOUT.",
    .tooLarge: "Check that the base URL is that of NStack's API.",
  ]

  private var later: String { retryAfter.map { "in \(max(1, Int($0.inSeconds.rounded(.up)))) s" } ?? "later" }

  private var platform: String? {
    guard let separator = request.firstRange(of: "/platforms/") else { return nil }
    let name = request[separator.upperBound...].prefix { $0 != "/" && $0 != " " }
    return name.isEmpty ? nil : String(name)
  }
}
