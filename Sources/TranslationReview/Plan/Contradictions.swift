import NStackAPI

/// The rows of a sheet that want different things for one text, of one file or of several (rule 7).
struct Contradictions {
  /// How many other rows a message names.
  private static let named = 5

  /// Whose pending proposal says the same as a row.
  enum Pending {
    case own
    case other
  }

  let rows: [ReturnedRow]
  let options: PlanningOptions
  /// The pending proposals that each file's export showed of each text.
  let exportedProposals: [ReturnedSheet.ExportedText: [Int: TextHash]]
  /// The text that a row is about, however its locale is spelled.
  let text: (TextIdentity) -> TextIdentity
  /// Whose pending proposal says what a row proposes; nil where none does.
  let pending: (ReviewRow) -> Pending?

  /// Refuses all rows that contradict each other, among those that nothing has been decided about.
  func refuse(_ decisions: inout [RowDecision?]) {
    for wishes in wishes(&decisions).values where wishes.count > 1 {
      let refused = rivals(among: asking(among: wishes)).sorted()
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
      if returned.deletesAndChanges {
        decisions[index] = RowRules.deleteAndChange
        continue
      }
      wishes[text(returned.row.text), default: []].append(index)
    }
    return wishes
  }

  /// Some rows of one text without those that only show what is pending already: as after a sort that swapped two of them, or
  /// where there is no base that could tell what was written in them.
  ///
  /// What an earlier import made pending is a wish like any other: another row's would override it.
  private func asking(among indices: [Int]) -> [Int] {
    let standings = indices.map { proposes($0) ? pending(rows[$0].row) : nil }
    let isNothingNew = zip(indices, standings).allSatisfy { !proposes($0) || $1 != nil }
    return zip(indices, standings).compactMap { index, standing in
      guard let standing else { return index }
      guard rows[index].row.base == nil else { return isExported(rows[index]) ? nil : index }
      return standing == .other || isNothingNew ? nil : index
    }
  }

  /// Whether the export of the row's file showed as pending what the row proposes.
  private func isExported(_ returned: ReturnedRow) -> Bool {
    let text = ReturnedSheet.ExportedText(file: returned.place.fileIndex, identity: returned.row.identity)
    return exportedProposals[text]?.values.contains(TextHash(returned.row.proposal)) == true
  }

  private func proposes(_ index: Int) -> Bool {
    rows[index].action != .delete && !rows[index].isProposalBlank
  }

  /// Which of some rows of one text can't all have what they want.
  private func rivals(among indices: [Int]) -> Set<Int> {
    let proposing = indices.filter(proposes)
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
