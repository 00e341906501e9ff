import NStackAPI

/// Which changes of an import to undo.
public struct UndoChoice: Sendable {
  /// The texts. Its states are not looked at.
  public var selection = ReviewSelection()
  /// The numbers of changes in the import's plan, counted from one; empty for all. The other changes of the same text
  /// are undone with them.
  public var changes: Set<Int> = []

  /// Creates the choice of all changes.
  public init() {}

  /// Whether any change of an import is left out.
  package func leavesOut(anyOf changes: [Changeset.Change]) -> Bool {
    UndoPlan.changesByText(changes).contains { !includes(changes[$0[0]].text, $0) }
  }

  /// Whether a text is chosen.
  ///
  /// - Parameter places: The places of its changes in the plan.
  func includes(_ text: TextIdentity, _ places: [Int]) -> Bool {
    guard changes.isEmpty || places.contains(where: { changes.contains($0 + 1) }) else { return false }
    return selection.includes(text)
  }
}
