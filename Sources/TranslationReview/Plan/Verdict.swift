/// What is to become of one row of a returned sheet.
public enum Verdict: String, CaseIterable, Sendable {
  /// The sheet is of another application, platform or origin.
  case otherApplication = "other-application"
  /// Nothing was done in the row.
  case unchanged
  /// The reviewer asked to ignore the row.
  case skipped
  /// The action is no published word.
  case unknownAction = "unknown-action"
  /// A guarded cell is not as it was exported, or the proposal looks like a program's work.
  case damaged
  /// The text is no longer on the server.
  case gone
  /// The text never was on the server.
  case unknown
  /// Rows, or the parts of one, want different things for one text.
  case contradiction
  /// The proposal was emptied; nothing is sent.
  case cleared
  /// The proposal to delete is gone from the server.
  case alreadyGone = "already-gone"
  /// The server changed since the export.
  case conflict
  /// The row cannot be carried out; its message says why.
  case refused
  /// The proposal is to be deleted.
  case delete
  /// The sheet's proposal is pending on the server.
  case alreadyProposed = "already-proposed"
  /// The sheet's proposal is the server's current value.
  case sameAsCurrent = "same-as-current"
  /// A check of the text failed.
  case refusedByCheck = "refused-by-check"
  /// The proposal is to be posted.
  case propose

  /// Whether the row asked for something that is not done.
  public var isRefusal: Bool {
    switch self {
    case .otherApplication, .unknownAction, .damaged, .gone, .unknown, .contradiction, .refused, .refusedByCheck: true
    default: false
    }
  }

  /// Whether a call follows.
  public var isChange: Bool { self == .propose || self == .delete }
}
