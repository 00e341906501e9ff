import Basics

/// The result of one row, as annotated copies and reports show it.
package struct RowResult: Hashable, Sendable {
  /// The kind of result, in the words that a `Result` cell begins with.
  package enum Kind: String, CaseIterable, Sendable {
    /// The row's call was carried out.
    case sent
    /// The server already had the requested state.
    case alreadyThere = "already there"
    /// A call is planned.
    case planned
    /// The row does not ask for a call.
    case nothingToDo = "nothing to do"
    /// The row signs its text off.
    case reviewed
    /// The row turns down the proposal of another person.
    case rejected
    /// The row is in conflict with the server.
    case conflict
    /// Rows ask for different things for the same text, and nobody chose one.
    case disagreement
    /// Another row for the same text was chosen.
    case notChosen = "not chosen"
    /// Nobody approved the edit.
    case unapproved
    /// The row or its call was refused.
    case refused
    /// The call failed.
    case failed
    /// The call may or may not have been applied.
    case unconfirmed
    /// The call was not sent.
    case notAttempted = "not attempted"

    /// The group in which all counts of rows have the result.
    package var group: Group {
      switch self {
      case .sent, .planned: .sent
      case .alreadyThere, .nothingToDo, .reviewed, .rejected: .nothingToDo
      case .notChosen, .refused, .failed: .refused
      case .conflict, .disagreement, .unapproved, .unconfirmed, .notAttempted: .undecided
      }
    }

    /// Whether a person must look at the row again. Calls that are unconfirmed or were not attempted are left to the
    /// next import.
    package var needsFixing: Bool {
      switch group {
      case .sent, .nothingToDo: false
      case .refused: true
      case .undecided: self != .unconfirmed && self != .notAttempted
      }
    }

    /// Whether the server has what the row asked for.
    package var isDone: Bool { self == .sent || self == .alreadyThere }
  }

  /// What became of a row, as all counts tell it. Each row is in one group.
  package enum Group: String, CaseIterable, Sendable {
    /// The row's call was carried out; in a plan, it would be made.
    case sent
    /// The row asks for no call, or the server already had what it asks for.
    case nothingToDo = "nothing to do"
    /// A rule, a check, a choice of another row or the server refused the row, or its call failed.
    case refused
    /// A person or the next import decides.
    case undecided
  }

  /// The index of the row in ``Changeset/items``.
  package let item: Int
  /// The kind of result.
  package let kind: Kind
  /// The reasons and remarks; empty if the kind says everything.
  package let reasons: [Reason]

  /// All reasons and remarks, joined into one.
  package var reason: Reason { Reason(reasons) }

  /// Kind and reason in one text, which begins with an English word.
  package func text(in words: Words) -> String {
    reasons.isEmpty ? kind.rawValue : "\(kind.rawValue): \(words[reason])"
  }

  /// The result with a further remark, such as how to request its change again.
  func with(_ hint: Reason) -> RowResult { RowResult(item: item, kind: kind, reasons: reasons + [hint]) }

  /// Creates a result from its fields; empty reasons are left out.
  init(item: Int, kind: Kind, reasons: [Reason]) {
    self.item = item
    self.kind = kind
    self.reasons = reasons.filter { !$0.isEmpty }
  }
}

extension Changeset {
  /// The planned result of each of the ``items``.
  package var results: [RowResult] { items.indices.map { result(ofItemAt: $0) } }

  package func result(ofItemAt index: Int) -> RowResult {
    let item = items[index]
    let reason =
      switch item.verdict {
      case .propose: Reason("result.willBeProposed")
      case .delete: Reason("result.willBeDeleted")
      case .skipped where item.reason.isEmpty: Reason("result.skipped")
      default: item.reason
      }
    return RowResult(item: index, kind: item.verdict.resultKind, reasons: [reason] + item.notes)
  }
}

extension Verdict {
  /// The kind of result of a row for which no call was made.
  package var resultKind: RowResult.Kind {
    switch self {
    case .propose, .delete: .planned
    case .conflict: .conflict
    case .disagreement: .disagreement
    case .notChosen: .notChosen
    case .unapproved: .unapproved
    case .alreadyProposed, .alreadyGone: .alreadyThere
    case .reviewed: .reviewed
    case .rejected: .rejected
    case .unchanged, .skipped, .cleared, .sameAsCurrent: .nothingToDo
    case .otherApplication, .unknownAction, .damaged, .moved, .readOnlyEdit, .gone, .unknown, .refused, .refusedByCheck:
      .refused
    }
  }
}

extension ChangeOutcome {
  /// The kind of result of the rows that asked for the call.
  package var resultKind: RowResult.Kind {
    switch self {
    case .applied: .sent
    case .alreadyThere: .alreadyThere
    case .refused: .refused
    case .failed: .failed
    case .unconfirmed: .unconfirmed
    case .notAttempted: .notAttempted
    // The server changed before or after the call.
    case .conflict, .overridden: .conflict
    }
  }
}

extension SubmissionReport {
  /// The result of each of the changeset's items.
  package var results: [RowResult] { changeset.items.indices.map { result(ofItemAt: $0) } }

  package func result(ofItemAt index: Int) -> RowResult {
    guard let outcome = outcome(ofItemAt: index) else { return changeset.result(ofItemAt: index) }
    let kind = outcome.resultKind
    let item = changeset.items[index]
    let what = item.verdict == .delete && kind == .sent ? Reason("result.deleted") : .none
    return RowResult(
      item: index, kind: kind, reasons: [what, outcome.reason, overrodeReason(ofItemAt: index)] + item.notes)
  }
}
