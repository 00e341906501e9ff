import Basics
public import NStackAPI

/// The result of an import: the plan, the outcome of each call, and the findings of the last reading.
public struct SubmissionReport: Sendable {
  /// A change that the server does not hold.
  public struct Difference: Hashable, Sendable {
    /// The place of the change in ``Changeset/changes``.
    public let change: Int
    /// The value that the server holds instead; nil if it holds none.
    public let seen: String?
  }

  /// The result of the last reading of the proposals.
  public enum Verification: Hashable, Sendable {
    /// There was no call to verify.
    case nothingToVerify
    /// The server holds exactly what the calls asked for.
    case verified
    /// The server does not hold these changes. Calls in doubt are among them.
    case differences([Difference])
    /// The proposals were not read, for the reason given.
    case notRead(String)
  }

  /// The plan that was carried out.
  public let changeset: Changeset
  /// The outcomes of the plan's changes, in their order.
  public let outcomes: [ChangeOutcome]
  /// The result of the last reading.
  public let verification: Verification
  /// The listed proposals that calls overrode although the plan did not know them, by the place of the change in
  /// ``Changeset/changes``. Another user made them between a reading and a call, or the server keeps only one proposal for
  /// all users.
  public let overrode: [Int: [Proposal]]
  /// Whether resuming the plan may carry out more of it.
  public let isResumable: Bool
  /// Whether the server refused the credentials.
  public let wereCredentialsRefused: Bool

  /// Creates a report from its fields. If `wereCredentialsRefused` is nil, it is derived from the outcomes.
  package init(
    changeset: Changeset, outcomes: [ChangeOutcome], verification: Verification, isResumable: Bool = false,
    wereCredentialsRefused: Bool? = nil, overrode: [Int: [Proposal]] = [:]
  ) {
    self.changeset = changeset
    self.outcomes = outcomes
    self.verification = verification
    self.isResumable = isResumable
    self.overrode = overrode
    self.wereCredentialsRefused = wereCredentialsRefused ?? outcomes.contains(where: Self.isOfCredentials)
    var changeOfItem: [Int: Int] = [:]
    for (index, change) in changeset.changes.enumerated() {
      for item in change.items { changeOfItem[item] = index }
    }
    self.changeOfItem = changeOfItem
  }

  /// The number of calls with each outcome, by ``ChangeOutcome/name``.
  public var outcomeCounts: [String: Int] {
    outcomes.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
  }

  /// Returns the outcome of a row's call; nil for a row without one.
  ///
  /// - Parameter item: A place in ``Changeset/items``.
  public func outcome(ofItemAt item: Int) -> ChangeOutcome? {
    changeOfItem[item].map { outcomes[$0] }
  }

  /// Returns the place of a row's call in ``Changeset/changes``; nil for a row without one.
  package func change(ofItemAt item: Int) -> Int? { changeOfItem[item] }

  private let changeOfItem: [Int: Int]

  private static func isOfCredentials(_ outcome: ChangeOutcome) -> Bool {
    switch outcome {
    case .refused(let code, _), .failed(let code, _), .inDoubt(let code, _):
      code == NStackError.Code.unauthorized.rawValue || code == NStackError.Code.forbidden.rawValue
    default: false
    }
  }

  /// Whether a call was made, with any outcome.
  public var wasAnythingSent: Bool {
    outcomes.contains { outcome in
      switch outcome {
      case .notAttempted, .conflict: false
      default: true
      }
    }
  }

  /// Whether a call was carried out, or may have been, so that there is something to undo.
  public var canBeUndone: Bool {
    outcomes.contains { outcome in
      switch outcome {
      case .applied, .overridden, .inDoubt: true
      default: false
      }
    }
  }

  /// Whether a requested change was not carried out, or not verified.
  public var isIncomplete: Bool {
    if case .differences = verification { return true }
    if case .notRead = verification { return true }
    return outcomes.contains { !$0.isDone } || changeset.hasRefusals || changeset.hasConflicts
      || changeset.hasErrors
  }

  /// Returns the proposals that the row's call overrode, in sentences; empty if it overrode none that was listed.
  package func overrodeMessage(ofItemAt item: Int) -> String {
    guard let change = change(ofItemAt: item), let proposals = overrode[change] else { return "" }
    let isDelete = changeset.changes[change].isDelete
    return proposals.map { proposal in
      let whose = proposal.canDelete ? "this profile, made elsewhere" : "somebody else"
      return "The call \(isDelete ? "deleted" : "replaced") \"\(Visible.text(proposal.value))\" of \(whose) "
        + "(proposal \(proposal.id)), which was listed before the call and not after it."
    }.joined(separator: " ")
  }
}
