import NStackAPI

/// Turns the verdicts of rows into calls. Rows that ask for the same are sent once, and the deletes of a text come
/// before its proposals.
enum ChangeCollector {
  private struct Wish: Hashable {
    let text: TextIdentity
    let deletedID: Int?
  }

  static func changes(for items: [Changeset.Item], catalog: Catalog) -> [Changeset.Change] {
    var order: [Wish] = []
    var rows: [Wish: [Int]] = [:]
    var firstRow: [TextIdentity: Int] = [:]
    for (index, item) in items.enumerated() where item.verdict.isChange {
      let text = catalog.canonical(item.row.text)
      let wish = Wish(text: text, deletedID: item.verdict == .delete ? item.serverProposal?.id : nil)
      if rows[wish] == nil { order.append(wish) }
      rows[wish, default: []].append(index)
      if firstRow[text] == nil { firstRow[text] = index }
    }
    let ranked = order.enumerated().sorted { left, right in
      let leftRow = firstRow[left.element.text] ?? 0
      let rightRow = firstRow[right.element.text] ?? 0
      let leftKind = left.element.deletedID == nil ? 1 : 0
      let rightKind = right.element.deletedID == nil ? 1 : 0
      return (leftRow, leftKind, left.offset) < (rightRow, rightKind, right.offset)
    }
    return ranked.compactMap { _, wish in
      guard let indices = rows[wish], let first = indices.first else { return nil }
      let item = items[first]
      if let id = wish.deletedID {
        return Changeset.Change(
          text: wish.text, operation: .delete(proposalID: id, value: item.serverProposal?.value ?? ""), items: indices,
          pending: catalog.pendingProposals(of: wish.text))
      }
      let value = LineEnds.adapting(item.row.proposal, to: item.serverValue ?? "")
      return Changeset.Change(
        text: wish.text, operation: .propose(value: value), items: indices,
        pending: catalog.pendingProposals(of: wish.text))
    }
  }
}
