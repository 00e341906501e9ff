import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct ListedProposalsTests {
  let theirs = Proposal.other(8, "title", "Goddag")
  let ours = Proposal.own(9, "title", "Hej")

  func change(_ operation: Changeset.Change.Operation = .propose(value: "Hej"), pending: [Proposal] = [])
    -> Changeset.Change
  { Changeset.Change(text: Fixture.text("title"), operation: operation, items: [0], pending: pending) }

  func snapshot(_ proposals: [Proposal], _ begun: Double) -> ProposalSnapshot {
    ProposalSnapshot(ProposalList(proposals: proposals), begun: .seconds(begun))
  }

  /// A call that leaves at 10 and is answered at 11, with readings as they came.
  func overrode(
    _ change: Changeset.Change, before: [ProposalSnapshot] = [], during: [ProposalSnapshot] = [],
    outcome: ChangeOutcome = .done(9), after: [ProposalSnapshot]
  ) -> [Proposal] {
    let listed = ListedProposals([change])
    for reading in before { #expect(listed.compare(with: reading).isEmpty) }
    listed.begin(0, at: .seconds(10))
    for reading in during { #expect(listed.compare(with: reading).isEmpty) }
    listed.end(0, outcome, at: .seconds(11))
    return after.flatMap { listed.compare(with: $0) }.flatMap(\.overrode)
  }

  @Test func `an own proposal that the plan meant to replace is no news, one that was made elsewhere is`() {
    let planned = Proposal.own(7, "title", "Velkommen")
    let elsewhere = Proposal.own(7, "title", "Halløj")
    let after = [snapshot([ours], 12)]
    #expect(overrode(change(pending: [planned]), after: after) == [])
    #expect(overrode(change(pending: [planned]), during: [snapshot([elsewhere], 9)], after: after) == [elsewhere])
    let delete = change(.delete(proposalID: 7, value: "Velkommen"), pending: [planned])
    let gone = [snapshot([], 12)]
    #expect(overrode(delete, after: gone) == [])
    #expect(overrode(delete, during: [snapshot([elsewhere], 9)], after: gone) == [elsewhere])
  }

  @Test(arguments: [
    ChangeOutcome.refused(code: "api.rejected", message: ""), .failed(code: "net.tls", message: ""), .alreadyThere,
    .conflict(.none), .overridden(seen: nil),
  ]) func `a call that changed nothing overrode nothing`(outcome: ChangeOutcome) {
    #expect(overrode(change(pending: [theirs]), outcome: outcome, after: [snapshot([], 12)]) == [])
  }

  @Test(arguments: [true, false])
  func `going on, a call is judged by the next reading, unless one came after its outcome already`(wasRead: Bool) {
    let entries: [JournalEntry] = [.intent(change: 0, attempt: 1, time: 1), .outcome(change: 0, .done(9), time: 2)]
    let listed = ListedProposals([change(pending: [theirs])], after: entries + (wasRead ? [.reading(time: 3)] : []))
    #expect(listed.compare(with: snapshot([ours], 1)).flatMap(\.overrode) == (wasRead ? [] : [theirs]))
  }

  @Test(
    "going on, a call is judged by what was listed while it was in flight, and by no reading that began before its answer"
  ) func resumedInFlight() {
    let intent = JournalEntry.intent(change: 0, attempt: 1, time: 1)
    let reading = JournalEntry.reading(time: 2, listed: [theirs])
    let answer = JournalEntry.outcome(change: 0, .done(9), time: 3)
    for entries in [[intent, reading, answer], [intent, answer, reading], [intent, reading]] {
      let listed = ListedProposals([change()], after: entries)
      listed.end(0, .done(9), at: .zero)
      #expect(listed.compare(with: snapshot([ours], 1)).flatMap(\.overrode) == [theirs])
    }
  }

  @Test func `what is listed while a call is in flight is kept once`() {
    let listed = ListedProposals([change()])
    _ = listed.compare(with: snapshot([theirs], 9))
    #expect(listed.removeUnkept() == [])
    listed.begin(0, at: .seconds(10))
    let newer = Proposal.other(12, "title", "Goddag")
    _ = listed.compare(with: snapshot([theirs, newer], 11))
    #expect(listed.removeUnkept() == [newer])
    _ = listed.compare(with: snapshot([theirs, newer], 12))
    #expect(listed.removeUnkept() == [])
  }
}
