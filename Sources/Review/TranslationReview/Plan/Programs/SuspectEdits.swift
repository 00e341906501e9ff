import Basics
import NStackAPI

/// Edits of many proposals that look like a program's work: the same small change in all of them.
struct SuspectEdits {
  /// The smallest number of rows with changes in only Unicode normalisation or edge spaces that counts as a program's work.
  private static let suspiciousRows = 5

  let rows: [ReturnedRow]
  /// The server's contents; empty if only the sheet is known.
  let catalog: Catalog
  let options: PlanningOptions

  /// Refuses the rows that would be proposed, if there are many and damage is not accepted.
  func refuse(_ decisions: inout [RowDecision]) {
    guard !options.accepted.contains(.damaged) else { return }
    refuseNormalised(&decisions)
    refuseQuoted(&decisions)
  }

  /// Refuses changes in only Unicode normalisation or edge spaces.
  private func refuseNormalised(_ decisions: inout [RowDecision]) {
    let suspects = decisions.indices.parallelFilter { [decisions, catalog, rows] index in
      guard decisions[index].verdict == .propose, rows[index].intent != .accept else { return false }
      let row = rows[index]
      let exported = row.exportedProposal ?? row.base?.proposalID.flatMap { catalog.proposal(withID: $0) }?.value ?? ""
      if exported.isEmpty { return false }
      // `==` on strings is canonical equivalence, as needed here.
      return ReviewColumn.trimmed(LineEnds.normalized(exported))
        == ReviewColumn.trimmed(LineEnds.normalized(row.proposal))
    }
    // Copying a whole decision would be slow.
    let proposed = decisions.indices.count { decisions[$0].verdict == .propose }
    guard suspects.count >= Self.suspiciousRows, suspects.count * 5 >= proposed else { return }
    for index in suspects {
      decisions[index] = RowDecision(
        .damaged, Reason("row.onlyNormalised", .count(suspects.count)), option: options.option(.damaged, "ifIntended"),
        proposal: decisions[index].proposal)
    }
  }

  /// Refuses proposals in single quotes: a program probably used them to quote the cells.
  private func refuseQuoted(_ decisions: inout [RowDecision]) {
    let suspects = decisions.indices.parallelFilter { [decisions, rows] index in
      decisions[index].verdict == .propose && rows[index].place.worksheet == nil && Self.isQuoted(rows[index].proposal)
        && !Self.isQuoted(rows[index].currentValue)
    }
    guard suspects.count >= MovedValues.suspiciousRows else { return }
    for index in suspects {
      decisions[index] = RowDecision(
        .damaged, Reason("row.singleQuotes", .count(suspects.count)), option: options.option(.damaged, "ifQuotes"))
    }
  }

  private static func isQuoted(_ text: String) -> Bool {
    text.utf8.count >= 2 && text.utf8.first == UInt8(ascii: "'") && text.utf8.last == UInt8(ascii: "'")
  }
}
