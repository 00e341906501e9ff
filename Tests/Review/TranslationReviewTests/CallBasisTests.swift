import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct CallBasisTests {
  func snapshot(_ proposals: [Proposal], isPaged: Bool = false) -> ProposalSnapshot {
    ProposalSnapshot(ProposalList(proposals: proposals, isPaged: isPaged), begun: .zero)
  }

  func outcome(
    of operation: Changeset.Change.Operation = .propose(value: "Hej"), pending: [Proposal] = [],
    planned: String? = "Velkommen", wasUnconfirmed: Bool = false, proposesInConflict: Bool = false,
    by snapshot: ProposalSnapshot? = nil, _ texts: [String: ServedTexts.Locale]? = nil
  ) -> ChangeOutcome? {
    CallBasis(
      change: Changeset.Change(text: Fixture.text("title"), operation: operation, items: [0], pending: pending),
      plannedValue: planned, wasUnconfirmed: wasUnconfirmed, deleted: [], isTouchedLater: false,
      proposesInConflict: proposesInConflict
    ).outcome(by: snapshot, texts.map { ServedTexts(locales: $0, askedAt: .zero) })
  }

  @Test func `a proposal that a list in one piece lacks is gone, and one that a list in pages lacks may have moved`() {
    func deletion(isPaged: Bool, wasUnconfirmed: Bool) -> ChangeOutcome? {
      outcome(
        of: .delete(proposalID: 9, value: "Hej"), planned: nil, wasUnconfirmed: wasUnconfirmed,
        by: snapshot([], isPaged: isPaged))
    }
    #expect(deletion(isPaged: false, wasUnconfirmed: false) == .alreadyThere)
    #expect(deletion(isPaged: false, wasUnconfirmed: true) == .done(9))
    #expect(deletion(isPaged: true, wasUnconfirmed: false) == nil)
    #expect(deletion(isPaged: true, wasUnconfirmed: true) == nil)
  }

  @Test func `a newer own proposal, and the same one under a new id, are conflicts`() {
    let planned = Proposal.own(7, "title", "Velkommen")
    #expect(outcome(pending: [planned], by: snapshot([planned])) == nil)
    let anew = snapshot([Proposal.own(10, "title", "Velkommen")])
    #expect(
      outcome(pending: [planned], by: anew)?.message
        == "Since the plan was made, proposal 7 of this profile was replaced by proposal 10, made elsewhere. Nothing was sent."
    )
    #expect(outcome(pending: [planned], proposesInConflict: true, by: anew) == nil)
    let newer = snapshot([Proposal.own(7, "title", "Halløj")])
    #expect(outcome(pending: [planned], by: newer)?.name == "conflict")
    #expect(outcome(by: newer)?.name == "conflict")
    #expect(outcome(pending: [planned], by: snapshot([]))?.name == "conflict")
  }

  @Test
  func `a proposal of somebody else that the plan did not see is a conflict, one that it saw or that is gone is none`()
  {
    let theirs = Proposal.other(8, "title", "Goddag")
    for now in [[theirs], []] { #expect(outcome(pending: [theirs], by: snapshot(now)) == nil) }
    for now in [[Proposal.other(8, "title", "Godaften")], [theirs, .other(9, "title", "Hallo")]] {
      #expect(outcome(pending: [theirs], by: snapshot(now))?.name == "conflict")
    }
  }

  @Test(arguments: ["Velkommen": nil as String?, "Velkommen\r\n": "conflict", "Hej hej": "conflict", "": "conflict"])
  func `a current value that moved is a conflict, whatever the line ends`(now: String, expected: String?) {
    let key = TextKey(Fixture.text("title"))
    let locale = ServedTexts.Locale(time: nil, url: "u", entityTag: nil, values: [key: now])
    #expect(outcome(["da-dk": locale])?.name == expected)
    #expect(outcome([:])?.name == "conflict")
    // A text that its language lacks is one to translate.
    #expect(outcome(planned: "", [:]) == nil)
  }

  @Test func `a value that the server keeps in the form of its answer is applied, also where it held that before`() {
    let kept = Proposal.own(9, "title", "a &amp; b")
    let change = Changeset.Change(
      text: Fixture.text("title"), operation: .propose(value: "a & b"), items: [0], pending: [kept])
    let outcome = ChangeOutcome.applied(proposalID: 9, altered: "a &amp; b")
    #expect(snapshot([kept]).reconciled(outcome, of: change, wasUnconfirmed: false) == outcome)
    let other = Proposal.own(9, "title", "c")
    #expect(snapshot([other]).reconciled(outcome, of: change, wasUnconfirmed: false) == .overridden(seen: "c"))
  }
}
