import Basics

/// How one call of a submission ended.
public enum ChangeOutcome: Hashable, Sendable {
  /// Carried out. The id is the proposal's; `altered` is the value as the server keeps it where that differs in edge
  /// white space.
  case applied(proposalID: Int?, altered: String?)
  /// The server already held what was asked for.
  case alreadyThere
  /// The server said no.
  case refused(code: String, message: String)
  /// The server's proposals moved since the plan was made; nothing was sent.
  case conflict(message: String)
  /// It was carried out, but the server holds something else now: another value, or nothing.
  case overridden(seen: String?)
  /// It was not carried out.
  case failed(code: String, message: String)
  /// It may or may not have been carried out.
  case inDoubt(code: String, message: String)
  /// It was not tried.
  case notAttempted(reason: String)

  /// A stable name.
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

  /// Whether the server now holds what was asked for.
  public var isDone: Bool {
    switch self {
    case .applied, .alreadyThere: true
    default: false
    }
  }

  /// Whether the same plan, gone on with, may still bring it to its goal.
  public var isOpen: Bool {
    switch self {
    case .failed, .inDoubt: true
    default: false
    }
  }

  /// What there is to say about it; empty where the name says all.
  public var message: String {
    switch self {
    case .applied(_, let altered?):
      "The server keeps it with other white space at its edges: \"\(Visible.text(altered))\"."
    case .applied, .alreadyThere: ""
    case .overridden(let seen?): "It was sent, but the server now holds \"\(Visible.text(seen))\"."
    case .overridden(nil): "It was sent, but the server no longer holds it."
    case .refused(_, let message), .failed(_, let message), .inDoubt(_, let message), .conflict(let message): message
    case .notAttempted(let reason): reason
    }
  }
}
