import Basics
package import NStackAPI

/// The outcome of one call of a submission.
public enum ChangeOutcome: Hashable, Codable, Sendable {
  /// The server carried out the call. The id is the proposal's. `altered` is the value that the server keeps, if that
  /// differs from the sent one in leading or trailing white space.
  case applied(proposalID: Int?, altered: String?)
  /// The server already held what the call asks for.
  case alreadyThere
  /// The server refused the call.
  case refused(code: String, message: String)
  /// The text or its proposals changed on the server after the plan was made; nothing was sent.
  case conflict(Reason)
  /// The server carried out the call, but now holds something else: another value, or nothing (nil).
  case overridden(seen: String?)
  /// The call failed and was not carried out.
  case failed(code: String, message: String)
  /// It is unknown whether the call was carried out, because its answer was lost.
  case unconfirmed(code: String, message: String)
  /// The call was not made.
  case notAttempted(Reason)

  /// A stable name, such as `already-there`.
  public var name: String {
    switch self {
    case .applied: "applied"
    case .alreadyThere: "already-there"
    case .refused: "refused"
    case .conflict: "conflict"
    case .overridden: "overridden"
    case .failed: "failed"
    case .unconfirmed: "unconfirmed"
    case .notAttempted: "not-attempted"
    }
  }

  /// Whether the server now holds what the call asks for.
  package var isDone: Bool {
    switch self {
    case .applied, .alreadyThere: true
    default: false
    }
  }

  /// Whether resuming the same plan may still carry out the call.
  package var isOpen: Bool {
    switch self {
    case .failed, .unconfirmed: true
    default: false
    }
  }

  /// The details; empty if the name says everything.
  package var reason: Reason {
    switch self {
    case .applied(_, let altered?): Reason("call.altered", altered)
    case .applied, .alreadyThere: .none
    case .overridden(let seen?): Reason("call.overridden", seen)
    case .overridden(nil): Reason("call.overriddenByNothing")
    case .refused(_, let message), .failed(_, let message), .unconfirmed(_, let message): Reason(verbatim: message)
    case .conflict(let reason), .notAttempted(let reason): reason
    }
  }

  /// The details in an English sentence; empty if the name says everything.
  public var message: String { reason.description }
}

/// The result of an import: the plan, the outcome of each call, and the findings of the last reading.
public struct SubmissionReport: Sendable {
  /// A change that the server does not hold.
  public struct Difference: Hashable, Sendable {
    /// The index of the change in ``Changeset/changes``.
    package let change: Int
    /// The value that the server holds instead; nil if it holds none.
    package let seen: String?
  }

  /// The result of the last reading of the proposals.
  public enum Verification: Hashable, Sendable {
    /// There was no call to verify.
    case nothingToVerify
    /// The server holds exactly what the calls asked for.
    case verified
    /// The server does not hold these changes. They include calls with an unknown outcome.
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
  /// The listed proposals that calls overrode although the plan did not know them, by the index of the change in
  /// ``Changeset/changes``. Another user made them between a reading and a call, or the server keeps only one proposal for
  /// all users.
  package let overrode: [Int: [Proposal]]
  /// Whether resuming the plan may carry out more of it.
  package let isResumable: Bool
  /// Whether the server refused the credentials.
  package let wereCredentialsRefused: Bool

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
    for (index, change) in changeset.changes.enumerated() { for item in change.items { changeOfItem[item] = index } }
    self.changeOfItem = changeOfItem
  }

  /// The number of calls with each outcome, by ``ChangeOutcome/name``.
  package var outcomeCounts: [String: Int] { outcomes.reduce(into: [:]) { $0[$1.name, default: 0] += 1 } }

  /// Returns the outcome of a row's call; nil for a row without one.
  ///
  /// - Parameter item: An index in ``Changeset/items``.
  public func outcome(ofItemAt item: Int) -> ChangeOutcome? { changeOfItem[item].map { outcomes[$0] } }

  /// Returns the index of a row's call in ``Changeset/changes``; nil for a row without one.
  package func change(ofItemAt item: Int) -> Int? { changeOfItem[item] }

