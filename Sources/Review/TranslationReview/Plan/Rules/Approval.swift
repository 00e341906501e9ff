import Basics
import NStackAPI

/// How options treat edits that nobody approved.
extension PlanningOptions {
  /// The rows without a reviewer's decision, if one is required. They do not disagree with rows that have one.
  func waitingRows(among rows: [ReturnedRow], _ decisions: [RowDecision?]) -> [Int] {
    guard withholdsUnapproved else { return [] }
    return rows.indices.filter { decisions[$0] == nil && rows[$0].intent.lacksDecision }
  }

  /// The decision about an edit that nobody approved.
  ///
  /// - Parameter unfinished: How the file marks the translation as unfinished; nil if it does not.
  func unapproved(unfinished: String? = nil) -> RowDecision {
    // No option can send an unfinished translation.
    if let unfinished { return RowDecision(.unapproved, Reason("row.unapprovedUnfinished", unfinished)) }
    return RowDecision(.unapproved, Reason("row.unapproved"), option: option(.unapproved, "toSend"))
  }

  /// Leaves out the changes of rows that no reviewer decided about. Their other verdicts are kept, because a request
  /// needs no approval if the server already has it or if it was approved in another row.
  ///
  /// - Parameter text: The text of a row, with its locale in one spelling.
  func withholdUnapproved(
    _ rows: [ReturnedRow], of decisions: inout [RowDecision], text: (TextIdentity) -> TextIdentity
  ) {
    guard withholdsUnapproved else { return }
    var approved: [TextIdentity: String] = [:]
    var deleted: Set<Int> = []
    for index in decisions.indices where decisions[index].verdict.isChange && !rows[index].intent.lacksDecision {
      if decisions[index].verdict == .propose {
        approved[text(rows[index].cells.text)] = decisions[index].value ?? rows[index].proposal
      } else if let id = decisions[index].proposal?.id {
        deleted.insert(id)
      }
    }
    for index in decisions.indices where rows[index].intent.lacksDecision {
      let old = decisions[index]
      guard old.verdict.isChange || old.verdict == .conflict else { continue }
      if old.verdict == .propose, let value = approved[text(rows[index].cells.text)],
        LineEnds.areEqual(value, old.value ?? rows[index].proposal)
      {
        continue
      }
      if old.verdict == .delete, let id = old.proposal?.id, deleted.contains(id) { continue }
      let withheld = unapproved()
      decisions[index].verdict = withheld.verdict
      (decisions[index].reason, decisions[index].option) = (withheld.reason, withheld.option)
      if old.verdict == .conflict { decisions[index].notes.insert(old.reason, at: 0) }
    }
  }

  /// A warning about the edits that are planned although a project requires approval; none without such edits.
  func overriding(_ number: @autoclosure () -> Int) -> [Diagnostic] {
    guard requiresApproval, !withholdsUnapproved else { return [] }
    let count = number()
    if count == 0 { return [] }
    return [
      Diagnostic(
        code: .planUnapproved, severity: .warning,
        message: "The project requires approval, and \(Counted.being(count, "change")) planned that nobody approved.")
    ]
  }
}
