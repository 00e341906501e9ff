import NStackAPI

/// The text about a failed call: what happened and where, what to do, and last the call and its status.
struct CallErrorText {
  /// What happened, as a sentence without its full stop.
  private let happened: String
  /// What to do; nil if there is nothing to advise.
  let advice: String?
  /// The call, its status, and the server's message unless the sentence has it.
  private let call: String?

  var line: String {
    [Self.sentence(happened), advice, call.map { "(\($0))" }].compactMap(\.self).joined(separator: " ")
  }

  init(_ error: NStackError) {
    let host = error.host ?? "the server"
    let isRead = error.request.hasPrefix("GET ")
    let request = error.status.map { "\(error.request), status \($0)" } ?? error.request
    let whole = "\(request): \(error.message)"
    switch error.code {
    case .unauthorized:
      (happened, call) = ("\(host) refused the credentials", whole)
      advice =
        "Check NSTACK_APPLICATION_ID and NSTACK_REST_API_KEY; `nstack-review doctor` says where each of them comes from."
    case .forbidden:
      (happened, call) = ("\(host) does not allow this call with these credentials", whole)
      advice = "Use a key with the right, or ask the administrator of the application in NStack for it."
    case .notFound where isRead:
      if let platform = Self.platform(in: error.request), error.status != 404 {
        happened = "\(host) does not have the platform \"\(platform)\" of this application"
        advice = "Check the platform (--platform, NSTACK_PLATFORM) and the application id."
      } else {
        happened = "\(host) does not have what NStack has at this address"
        advice = "Check that the base URL is that of NStack's API, such as https://nstack.io, and the platform."
      }
      call = whole
    case .notFound:
      (happened, call) = ("\(host) does not have this text or proposal", whole)
      advice = "See what it has with `nstack-review proposals list`, or export again."
    case .rejected:
      (happened, call) = ("\(host) refused the call: \(error.message)", request)
      advice = isRead ? "Check the base URL and the platform." : "Correct what it names."
    case .rateLimited:
      (happened, call) = ("\(host) accepts no more calls for now", whole)
      advice = "Try again \(Self.later(error)), or make fewer calls at the same time with --rate."
    case .server:
      (happened, call) = ("\(host) failed", whole)
      advice = "Try again \(Self.later(error)). If it fails again, tell whoever runs \(host)."
    case .unexpectedStatus:
      (happened, call) = ("\(host), or a proxy before it, answered with a status that NStack does not use", whole)
      advice = "Check the base URL and the proxy."
    case .badBody where error.isWebPage:
      (happened, call) = ("\(host) sent a web page and not an answer of NStack", whole)
      advice =
        "Check the base URL. If it is right, a proxy, a firewall or a network's log-in page is in between: open it in a "
        + "browser."
    case .badBody where error.host != nil:
      (happened, call) = ("\(host) sent an answer that is not one of NStack's", whole)
      advice = "Check the base URL. If it is right, report this answer."
    case .redirect:
      (happened, call) = ("\(host) sends the call elsewhere", whole)
      advice = "If that address is right, make it the base URL."
    case .noTexts:
      (happened, call) = (error.message, request)
      advice = "Check the platform; if the application has none yet, add --allow-empty."
    case .unreachable, .tls, .timeout, .connectionLost, .tooLarge:
      (happened, call) = (error.message, request)
      advice = error.hint ?? Self.advices[error.code] ?? "Check the network, and try again."
    case .configuration:
      (happened, call) = (error.message, nil)
      advice = error.hint ?? "`nstack-review doctor` says where each setting comes from."
    default: (happened, advice, call) = (error.description, error.hint, nil)
    }
  }

  private static let advices: [NStackError.Code: String] = [
    .unreachable: "Check the base URL and the network.",
    .tls: "If the server's certificate comes from an authority of your own, name it with --ca-file (SSL_CERT_FILE).",
    .timeout: "Try again, or allow more time with --timeout.",
    .tooLarge: "Check that the base URL is that of NStack's API.",
  ]

  private static func later(_ error: NStackError) -> String {
    error.retryAfter.map { "in \(max(1, Int($0.inSeconds.rounded(.up)))) s" } ?? "later"
  }

  private static func platform(in request: String) -> String? {
    guard let mark = request.firstRange(of: "/platforms/") else { return nil }
    let name = request[mark.upperBound...].prefix { $0 != "/" && $0 != " " }
    return name.isEmpty ? nil : String(name)
  }

  /// A text with a full stop, even if it ends in the words of others.
  private static func sentence(_ text: String) -> String {
    text.last.map { ".!?".contains($0) } == true ? text : text + "."
  }
}
