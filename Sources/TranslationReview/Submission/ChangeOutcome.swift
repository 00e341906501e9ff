import Basics

/// The outcome of one call of a submission.
public enum ChangeOutcome: Hashable, Sendable {
  /// The server carried out the call. The id is the proposal's. `altered` is the value that the server keeps, if that
  /// differs from the sent one in leading or trailing white space.
  case applied(proposalID: Int?, altered: String?)
  /// The server already held what the call asks for.
  case alreadyThere
  /// The server refused the call.
  case refused(code: String, message: String)
  /// The text or its proposals changed on the server after the plan was made; nothing was sent.
  case conflict(message: String)
  /// The server carried out the call, but now holds something else: another value, or nothing (nil).
  case overridden(seen: String?)
  /// The call failed and was not carried out.
  case failed(code: String, message: String)
  /// It is unknown whether the call was carried out, because its answer was lost.
  case inDoubt(code: String, message: String)
  /// The call was not made.
  case notAttempted(reason: String)

  /// A stable name, such as `already-there`.
  public var name: String {
    switch self {
    case .applied: "applied"
    case .alreadyThere: "already-there"
    case .refused: "refused"
    case .conflict: "conflict"
    case .overridden: "overridden"
    case .failed: "failed"
    case .inDoubt: "in-doubt"
    case .notAttempted: "not-attempted"
    }
  }

  /// Whether the server now holds what the call asks for.
  public var isDone: Bool {
    switch self {
    case .applied, .alreadyThere: true
    default: false
    }
  }

  /// Whether resuming the same plan may still carry out the call.
  public var isOpen: Bool {
    switch self {
    case .failed, .inDoubt: true
    default: false
    }
  }

  /// The details, in a sentence; empty if the name says everything.
  public var message: String {
    switch self {
    case .applied(_, let altered?):
      "The server changed the leading or trailing white space: \"\(Visible.text(altered))\"."
    case .applied, .alreadyThere: ""
    case .overridden(let seen?): "It was sent, but the server now holds \"\(Visible.text(seen))\"."
    case .overridden(nil): "It was sent, but the server no longer holds it."
    case .refused(_, let message), .failed(_, let message), .inDoubt(_, let message), .conflict(let message): message
    case .notAttempted(let reason): reason
    }
  }
}
