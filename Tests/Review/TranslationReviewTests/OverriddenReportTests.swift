import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct OverriddenReportTests {
  let theirs = Proposal.other(8, "title", "Goddag")
  let base = ResumeTests()

  func report() -> SubmissionReport {
    SubmissionReport(
      changeset: base.record([base.change(.propose(value: "Hej"), pending: [theirs])]).changeset, outcomes: [.done(9)],
      verification: .verified, overrode: [0: [theirs]])
  }

  @Test func `the row, the counts and the last line name it; the row is applied all the same`() {
    let sentence =
      "The call replaced proposal 8 of another user, \"Goddag\": it was listed before the call, and not after it."
    let words = "; 1 of them overrode a proposal made elsewhere meanwhile"
    #expect(
      report().lines() == [
        "s.csv: row 2: propose applied login/title [da-DK]: \(sentence)", "1 row: 1 sent (1 proposed)",
        "1 row asked for 1 call: 1 applied\(words)",
        "verified: the server was read again and holds exactly what was asked (1 call)\(words)",
      ])
    #expect(report().problemLines == ["warning: s.csv: row 2: propose applied login/title [da-DK]: \(sentence)"])
    #expect(report().results.map { $0.text(in: .english) } == ["sent: \(sentence)"])
    #expect(HTMLReport(report()).text.contains("it was listed before the call, and not after it."))
    #expect("\(report())" == "1 row: 1 sent (1 proposed); 1 row asked for 1 call: 1 applied\(words)")
    #expect(!report().isIncomplete)
  }

  @Test func `in JSON the row has the proposals, and the object their number`() {
    let text = report().json.text
    #expect(text.contains("\"overrode\": 1") || text.contains("\"overrode\":1"))
    #expect(text.contains("Goddag"))
    let none = SubmissionReport(changeset: report().changeset, outcomes: report().outcomes, verification: .verified)
    #expect(!none.json.text.contains("Goddag"))
  }

  @Test func `undoing deletes ours and tells of theirs, and posts theirs again only when asked`() {
    let entries =
      base.begun + [.outcome(change: 0, .done(9), time: 3), .outcome(change: 0, .done(9), time: 4, overrode: [theirs])]
    let record = base.record([base.change(.propose(value: "Hej"))])
    let ours = Proposal.own(9, "title", "Hej")
    func plan(_ now: [Proposal], posts: Bool) -> Changeset {
      Changeset.undoing(
        record, entries, against: now, postsOverridden: posts, phrases: OptionPhrases(postsOverridden: "ask for it"))
    }
    let plain = plan([ours], posts: false)
    #expect(plain.operations == [.delete(proposalID: 9, value: "Hej")])
    #expect(
      plain.items.flatMap(\.notes).map(\.description) == [
        "The import overrode another user's proposal \"Goddag\". To propose it again, as a proposal of this profile, ask for it."
      ])
    let posting = plan([ours], posts: true)
    #expect(posting.sent == ["Goddag"])
    #expect(
      posting.items.flatMap(\.notes).map(\.description) == [
        "The import overrode another user's proposal \"Goddag\". It is proposed again, as a proposal of this profile."
      ])
    #expect(plan([], posts: true).sent == ["Goddag"])
    // They propose it again themselves, or something else stands there by now.
    #expect(plan([ours, Proposal.other(11, "title", "Goddag")], posts: true).changes.isEmpty)
    #expect(plan([Proposal.other(11, "title", "Hallo")], posts: true).changes.isEmpty)
    #expect(plan([Proposal.own(9, "title", "Nyt")], posts: true).changes.isEmpty)
    // It was proposed again before.
    let twice = plan([Proposal.own(12, "title", "Goddag")], posts: true)
    #expect(twice.verdicts == [.alreadyProposed])
    #expect(twice.items.map(\.message) == ["\"Goddag\" is already pending again, from this profile."])
  }
}
