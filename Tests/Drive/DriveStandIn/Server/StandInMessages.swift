import Basics

struct StandInRequest: Sendable {
  let method: String
  /// The parts of the path, decoded.
  let parts: [String]
  let query: [String: String]
  /// The headers, their names in small letters.
  let headers: [String: String]
  var body: [UInt8] = []

  init(method: String, target: String, headers: [String: String]) {
    self.method = method
    let ends = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    parts = (ends.first ?? "").split(separator: "/").map { part in
      String(decoding: PercentEncoding.decode(part.replacing("+", with: "%2B").utf8), as: UTF8.self)
    }
    query = Self.form(ends.count > 1 ? Array(ends[1].utf8) : [])
    self.headers = headers
  }

  /// The fields of `a=b&c=d`; of several with one name the first counts.
  static func form(_ bytes: [UInt8]) -> [String: String] {
    let fields = PercentEncoding.fields(bytes).map {
      (String(decoding: $0.name, as: UTF8.self), String(decoding: $0.value, as: UTF8.self))
    }
    return Dictionary(fields) { first, _ in first }
  }

  var form: [String: String] { Self.form(body) }

  /// A parameter that is `true` or `false`, and false if it is missing.
  func flag(_ name: String) throws(DriveRefusal) -> Bool {
    switch query[name] {
    case nil, "false": false
    case "true": true
    default: throw .invalid(name, "Invalid value for: \(query[name] ?? "") is not a valid value")
    }
  }

  /// The body as an object of JSON; an empty body is an empty object.
  func object() throws(DriveRefusal) -> JSONValue {
    if body.isEmpty { return .object([]) }
    guard let text = String(validating: body, as: UTF8.self), let value = try? JSONValue(parsing: text),
      case .object = value
    else { throw DriveRefusal(400, "parseError", "Parse Error") }
    return value
  }
}

/// An answer, before it is sent.
struct StandInResponse: Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  static func json(_ json: JSONValue, status: Int = 200, headers: [String: String] = [:]) -> StandInResponse {
    var headers = headers
    headers["Content-Type"] = "application/json; charset=UTF-8"
    return StandInResponse(status: status, headers: headers, body: Array(json.text.utf8))
  }

  static func html(_ body: String, status: Int = 200) -> StandInResponse {
    StandInResponse(
      status: status, headers: ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"],
      body: Array(body.utf8))
  }

  init(_ refusal: DriveRefusal) { self = .json(refusal.json, status: refusal.status, headers: refusal.headers) }
}
