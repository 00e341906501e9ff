import Basics

extension StandInFault {
  /// Reads a fault as scripts write it: `{"operation":"files.list","action":"refuse","status":429,"skip":1}`.
  ///
  /// - Throws: ``DriveRefusal`` that names the member.
  init(json: JSONValue) throws(DriveRefusal) {
    var operation: StandInOperation?
    if let name = json["operation"]?.string {
      operation = StandInOperation(rawValue: name)
      guard operation != nil else { throw .invalid("operation", "There is no operation \(name).") }
    }
    self.init(
      operation, skip: json["skip"]?.integer ?? 0, times: json["times"]?.integer ?? 1, try Self.action(json))
  }

  private static func action(_ json: JSONValue) throws(DriveRefusal) -> Action {
    let status = json["status"]?.integer
    let bytes = json["bytes"]?.integer
    switch json["action"]?.string {
    case "refuse":
      return .refuse(
        status: status ?? 500, reason: json["reason"]?.string ?? "backendError",
        retryAfter: json["retryAfter"]?.integer)
    case "html": return .html(status: status ?? 502)
    case "empty": return .empty(status: status ?? 502)
    case "redirect": return .redirect(to: json["to"]?.string ?? "")
    case "expireToken": return .expireToken
    case "drop": return .drop
    case "loseAnswer": return .loseAnswer
    case "loseUpload": return .loseUpload(after: bytes ?? 0, stored: json["stored"]?.integer)
    case "storeOnly": return .storeOnly(bytes ?? 0)
    case "claim": return .claim(bytes ?? 0)
    case "forgetBytes": return .forgetBytes
    case "truncate": return .truncate(after: bytes ?? 0)
    case "delay": return .delay(json["milliseconds"]?.integer ?? 1000)
    case "delayAnswer": return .delayAnswer(json["milliseconds"]?.integer ?? 1000)
    case "forgetSession": return .forgetSession(status: status ?? 404)
    case "forgetPages": return .forgetPages
    case "incompleteSearch": return .incompleteSearch
    default: throw .invalid("action", "There is no action \(json["action"]?.string ?? "").")
    }
  }
}
