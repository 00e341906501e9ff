import Basics
import NStackAPI

/// What the options say about edits that nobody approved.
extension PlanningOptions {
  /// The rows that no reviewer decided about, where that is required. They do not rival those that one decided about.
  func waitingRows(among rows: [ReturnedRow], _ decisions: [RowDecision?]) -> [Int] {
    guard approval == .required else { return [] }
    return rows.indices.filter { decisions[$0] == nil && rows[$0].intent.lacksDecision }
  }

  /// The decision about an edit that nobody approved.
  ///
  /// - Parameter unfinished: What in its file says that it is not finished; nil if nothing does.
  func unapproved(unfinished: String? = nil) -> RowDecision {
    // No option sends what is not finished.
    if let unfinished { return RowDecision(.unapproved, Reason("row.unapprovedUnfinished", unfinished)) }
    return RowDecision(.unapproved, Reason("row.unapproved"), option: .option(phrases.sendsUnapproved, "toSend"))
  }

  /// Leaves out what would be sent of rows that nobody decided about. What else is decided about them stays, as what the
  /// server has already needs no approval. Nor does what another row asks for that somebody approved.
  ///
  /// - Parameter text: The text of a row, with its locale in one spelling.
  func withholdUnapproved(
    _ rows: [ReturnedRow], of decisions: inout [RowDecision], text: (TextIdentity) -> TextIdentity
  ) {
    guard approval == .required else { return }
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
    guard approval == .overridden else { return [] }
    let count = number()
    if count == 0 { return [] }
    return [
      Diagnostic(
        code: .planUnapproved, severity: .warning,
        message: "The project requires approval, and \(Counted.being(count, "change")) planned that nobody approved"
          + (phrases.sendsUnapproved.map { " (\($0))." } ?? "."))
    ]
  }
}