  private let changeOfItem: [Int: Int]

  private static func isOfCredentials(_ outcome: ChangeOutcome) -> Bool {
    switch outcome {
    case .refused(let code, _), .failed(let code, _), .unconfirmed(let code, _):
      code == NStackError.Code.unauthorized.rawValue || code == NStackError.Code.forbidden.rawValue
    default: false
    }
  }

  /// Whether a call was made, with any outcome.
  package var wasAnythingSent: Bool {
    outcomes.contains { outcome in
      switch outcome {
      case .notAttempted, .conflict: false
      default: true
      }
    }
  }

  /// Whether a call was carried out, or may have been, so that there is something to undo.
  package var canBeUndone: Bool {
    outcomes.contains { outcome in
      switch outcome {
      case .applied, .overridden, .unconfirmed: true
      default: false
      }
    }
  }

  /// Whether a requested change was not carried out, or not verified.
  package var isIncomplete: Bool {
    if case .differences = verification { return true }
    if case .notRead = verification { return true }
    return outcomes.contains { !$0.isDone } || changeset.hasRefusals || changeset.hasConflicts || changeset.hasErrors
  }

  /// Returns the proposals that the row's call overrode; empty if it overrode no listed proposal.
  package func overrodeReason(ofItemAt item: Int) -> Reason {
    guard let change = change(ofItemAt: item), let proposals = overrode[change] else { return .none }
    let what = changeset.changes[change].isDelete ? "deleted" : "replaced"
    return Reason(
      proposals.map { proposal in
        Reason("call.overrode.\(what)\(proposal.canDelete ? "Own" : "")", proposal.value, "\(proposal.id)")
      })
  }

  /// Creates the report of a submission from its journal. The findings of the last reading are in the outcomes.
  package init(_ record: SubmissionRecord, _ entries: [JournalEntry]) {
    let progress = SubmissionProgress(count: record.changeset.changes.count, entries: entries)
    let outcomes = progress.states.map { $0.knownOutcome ?? .notAttempted(Reason("call.ended")) }
    let differences = outcomes.enumerated().compactMap { index, outcome -> Difference? in
      guard case .overridden(let seen) = outcome else { return nil }
      return Difference(change: index, seen: seen)
    }
    let verification: Verification =
      if !Self.wasReadAtTheEnd(entries, count: progress.states.count) {
        .notRead("the journal does not say what the server held after the last call, and the server was not read again")
      } else { differences.isEmpty ? .verified : .differences(differences) }
    self.init(
      changeset: record.changeset, outcomes: outcomes, verification: verification,
      isResumable: !Self.isComplete(entries), overrode: progress.overrode)
  }

  private static func isComplete(_ entries: [JournalEntry]) -> Bool {
    if case .ended(_, true)? = entries.last { true } else { false }
  }

  /// Whether the import is complete and all its calls had ended before the last reading.
  private static func wasReadAtTheEnd(_ entries: [JournalEntry], count: Int) -> Bool {
    let reading = entries.lastIndex { if case .reading = $0 { true } else { false } }
    guard let reading, isComplete(entries) else { return false }
    let isCalledLater = entries[reading...].contains { if case .intent = $0 { true } else { false } }
    let before = SubmissionProgress(count: count, entries: Array(entries[..<reading]))
    return !isCalledLater && before.states.allSatisfy { !$0.isWithdrawn && $0.outcome?.isEnded ?? false }
  }
}

extension ChangeOutcome {
  /// Whether the outcome of the call was saved.
  fileprivate var isEnded: Bool {
    if case .unconfirmed(JournalError.Code.noOutcome.rawValue, _) = self { false } else { true }
  }
}

extension SubmissionReport {
  /// The sign-offs of approved proposals that the server now has, with the values that were sent, each text once.
  package var approvals: [SignOff] {
    zip(changeset.changes, outcomes).compactMap { change, outcome in
      guard outcome.isDone, case .propose(let value) = change.operation else { return nil }
      return change.items.lazy.compactMap { changeset.items[$0].signOff }.first?.adding(value)
    }
  }
}
