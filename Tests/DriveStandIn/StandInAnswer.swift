import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// An answer before it is one of the server library.
struct StandInAnswer: Sendable {
  var status = 200
  var headers: [String: String] = [:]
  var body = Data()

  /// A JSON answer.
  static func json(_ value: [String: Any], status: Int = 200) -> StandInAnswer {
    let body = (try? JSONSerialization.data(withJSONObject: value)) ?? Data()
    return StandInAnswer(status: status, headers: ["Content-Type": "application/json; charset=UTF-8"], body: body)
  }

  /// An error of Drive.
  static func error(_ status: Int, _ reason: String, _ message: String) -> StandInAnswer {
    json(
      [
        "error": [
          "code": status, "message": message,
          "errors": [["domain": "global", "reason": reason, "message": message]],
        ]
      ], status: status)
  }

  /// An error of the token endpoint.
  static func tokenError(_ error: String, _ description: String, status: Int = 400) -> StandInAnswer {
    json(["error": error, "error_description": description], status: status)
  }

  /// A page.
  static func page(_ body: String, status: Int = 200) -> StandInAnswer {
    StandInAnswer(status: status, headers: ["Content-Type": "text/html; charset=utf-8"], body: Data(body.utf8))
  }

  func response(now: Double) -> Response {
    var fields = HTTPFields()
    for (name, value) in headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    fields[.date] = Self.date(now)
    return Response(
      status: .init(code: status), headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
  }

  /// A connection that breaks within the answer.
  static var broken: Response {
    struct OnPurpose: Error {}
    return Response(
      status: .ok,
      body: ResponseBody(contentLength: 1000) { writer in
        try await writer.write(ByteBuffer(string: "{"))
        throw OnPurpose()
      })
  }

  private static func date(_ time: Double) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date(timeIntervalSince1970: time))
  }
}

/// A request, taken apart.
struct StandInRequest: Sendable {
  let method: String
  let path: String
  let query: [String: String]
  let headers: [String: String]
  let body: Data

  /// The fields of a form.
  var form: [String: String] { Self.fields(String(decoding: body, as: UTF8.self)) }

  /// The body as a JSON object; empty if it is none.
  var json: [String: Any] { (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:] }

  static func fields(_ text: String) -> [String: String] {
    var components = URLComponents()
    components.percentEncodedQuery = text.replacingOccurrences(of: "+", with: "%20")
    return (components.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
  }
}
