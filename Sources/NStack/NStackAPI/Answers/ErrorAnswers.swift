import Basics
import HTTPMessages

extension TransportResponse {
  /// The error that the status means for a call; nil if it is a success.
  func error(of label: String, host: String?, now: Double) -> NStackError? {
    // The client never requests a part (206).
    if (200...299).contains(status), status != 206 { return nil }
    let retryAfter = retryAfter(now: now)
    let (code, delivery) = Self.meaning(of: status, hasRetryAfter: retryAfter != nil)
    return NStackError(
      code, delivery: delivery, request: label, status: status, message: message(code), retryAfter: retryAfter,
      host: host)
  }

  private static func meaning(of status: Int, hasRetryAfter: Bool) -> (NStackError.Code, NStackError.Delivery) {
    switch status {
    // 302 and 303 may come after the server has carried out the call.
    case 302, 303: (.redirect, .unconfirmed)
    case 301, 307, 308: (.redirect, .definite)
    case 400, 409, 412, 422: (.rejected, .definite)
    case 401: (.unauthorized, .definite)
    case 403: (.forbidden, .definite)
    case 404, 445: (.notFound, .definite)
    case 407: (.unexpectedStatus, .notSent)
    case 429: (.rateLimited, .notSent)
    // With Retry-After it is a refusal. Without it, a gateway may have lost the answer of a server that carried out the call.
    case 503 where hasRetryAfter: (.server, .notSent)
    case 500...599: (.server, .unconfirmed)
    case 400...499: (.unexpectedStatus, .definite)
    default: (.unexpectedStatus, .unconfirmed)
    }
  }

  private func message(_ code: NStackError.Code) -> String {
    let words = webPage ?? ServerWords.find(in: body, status: status)
    if status == 407 { return "the proxy requires credentials; put them into its URL: \(words)" }
    guard code == .redirect else { return words }
    let target = header("Location").map { " to \(Excerpt.visible($0))" } ?? ""
    return "the server redirects\(target); redirects are not followed"
  }
}

/// Finds a server's message in an error answer, whose shape is not documented.
struct ServerWords {
  /// The most characters of a server's words that are shown. A validation error lists each field with its reasons.
  private static let length = 600

  /// The words under `message`, `error`, `error.message` or in `data`, with those under `errors` and the server's own
  /// `code` unless it is the status; without such words, the start of the text.
  static func find(in body: [UInt8], status: Int? = nil) -> String {
    // Error answers are usually shorter. Only the start of a longer one is shown.
    if body.count <= 1 << 20, let words = words(in: body, status) { return Excerpt.visible(words, length: length) }
    return body.isEmpty ? "the answer is empty" : Excerpt.visible(body)
  }

  private static func words(in body: [UInt8], _ status: Int?) -> String? {
    try? JSONTree.withRoot(of: body, orThrow: \.self) { (root) throws(JSONReader.SyntaxError) -> String? in
      guard root.kind == .object, let words = ServerWords(root).wrapped else { return nil }
      guard let code = root.member("code"), code.kind == .number || code.kind == .string, !code.text.isEmpty,
        code.text != status.map({ "\($0)" })
      else { return words }
      return "\(words) (code \(code.text))"
    }
  }

  /// The words if the value is a wrapper around an answer, where only known names count; nil if there are none.
  private let wrapped: String?
  /// The words if the value is part of an error, where every text counts.
  private let plain: String?

  /// Collects both in one pass: separate passes would double the time with each level.
  private init(_ node: JSONNode) {
    switch node.kind {
    case .string:
      wrapped = node.text
      plain = wrapped
    case .array:
      let words = node.children.map { ServerWords($0) }
      wrapped = Self.joined(words.compactMap(\.wrapped))
      plain = Self.joined(words.compactMap(\.plain))
    case .object:
      let words = node.members.map { (name: $0.name, words: ServerWords($0.value)) }
      func said(_ name: String) -> String? {
        let found = words.first { $0.name == name }
        let text = name == "data" ? found?.words.wrapped : found?.words.plain
        return text.flatMap { $0.isEmpty ? nil : $0 }
      }
      let message = said("message") ?? said("error")
      let errors = said("errors")
      if let message, let errors {
        // An error with a single reason often repeats it.
        wrapped = errors.contains(message) ? errors : "\(message) \(errors)"
      } else {
        wrapped = message ?? errors ?? said("data")
      }
      // Each member of such an object is a field with its errors.
      let fields = words.sorted { $0.name < $1.name }.compactMap { field in
        field.words.plain.map { "\(field.name): \($0)" }
      }
      plain = wrapped ?? Self.joined(fields)
    default:
      wrapped = nil
      plain = nil
    }
  }

  private static func joined(_ texts: [String]) -> String? { texts.isEmpty ? nil : texts.joined(separator: "; ") }
}

extension TransportResponse {
  /// Says that a web page came instead of an answer, from a proxy, a firewall or a network's log-in page; nil if none did.
  var webPage: String? {
    let isCalledPage = header("Content-Type")?.lowercased().contains("html") ?? false
    let start = body.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard start.first == UInt8(ascii: "<") || (isCalledPage && !start.isEmpty) else { return nil }
    let words = Self.title(in: start).map { " It is called \"\(Excerpt.visible($0, length: 100))\"." } ?? ""
    return "a web page came instead of NStack's answer, perhaps from a proxy, a firewall or a network's log-in page."
      + words
  }

  /// The text of the element `title`, with each run of white space replaced by a space.
  private static func title(in page: ArraySlice<UInt8>) -> String? {
    let text = String(decoding: page.prefix(8192), as: UTF8.self)
    let lower = text.lowercased()
    // Lower case may have another length. Then the offsets differ, and the title is left out.
    guard lower.utf8.count == text.utf8.count, let tag = lower.firstRange(of: "<title"),
      let open = lower[tag.upperBound...].firstIndex(of: ">"), let end = lower[open...].firstRange(of: "</title")
    else { return nil }
    let from = lower.utf8.distance(from: lower.startIndex, to: lower.index(after: open))
    let to = lower.utf8.distance(from: lower.startIndex, to: end.lowerBound)
    let bytes = Array(text.utf8)[from..<max(from, to)]
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return words.isEmpty ? nil : words
  }
}
