import NStackAPI

/// The rows of a sheet that want different things for one text, of one file or of several (rule 7).
struct Contradictions {
  /// How many other rows a message names.
  private static let named = 5

  let rows: [ReturnedRow]
  let options: PlanningOptions
  /// The text that a row is about, however its locale is spelled.
  let text: (TextIdentity) -> TextIdentity
  /// Whether what a row proposes is pending already.
  let isPending: (ReviewRow) -> Bool

  /// Refuses all rows that contradict each other, among those that nothing has been decided about.
  func refuse(_ decisions: inout [RowDecision?]) {
    for indices in wishes(&decisions).values where indices.count > 1 {
      let refused = rivals(among: indices).sorted()
      for index in refused {
        let others = refused.lazy.filter { $0 != index }
        let names = others.prefix(Self.named).map { "\(rows[$0].place)" }.joined(separator: "; ")
        let rest = refused.count - 1 - Self.named
        decisions[index] = RowDecision(
          .contradiction,
          "Another row wants something else for the same text: \(names)\(rest > 0 ? " and \(rest) more" : ""). "
            + "Keep one of them.")
      }
    }
  }

  /// The rows that want something, by text.
  private func wishes(_ decisions: inout [RowDecision?]) -> [TextIdentity: [Int]] {
    var wishes: [TextIdentity: [Int]] = [:]
    for (index, returned) in rows.enumerated() where decisions[index] == nil {
      if returned.action == .delete, returned.isProposalChanged, !returned.isProposalBlank {
        decisions[index] = RowRules.deleteAndChange
        continue
      }
      // A row that shows what is pending already, as after a sort that swapped two rows of one text, asks for nothing.
      if returned.action == nil, !returned.isProposalBlank, isPending(returned.row) { continue }
      wishes[text(returned.row.text), default: []].append(index)
    }
    return wishes
  }

  /// Which of some rows of one text can't all have what they want.
  private func rivals(among indices: [Int]) -> Set<Int> {
    let proposing = indices.filter { rows[$0].action == nil && !rows[$0].isProposalBlank }
    var refused: Set<Int> = []
    if let first = proposing.first,
      proposing.contains(where: { !LineEnds.areEqual(rows[$0].row.proposal, rows[first].row.proposal) })
    {
      refused.formUnion(proposing)
    }
    // Withdrawing one proposal and posting another in a row of its own go together; for one proposal they do not.
    var proposingByID = Dictionary(grouping: proposing, by: { rows[$0].row.proposalID })
    for deleting in indices where asksToDelete(rows[deleting]) {
      guard let rivals = proposingByID[rows[deleting].row.proposalID] else { continue }
      refused.formUnion(rivals)
      refused.insert(deleting)
      proposingByID[rows[deleting].row.proposalID] = []
    }
    return refused
  }

  private func asksToDelete(_ returned: ReturnedRow) -> Bool {
    returned.action == .delete || (returned.row.proposal.isEmpty && options.cleared == .delete)
  }
}
