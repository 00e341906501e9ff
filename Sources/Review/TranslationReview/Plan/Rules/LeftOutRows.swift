import Basics

extension PlanningOptions {
  /// Skips the rows whose texts are not in the chosen part.
  func leaveOut(_ rows: [ReturnedRow], of decisions: inout [RowDecision]) {
    if selection.isOfEverything { return }
    for index in decisions.indices where decisions[index].verdict != .unchanged {
      guard let part = selection.missingPart(of: rows[index].cells.text) else { continue }
      decisions[index] = RowDecision(.skipped, Reason("row.leftOut.\(part)"))
      decisions[index].leftOut = .part
    }
  }
}

extension Changeset.Item {
  /// Why a row is skipped although its reviewer did not skip it. Journals store the reason, so that it is still known
  /// after an import is resumed.
  package enum LeftOut: String, Codable, Sendable {
    /// The row is not in the part that was chosen. Nothing was decided about it.
    case part
    /// Its change was left out by ``Changeset/keeping(_:)``. The reviewer's request is still open.
    case pick
  }
}
