import Basics

/// Something that goes wrong with chosen requests.
package struct StandInFault: Hashable, Sendable {
  package enum Action: Hashable, Sendable {
    /// Answers with an error of Drive, or of the token endpoint, without doing anything.
    case refuse(status: Int, reason: String, retryAfter: Int?)
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

  /// The operation; nil for every one but the stand-in's own.
  package var operation: StandInOperation?
  /// How many matching requests go well first.
  package var skip: Int
  /// How many requests fail after them.
  package var times: Int
  package var action: Action

  package init(_ operation: StandInOperation?, skip: Int = 0, times: Int = 1, _ action: Action) {
    self.operation = operation
    self.skip = skip
    self.times = times
    self.action = action
  }
}

/// The faults that are still to come.
struct FaultPlan: Sendable {
  private(set) var faults: [StandInFault] = []

  mutating func add(_ fault: StandInFault) { faults.append(fault) }

  mutating func removeAll() { faults = [] }

  /// The action for a request. The first fault that matches counts it, and so do no others.
  mutating func next(for operation: StandInOperation) -> StandInFault.Action? {
    guard let place = faults.firstIndex(where: { $0.operation == nil || $0.operation == operation }) else { return nil }
    if faults[place].skip > 0 {
      faults[place].skip -= 1
      return nil
    }
    let action = faults[place].action
    faults[place].times -= 1
    if faults[place].times <= 0 { faults.remove(at: place) }
    return action
  }
}

extension StandInFault {
  /// The refusal that Google documents for a status and a reason.
  static func refusal(_ status: Int, _ reason: String, retryAfter: Int?) -> DriveRefusal {
    let (message, domain): (String, String) =
      switch reason {
      case "rateLimitExceeded": ("Rate Limit Exceeded", "usageLimits")
      case "userRateLimitExceeded": ("User Rate Limit Exceeded", "usageLimits")
      case "dailyLimitExceeded": ("Daily Limit Exceeded", "usageLimits")
      case "storageQuotaExceeded": ("The user's Drive storage quota has been exceeded.", "usageLimits")
      case "accessNotConfigured":
        (
          "Google Drive API has not been used in project 1 before or it is disabled. Enable it by visiting"
            + " https://console.developers.google.com/apis/api/drive.googleapis.com/overview?project=1 then retry.",
          "usageLimits"
        )
      case "domainPolicy": ("The domain administrators have disabled Drive apps.", "global")
      case "sharingRateLimitExceeded":
        ("Rate limit exceeded. These items could not be shared.", "global")
      case "backendError": ("Backend Error", "global")
      case "internalError": ("Internal Error", "global")
      default: (reason, "global")
      }
    var refusal = DriveRefusal(status, reason, message, domain: domain)
    if let retryAfter { refusal.headers["Retry-After"] = String(retryAfter) }
    if reason == "accessNotConfigured" {
      refusal.word = "PERMISSION_DENIED"
      refusal.detail = "SERVICE_DISABLED"
    }
    return refusal
  }
}

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
