import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct CallBasisTests {
  func snapshot(_ proposals: [Proposal], isPaged: Bool = false) -> ProposalSnapshot {
    ProposalSnapshot(ProposalList(proposals: proposals, isPaged: isPaged), begun: .zero)
  }

  func outcomeOfDeletion(by snapshot: ProposalSnapshot, wasInDoubt: Bool = false) -> ChangeOutcome? {
    let change = Changeset.Change(
      text: Fixture.text("title"), operation: .delete(proposalID: 9, value: "Hej"), items: [0], pending: [])
    return CallBasis(
      change: change, plannedValue: nil, wasInDoubt: wasInDoubt, deleted: [], isTouchedLater: false,
      proposesInConflict: false
    ).outcome(by: snapshot, nil)
  }

  @Test func `a proposal that a list in one piece lacks is gone, and one that a list in pages lacks may have moved`() {
    #expect(outcomeOfDeletion(by: snapshot([])) == .alreadyThere)
    #expect(outcomeOfDeletion(by: snapshot([]), wasInDoubt: true) == .done(9))
    #expect(outcomeOfDeletion(by: snapshot([], isPaged: true)) == nil)
    #expect(outcomeOfDeletion(by: snapshot([], isPaged: true), wasInDoubt: true) == nil)
  }

  @Test func `a value that the server keeps in the form of its answer is applied, also where it held that before`() {
    let kept = Proposal.own(9, "title", "a &amp; b")
    let change = Changeset.Change(
      text: Fixture.text("title"), operation: .propose(value: "a & b"), items: [0], pending: [kept])
    let outcome = ChangeOutcome.applied(proposalID: 9, altered: "a &amp; b")
    let same = snapshot([kept]).settled(outcome, of: change, wasInDoubt: false)
    #expect(same == outcome)
    let other = Proposal.own(9, "title", "c")
    let overridden = snapshot([other]).settled(outcome, of: change, wasInDoubt: false)
    #expect(overridden == .overridden(seen: "c"))
  }
}
