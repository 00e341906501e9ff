import Basics

/// An answer, before it is sent.
struct StandInResponse: Sendable {
  var status: Int
  var headers: [String: String]
  var body: [UInt8]

  init(status: Int = 200, headers: [String: String] = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
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

  init(_ refusal: DriveRefusal) {
    self = .json(refusal.json, status: refusal.status, headers: refusal.headers)
  }

  init(_ refusal: TokenRefusal) {
    self = .json(refusal.json, status: refusal.status)
  }
}
