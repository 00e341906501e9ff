extension PlanningOptions {
  /// Skips the rows whose texts are not in the chosen part.
  func leaveOut(_ rows: [ReturnedRow], of decisions: inout [RowDecision]) {
    if selection.isOfEverything { return }
    for index in decisions.indices where decisions[index].verdict != .unchanged {
      guard let part = selection.missingPart(of: rows[index].cells.text) else { continue }
      decisions[index] = RowDecision(.skipped, part + Changeset.Item.notInPart)
    }
  }
}

/// The rows that were left out by choice. A journal keeps their sentences, so they are known after a resumed import too.
extension Changeset.Item {
  /// The note of a row whose change was not picked.
  static let notPicked = "Left out when the changes were picked; nothing is sent for it."
  /// The end of the message of a row that is not in the chosen part.
  static let notInPart = " is not in the chosen part; nothing is sent for it."

  /// Whether the row's change was left out by ``Changeset/keeping(_:)``. The reviewer's request is still open.
  var isLeftOut: Bool { verdict == .skipped && notes.contains(Self.notPicked) }

  /// Whether the row is not in the part that was chosen. Nothing was decided about it.
  package var isInOtherPart: Bool { verdict == .skipped && message.hasSuffix(Self.notInPart) }
}
