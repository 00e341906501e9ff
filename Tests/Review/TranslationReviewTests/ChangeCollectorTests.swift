import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct ChangeCollectorTests {
  /// An item that asks to propose a value or, with a proposal, to delete it.
  private func item(_ key: String, _ value: String, deletes proposal: Proposal? = nil) -> Changeset.Item {
    let row = ReturnedRow(
      place: RowPlace(fileIndex: 0, file: "sheet.xlsx", worksheet: "Review", row: 2),
      cells: ReviewRow(text: Fixture.text(key, "da_dk"), proposal: value), isProposalChanged: true)
    return Changeset.Item(
      row: row, verdict: proposal == nil ? .propose : .delete, serverValue: nil, serverProposal: proposal)
  }

  private func described(_ change: Changeset.Change) -> String {
    let operation =
      switch change.operation {
      case .propose(let value): "propose \(value)"
      case .delete(let id, _): "delete \(id)"
      }
    let pending = (change.pending ?? []).map { "\($0.id)" }.joined(separator: " ")
    return "\(change.text.key) \(change.text.locale): \(operation), items \(change.items), pending [\(pending)]"
  }

  @Test func `the texts come in the order of their first rows, and the deletes of each before its proposal`() {
    let gone = Proposal(id: 9, text: Fixture.text("gone"), value: "x", canDelete: true)
    let also = Proposal(id: 8, text: Fixture.text("gone"), value: "y", canDelete: true)
    let own = Proposal.own(7, "title", "Hej")
    let catalog = Catalog.pending(own, gone, also)
    let items = [
      item("gone", "", deletes: gone), item("title", "Goddag"), item("button", "Ind"), item("gone", "", deletes: also),
      item("title", "", deletes: own), item("button", "Ind"), item("gone", "", deletes: gone), item("hint", "Tryk"),
    ]
    let expected = [
      "gone da-DK: delete 9, items [0, 6], pending []", "gone da-DK: delete 8, items [3], pending []",
      "title da-DK: delete 7, items [4], pending [7]", "title da-DK: propose Goddag, items [1], pending [7]",
      "button da-DK: propose Ind, items [2, 5], pending []", "hint da-DK: propose Tryk, items [7], pending []",
    ]
    #expect(ChangeCollector.changes(for: items, catalog: catalog).map(described) == expected)
    let places = items.map { catalog.place(of: $0.row.text) }
    #expect(places.count { $0 == nil } == 3)
    #expect(ChangeCollector.changes(for: items, catalog: catalog, places: places).map(described) == expected)
  }
}
