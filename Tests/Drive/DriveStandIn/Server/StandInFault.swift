import Basics

/// Something that goes wrong with chosen requests.
package struct StandInFault: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Answers with an error of Drive, or of the token endpoint, without doing anything.
    case refuse(status: Int, reason: String, retryAfter: Int? = nil)
    /// Answers with a page of HTML, as a proxy does.
    case html(status: Int)
    /// Answers without a body.
    case empty(status: Int)
    /// Answers 307 with this URL, without doing anything.
    case redirect(to: String)
    /// Forgets the access token, so that the request is answered with 401.
    case expireToken
    /// Closes the connection before anything happens.
    case drop
    /// Does what is asked for, and closes the connection instead of an answer.
    case loseAnswer
    /// Closes the connection after so many bytes of an upload, of which `stored` are kept; nil for all, in whole
    /// units of 256 KiB.
    case loseUpload(after: Int, stored: Int?)
    /// Keeps only so many bytes of a chunk, and says so.
    case storeOnly(Int)
    /// Says of an upload that so many bytes arrived, whatever did, and keeps nothing of the chunk.
    case claim(Int)
    /// Loses all bytes of an upload, and says so.
    case forgetBytes
    /// Closes the connection after so many bytes of the answer's body.
    case truncate(after: Int)
    /// Waits so many milliseconds before the request is done.
    case delay(Int)
    /// Does what is asked for, and waits so many milliseconds before the answer.
    case delayAnswer(Int)
    /// Forgets the upload session, and answers with this status.
    case forgetSession(status: Int)
    /// Forgets where lists go on, so that a page token is refused.
    case forgetPages
    /// Says that not everything was searched.
    case incompleteSearch
  }

  let operation: StandInOperation
  /// How many requests of it go well first.
  var skip: Int
  /// How many fail after them.
  var times: Int
  let action: Action

  package init(_ operation: StandInOperation, skip: Int = 0, times: Int = 1, _ action: Action) {
    (self.operation, self.skip, self.times, self.action) = (operation, skip, times, action)
  }
}

extension DriveWorld {
  /// The fault for a request. The first that matches counts it, and no other does.
  mutating func nextFault(for operation: StandInOperation) -> StandInFault.Action? {
    guard let index = faults.firstIndex(where: { $0.operation == operation }) else { return nil }
    if faults[index].skip > 0 {
      faults[index].skip -= 1
      return nil
    }
    let action = faults[index].action
    faults[index].times -= 1
    if faults[index].times <= 0 { faults.remove(at: index) }
    return action
  }
}

extension StandInFault {
  /// The refusal that Google documents for a status and a reason.
  static func refusal(_ status: Int, _ reason: String, retryAfter: Int?) -> DriveRefusal {
    let isOfUsage = reason.contains("LimitExceeded")
    var refusal = DriveRefusal(status, reason, reason, domain: isOfUsage ? "usageLimits" : "global")
    if let retryAfter { refusal.headers["Retry-After"] = String(retryAfter) }
    return refusal
  }

  /// Reads a fault as scripts write it: `{"operation":"files.list","action":"refuse","status":429,"skip":1}`.
  ///
  /// - Throws: ``DriveRefusal`` that names the member.
  init(json: JSONValue) throws(DriveRefusal) {
    guard let operation = json["operation"]?.string.flatMap(StandInOperation.init) else { throw .invalid("operation") }
    let (status, bytes) = (json["status"]?.integer ?? 500, json["bytes"]?.integer ?? 0)
    let milliseconds = json["milliseconds"]?.integer ?? 1000
    let action: Action
    switch json["action"]?.string {
    case "refuse": action = .refuse(status: status, reason: json["reason"]?.string ?? "backendError")
    case "expireToken": action = .expireToken
    case "loseAnswer": action = .loseAnswer
    case "loseUpload": action = .loseUpload(after: bytes, stored: json["stored"]?.integer)
    case "storeOnly": action = .storeOnly(bytes)
    case "truncate": action = .truncate(after: bytes)
    case "delay": action = .delay(milliseconds)
    case "delayAnswer": action = .delayAnswer(milliseconds)
    default: throw .invalid("action")
    }
    self.init(operation, skip: json["skip"]?.integer ?? 0, action)
  }
}
