public import NStackAPI

/// What became of an import: the plan, the outcome of each call, and what the last reading found.
public struct SubmissionReport: Sendable {
  /// A place where the server does not hold what was carried out.
  public struct Difference: Hashable, Sendable {
    /// The place of the change in ``Changeset/changes``.
    public let change: Int
    /// What the server holds instead; nil where it holds nothing.
    public let seen: String?
  }

  /// What the last reading of the proposals found.
  public enum Verification: Hashable, Sendable {
    /// No call was made that could be verified.
    case nothingToVerify
    /// The server holds exactly what was carried out.
    case verified
    /// It does not, here; what is in doubt and not there is among it.
    case differences([Difference])
    /// The proposals were not read; the words say why.
    case notRead(String)
  }

  /// The plan that was carried out.
  public let changeset: Changeset
  /// The outcome of each of the plan's changes, in their order.
  public let outcomes: [ChangeOutcome]
  /// What the last reading found.
  public let verification: Verification
  /// The listed proposals that calls overrode though the plan did not mean them to, by the place of the change in
  /// ``Changeset/changes``: somebody made them between a reading and a call, or the server keeps one for all people.
  public let overrode: [Int: [Proposal]]
  /// Whether something is left that the same plan, gone on with, may bring to its goal.
  public let isResumable: Bool
  /// Whether the server refused the credentials.
  public let wereCredentialsRefused: Bool

  /// Makes a report of its fields.
  ///
  /// - Parameter wereCredentialsRefused: Whether the server refused the credentials, where it did in another call than those
  ///   that have an outcome here, or in none of the run; nil where the outcomes tell.
  public init(
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

  /// How many calls ended in each outcome, by ``ChangeOutcome/name``.
  public var outcomeCounts: [String: Int] {
    outcomes.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
  }

  /// The outcome of a row's call; nil for a row that asked for none.
  ///
  /// - Parameter item: A place in the changeset's items.
  public func outcome(ofItemAt item: Int) -> ChangeOutcome? {
    changeOfItem[item].map { outcomes[$0] }
  }

  /// The place in ``Changeset/changes`` of a row's call; nil for a row that asked for none.
  func change(ofItemAt item: Int) -> Int? { changeOfItem[item] }

  private let changeOfItem: [Int: Int]

  private static func isOfCredentials(_ outcome: ChangeOutcome) -> Bool {
    switch outcome {
    case .refused(let code, _), .failed(let code, _), .inDoubt(let code, _):
      code == "api.unauthorized" || code == "api.forbidden"
    default: false
    }
  }

  /// Whether calls were made, whatever became of them.
  public var wasAnythingSent: Bool {
    outcomes.contains { outcome in
      switch outcome {
      case .notAttempted, .conflict: false
      default: true
      }
    }
  }

  /// Whether something that was asked for was not done, or not proven to be.
  public var isIncomplete: Bool {
    if case .differences = verification { return true }
    if case .notRead = verification { return true }
    return outcomes.contains { !$0.isDone } || changeset.hasRefusals || changeset.hasConflicts
      || changeset.hasErrors
  }
}
