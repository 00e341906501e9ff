import Basics

/// The result of one row, as annotated copies and reports show it.
package struct RowResult: Hashable, Sendable {
  /// The kind of result, in the words that a `Result` cell begins with.
  package enum Kind: String, CaseIterable, Sendable {
    /// The call succeeded.
    case applied
    /// The server already had the requested state.
    case alreadyThere = "already there"
    /// A call is planned.
    case planned
    /// The row does not ask for a call.
    case notSent = "not sent"
    /// The row signs its text off.
    case reviewed
    /// The row is in conflict with the server.
    case conflict
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

    /// Whether a person must look at the row again.
    package var needsFixing: Bool { [.conflict, .notChosen, .unapproved, .refused, .failed].contains(self) }

    /// The request was not sent, or may not have arrived, and nobody decided against it.
    package static let unsent: [Self] = [.unapproved, .refused, .conflict, .failed, .unconfirmed, .notAttempted]

    /// Whether the server has what the row asked for.
    package var isDone: Bool { self == .applied || self == .alreadyThere }
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
    func result(_ kind: RowResult.Kind, _ reason: Reason) -> RowResult {
      RowResult(item: index, kind: kind, reasons: [reason] + item.notes)
    }
    switch item.verdict {
    case .propose: return result(.planned, Reason("result.willBeProposed"))
    case .delete: return result(.planned, Reason("result.willBeDeleted"))
    case .conflict: return result(.conflict, item.reason)
    case .notChosen: return result(.notChosen, item.reason)
    case .unapproved: return result(.unapproved, item.reason)
    case .alreadyProposed, .alreadyGone: return result(.alreadyThere, item.reason)
    case .skipped: return result(.notSent, item.reason.isEmpty ? Reason("result.skipped") : item.reason)
    case .reviewed: return result(.reviewed, item.reason)
    case .unchanged, .cleared, .sameAsCurrent: return result(.notSent, item.reason)
    case .otherApplication, .unknownAction, .damaged, .moved, .readOnlyEdit, .gone, .unknown, .disagreement, .refused,
      .refusedByCheck:
      return result(.refused, item.reason)
    }
  }
}

extension SubmissionReport {
  /// The result of each of the changeset's items.
  package var results: [RowResult] { changeset.items.indices.map { result(ofItemAt: $0) } }

  package func result(ofItemAt index: Int) -> RowResult {
    guard let outcome = outcome(ofItemAt: index) else { return changeset.result(ofItemAt: index) }
    let kind: RowResult.Kind =
      switch outcome {
      case .applied: .applied
      case .alreadyThere: .alreadyThere
      case .refused: .refused
      case .failed: .failed
      case .unconfirmed: .unconfirmed
      case .notAttempted: .notAttempted
      // The server changed before or after the call.
      case .conflict, .overridden: .conflict
      }
    let item = changeset.items[index]
    let what = item.verdict == .delete && kind == .applied ? Reason("result.deleted") : .none
    return RowResult(
      item: index, kind: kind, reasons: [what, outcome.reason, overrodeReason(ofItemAt: index)] + item.notes)
  }
}
