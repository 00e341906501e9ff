import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewSheets

/// The row of a text with a pending proposal of this profile, with another user's, or with a suggestion.
private enum Exported: Sendable {
  case text
  case proposal
  case suggestion

  func row() throws -> ReviewRow {
    let mine = Proposal.own(7, "title", "Hej")
    let row = try Fixture.exportedRow("title", of: Fixture.catalog(proposals: self == .proposal ? [mine] : []))
    return self == .suggestion ? Fixture.suggesting("Goddag", row) : row
  }
}

@Suite("What a row asks for") struct RowIntentTests {
  private struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var exported = Exported.text
    var form = ReturnedRow.ProposalForm.certain
    let edit: @Sendable (inout ReviewRow) -> Void
    let intent: RowIntent

    init(
      _ name: String, _ intent: RowIntent, from exported: Exported = .text, form: ReturnedRow.ProposalForm = .certain,
      _ edit: @escaping @Sendable (inout ReviewRow) -> Void
    ) { (testDescription, self.exported, self.form, self.edit, self.intent) = (name, exported, form, edit, intent) }
  }

  private static let converted = ReturnedRow.ProposalForm.uncertain("the number 7")

  private static let cases = [
    Case("no edit", .nothing) { _ in }, Case("a note alone", .nothing) { $0.note = "delete" },
    Case("another text", .propose) { $0.proposal = "Hej" },
    Case("an emptied proposal", .clear, from: .proposal) { $0.proposal = "" },
    Case("white space alone", .clear, from: .proposal) { $0.proposal = " \u{A0}" },
    Case("a deletion", .delete, from: .proposal) { $0.action = "delete" },
    Case("a deletion with the cell emptied", .delete, from: .proposal) { ($0.action, $0.proposal) = ("slet", "") },
    Case("a deletion and another text", .unclear(.deletionAndChange), from: .proposal) {
      ($0.action, $0.proposal) = ("delete", "Ny")
    },
    Case("a deletion of the text in a row that no export wrote", .delete) {
      ($0.base, $0.exportedProposal, $0.action, $0.proposal) = (nil, nil, "delete", "Hej")
    },
    Case("a deletion of a converted text", .unclear(.deletionAndChange), from: .proposal, form: converted) {
      ($0.action, $0.proposal) = ("delete", "7")
    },
    Case("a row to skip, whatever it contains", .skip, from: .proposal, form: converted) {
      ($0.action, $0.proposal) = ("Skip", "7")
    }, Case("accept without a suggestion", .accept) { $0.action = "accept" },
    Case("a sign-off", .signOff, from: .proposal) { $0.action = "ok" },
    Case("an approved text", .approve, from: .proposal) { ($0.action, $0.proposal) = ("ok", "Ny") },
    Case("a sign-off beside an emptied proposal", .unclear(.signOffAndClearing), from: .proposal) {
      ($0.action, $0.proposal) = ("gennemgået", "")
    },
    Case("an approved text that a program converted", .unclear(.uncertainProposal("the number 7")), form: converted) {
      ($0.action, $0.proposal) = ("ok", "7")
    }, Case("a sign-off of a suggestion", .signOff, from: .suggestion) { $0.action = "OK" },
    Case("a sign-off where the suggestion was removed", .signOff, from: .suggestion) {
      ($0.action, $0.proposal) = ("ok", "")
    },
    Case("a sign-off in a row that no export wrote", .signOff) {
      ($0.base, $0.exportedProposal, $0.action, $0.proposal) = (nil, nil, "ok", "Hej")
    }, Case("an unknown word", .unclear(.unknownAction)) { $0.action = "destroy" },
    Case("a text that a program converted", .unclear(.uncertainProposal("the number 7")), form: converted) {
      $0.proposal = "7"
    },
    Case(
      "an accepted text that a program converted", .unclear(.uncertainProposal("the number 7")), from: .suggestion,
      form: converted
    ) { ($0.action, $0.proposal) = ("accept", "7") },
  ]

  @Test("follows from its cells", arguments: cases) private func intent(of example: Case) throws {
    let exported = try example.exported.row()
    #expect(Fixture.returned(exported, form: example.form, example.edit).intent == example.intent)
  }

  @Test func `is unclear if its cells are not in their columns, whatever they contain`() throws {
    let exported = Fixture.returned(try Exported.proposal.row()) { $0.action = "delete" }
    let row = ReturnedRow(
      place: exported.place, cells: exported.cells, isProposalChanged: false, misplacement: "the columns were swapped")
    #expect(row.intent == .unclear(.misplaced("the columns were swapped")))
  }

  @Test func `follows every change to its cells`() throws {
    var row = Fixture.returned(try Exported.proposal.row()) { $0.proposal = "Ny" }
    #expect(row.intent == .propose)
    row.cells.action = "delete"
    #expect(row.intent == .unclear(.deletionAndChange))
    row.isProposalChanged = false
    #expect(row.intent == .delete)
    row.cells.action = ""
    #expect(row.intent == .nothing)
    row.isProposalChanged = true
    row.proposalForm = Self.converted
    #expect(row.intent == .unclear(.uncertainProposal("the number 7")))
  }

  @Test func `says whether a proposal is to be posted, deleted, or to go`() {
    let intents: [RowIntent] = [
      .nothing, .skip, .propose, .accept, .clear, .delete, .unclear(.deletionAndChange), .unclear(.unknownAction),
      .signOff, .unclear(.signOffAndClearing), .approve,
    ]
    #expect(intents.map(\.isProposal) == [false, false, true, true, false, false, false, false, false, false, true])
    #expect(intents.map(\.isDeletion) == [false, false, false, false, false, true, true, false, false, false, false])
    #expect(intents.map(\.isWithdrawal) == [false, false, false, false, true, true, true, false, false, false, false])
  }
}
