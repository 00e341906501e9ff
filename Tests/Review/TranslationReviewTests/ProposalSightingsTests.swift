import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct ProposalSightingsTests {
  private func record(_ changes: [Changeset.Change], at time: Double) -> SubmissionRecord {
    SubmissionRecord(
      id: "i", identity: PlanIdentity(text: "i"), startedAt: time, scope: .empty, allowsDelete: false,
      changeset: Changeset(items: [], changes: changes, counts: [:], files: []))
  }

  private func posting(_ value: String, pending: [Proposal] = []) -> Changeset.Change {
    Changeset.Change(text: Fixture.text("title"), operation: .propose(value: value), items: [], pending: pending)
  }

  private func posted(_ id: Int, at time: Double) -> [JournalEntry] {
    [.intent(change: 0, attempt: 1, time: time, moment: nil), .outcome(change: 0, .done(id), time: time + 5)]
  }

  @Test func `an import's own proposal is as old as its call, and one that was pending as old as the plan`() {
    var sightings = ProposalSightings()
    let other = Proposal.other(3, "title", "Goddag")
    sightings.add(record([posting("Hej", pending: [other])], at: 100), posted(4, at: 110))
    #expect(sightings.time(of: Proposal.own(4, "title", "Hej")) == 110)
    #expect(sightings.time(of: Proposal.other(3, "title", "Goddag", locale: "da_DK")) == 100)
    #expect(sightings.time(of: Proposal.other(5, "title", "Hej")) == nil)
  }

  @Test func `the first sighting counts, and another value under the same id is another proposal`() {
    var sightings = ProposalSightings()
    sightings.add(record([posting("Hej")], at: 100), posted(4, at: 110))
    sightings.add(record([posting("x", pending: [.other(4, "title", "Hej")])], at: 200), [])
    #expect(sightings.time(of: Proposal.other(4, "title", "Hej")) == 110)
    sightings.add(record([posting("Hej igen")], at: 300), posted(4, at: 310))
    sightings.add(record([posting("Hej")], at: 400), posted(4, at: 410))
    #expect(sightings.time(of: Proposal.other(4, "title", "Hej")) == 410)
    #expect(sightings.time(of: Proposal.other(4, "title", "Hej igen")) == nil)
  }

  @Test func `a proposal that a reading listed while calls were made counts from then`() {
    var sightings = ProposalSightings()
    let late = Proposal.other(8, "title", "Sent")
    sightings.add(record([posting("Hej")], at: 100), [.reading(time: 120, listed: [late])])
    #expect(sightings.time(of: late) == 120)
  }
}
