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
    /// Another row of the text was chosen.
    case notChosen = "not chosen"
    /// Nobody approved the edit.
    case unapproved
    /// The row or its call was refused.
    case refused
    /// The call failed.
    case failed
    /// The call may or may not have been applied.
    case inDoubt = "in doubt"
    /// The call was not sent.
    case notAttempted = "not attempted"

    /// Whether a person must look at the row again.
    package var needsFixing: Bool { [.conflict, .notChosen, .unapproved, .refused, .failed].contains(self) }

    /// What the row asked for was not sent, or is not known to have arrived, and no person decided so.
    package static let unsent: [Self] = [.unapproved, .refused, .conflict, .failed, .inDoubt, .notAttempted]

    /// Whether the server has what the row asked for.
    package var isDone: Bool { self == .applied || self == .alreadyThere }
  }

  /// The index of the row in ``Changeset/items``.
  package let item: Int
  /// The kind of result.
  package let kind: Kind
  /// The reasons and remarks, each a sentence or more; empty if the kind says everything.
  package let reasons: [String]

  /// The reason, in sentences; empty if the kind says everything.
  package var reason: String { reasons.joined(separator: " ") }

  /// Kind and reason in one text.
  package var text: String { reasons.isEmpty ? kind.rawValue : "\(kind.rawValue): \(reason)" }

  /// Creates a result from its fields; empty reasons are left out.
  init(item: Int, kind: Kind, reasons: [String]) {
    self.item = item
    self.kind = kind
    self.reasons = reasons.filter { !$0.isEmpty }
  }
}

extension Changeset {
  /// The plan for each of the ``items``.
  package var results: [RowResult] { items.indices.map { result(ofItemAt: $0) } }

  package func result(ofItemAt index: Int) -> RowResult {
    let item = items[index]
    func result(_ kind: RowResult.Kind, _ reason: String) -> RowResult {
      RowResult(item: index, kind: kind, reasons: [reason] + item.notes)
    }
    switch item.verdict {
    case .propose: return result(.planned, "will be proposed.")
    case .delete: return result(.planned, "its proposal will be deleted.")
    case .conflict: return result(.conflict, item.message)
    case .notChosen: return result(.notChosen, item.message)
    case .unapproved: return result(.unapproved, item.message)
    case .alreadyProposed, .alreadyGone: return result(.alreadyThere, item.message)
    case .skipped: return result(.notSent, item.message.isEmpty ? "skipped." : item.message)
    case .reviewed: return result(.reviewed, item.message)
    case .unchanged, .cleared, .sameAsCurrent: return result(.notSent, item.message)
    case .otherApplication, .unknownAction, .damaged, .readOnlyEdit, .gone, .unknown, .contradiction, .refused,
      .refusedByCheck:
      return result(.refused, item.message)
    }
  }
}

extension SubmissionReport {
  /// The result of each of the changeset's items.
  package var results: [RowResult] { changeset.items.indices.map { result(ofItemAt: $0) } }

  package func result(ofItemAt index: Int) -> RowResult {
    guard let outcome = outcome(ofItemAt: index) else { return changeset.result(ofItemAt: index) }
    let kind: RowResult.Kind =
      switch outcome.name {
      case "applied": .applied
      case "already-there": .alreadyThere
      case "refused": .refused
      case "failed": .failed
      case "in-doubt": .inDoubt
      case "not-attempted": .notAttempted
      // The server's contents changed before or after the call.
      default: .conflict
      }
    let item = changeset.items[index]
    let what = item.verdict == .delete && kind == .applied ? "the proposal was deleted." : ""
    return RowResult(
      item: index, kind: kind, reasons: [what, outcome.message, overrodeMessage(ofItemAt: index)] + item.notes)
  }
}
