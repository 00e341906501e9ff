import NStackAPI

/// The rows of one or more files that ask for different things for the same text (rule 7).
struct Contradictions {
  /// The number of other rows that a message names.
  private static let named = 5

  /// The owner of a pending proposal with the same value as a row's proposal.
  enum Pending {
    case own
    case other
  }

  let rows: [ReturnedRow]
  let options: PlanningOptions
  /// The pending proposals of each text, as each file's export showed them.
  let exportedProposals: [ReturnedSheet.ExportedText: [Int: TextHash]]
  /// The places of the rows' texts in the catalog; none without a catalog.
  var places: [Catalog.Place?] = []
  /// The text of a row, with its locale in one spelling.
  let text: (TextIdentity) -> TextIdentity
  /// The owner of the pending proposal that has a row's value; nil if there is none.
  let pending: (ReturnedRow) -> Pending?

  /// Refuses all rows that contradict each other, among those without a decision.
  func refuse(_ decisions: inout [RowDecision?]) {
    for requests in repeatedRequests(&decisions) {
      let refused = rivals(among: asking(among: requests)).sorted()
      for index in refused {
        let others = refused.lazy.filter { $0 != index }
        let names = others.prefix(Self.named).map { "\(rows[$0].place)" }.joined(separator: "; ")
        let rest = refused.count - 1 - Self.named
        decisions[index] = RowDecision(
          .contradiction,
          "Another row asks for something else for the same text: \(names)\(rest > 0 ? " and \(rest) more" : ""). "
            + "Keep one of them.")
      }
    }
  }

  /// The rows that ask for something, for each text that has more than one.
  private func repeatedRequests(_ decisions: inout [RowDecision?]) -> Dictionary<Int, [Int]>.Values {
    var texts = NumberedTexts(capacity: rows.count)
    var first: [Int] = []
    var repeated: [Int: [Int]] = [:]
    // A closure that names them as members copies all of this value, for each row.
    let (rows, text) = (rows, text)
    for index in rows.indices where decisions[index] == nil {
      if let decision = RowRules.twoRequests(rows[index]) {
        decisions[index] = decision
        continue
      }
      let number = texts.number(of: text(rows[index].cells.text), at: places.isEmpty ? nil : places[index])
      if number == first.count {
        first.append(index)
      } else {
        repeated[number, default: [first[number]]].append(index)
      }
    }
    return repeated.values
  }

  /// The rows of one text, without those that only show what is already pending: for example after a sort that swapped
  /// two of them, or where no base shows what was written in them.
  ///
  /// A proposal that an earlier import made counts as a request, because another row's proposal would override it.
  private func asking(among indices: [Int]) -> [Int] {
    let owners = indices.map { rows[$0].intent.isProposal ? pending(rows[$0]) : nil }
    let isNothingNew = zip(indices, owners).allSatisfy { !rows[$0].intent.isProposal || $1 != nil }
    return zip(indices, owners).compactMap { index, owner in
      guard let owner else { return index }
      guard rows[index].base == nil else { return isExported(rows[index]) ? nil : index }
      return owner == .other || isNothingNew ? nil : index
    }
  }

  /// Whether the export of the row's file showed the row's proposal as pending.
  private func isExported(_ row: ReturnedRow) -> Bool {
    let text = ReturnedSheet.ExportedText(file: row.place.fileIndex, identity: row.identity)
    return exportedProposals[text]?.values.contains(TextHash(row.proposal)) == true
  }

  /// The rows of one text whose requests exclude each other.
  private func rivals(among indices: [Int]) -> Set<Int> {
    let proposing = indices.filter { rows[$0].intent.isProposal }
    var refused: Set<Int> = []
    if let first = proposing.first,
      proposing.contains(where: { !LineEnds.areEqual(rows[$0].proposal, rows[first].proposal) })
    {
      refused.formUnion(proposing)
    }
    // Deleting one proposal and posting another in a different row is consistent; doing both to the same proposal is
    // not.
    var proposingByID = Dictionary(grouping: proposing, by: { rows[$0].proposalID })
    for deleting in indices where asksToDelete(rows[deleting]) {
      guard let rivals = proposingByID[rows[deleting].proposalID] else { continue }
      refused.formUnion(rivals)
      refused.insert(deleting)
      proposingByID[rows[deleting].proposalID] = []
    }
    // A text that another row changes does not stay as it is.
    let changing = indices.filter { rows[$0].intent.isProposal || asksToDelete(rows[$0]) }
    let signingOff = indices.filter { rows[$0].intent == .signOff }
    if !changing.isEmpty, !signingOff.isEmpty { refused.formUnion(changing + signingOff) }
    return refused
  }

  private func asksToDelete(_ row: ReturnedRow) -> Bool {
    row.intent.isDeletion || (row.intent == .clear && row.proposal.isEmpty && options.cleared == .delete)
  }
}
