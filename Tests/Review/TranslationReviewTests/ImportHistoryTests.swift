import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct ImportHistoryTests {
  private func report() -> SubmissionReport {
    let own = Proposal.own(3, "title", "Hej")
    let other = Proposal.other(4, "title", "Goddag")
    let gone = Proposal.own(5, "button", "Log\npå")
    let deletion = Changeset.deleting(
      [gone, other], of: [own, other, gone], catalog: Fixture.catalog(), readAt: .zero)
    var changeset = deletion
    changeset.items.append(
      Changeset.Item(
        row: Fixture.returned(ReviewRow(text: Fixture.text("title"), proposal: "Hej med dig"), at: 9) { _ in },
        verdict: .propose, serverProposal: own))
    changeset.counts[.propose] = 1
    changeset.changes.append(
      Changeset.Change(
        text: Fixture.text("title"), operation: .propose(value: "Hej med dig"), items: [2], pending: [other, own]))
    return SubmissionReport(
      changeset: changeset, outcomes: [.done(5), .failed(code: "timeout", message: "It took too long.")],
      verification: .nothingToVerify)
  }

  @Test func `each change has a number and its values, and other rows follow`() {
    #expect(
      report().historyLines(limit: 6) == [
        "1  proposal 5: delete applied login/button [da-DK]", "     current  Log in…", "     before   Log⏎på",
        "2  sheet.xlsx: worksheet \"Review\", row 9: propose failed login/title [da-DK]: It took too long.",
        "     before   Hej",
        "proposal 4: refused login/title [da-DK]: Proposal 4 was made by another user; only that user can delete it.",
        "3 rows: 1 sent (1 deleted), 2 refused (1 refused, 1 failed)", "2 rows asked for 2 calls: 1 applied, 1 failed",
        "nothing was carried out, so there was nothing to verify",
      ])
  }

  @Test func `after a call there is what the server holds, and nothing if the call was not carried out`() throws {
    let changeset = try Fixture.plan([("title", { $0.proposal = "Hej " })], of: Fixture.catalog())
    let outcomes: [(ChangeOutcome, String?)] = [
      (.done(1), "Hej "), (.applied(proposalID: 1, altered: "Hej"), "Hej"), (.alreadyThere, "Hej "),
      (.refused(code: "c", message: "m"), nil), (.conflict(Reason(verbatim: "m")), nil),
      (.overridden(seen: "Dav"), nil), (.unconfirmed(code: "c", message: "m"), nil),
      (.notAttempted(Reason(verbatim: "r")), nil),
    ]
    for (outcome, value) in outcomes {
      #expect(changeset.report([outcome]).values(ofChangeAt: 0).after == value, "\(outcome.name)")
    }
  }

  @Test func `in JSON the values are whole`() {
    #expect(
      report().valuesJSON.text.filter { !$0.isWhitespace }
        == #"""
        [{"number":1,"section":"login","key":"button","locale":"da-DK","operation":"delete","current":"Logind",
        "before":"Log\npå","after":null,"outcome":"applied"},
        {"number":2,"section":"login","key":"title","locale":"da-DK","operation":"propose","current":null,
        "before":"Hej","after":null,"outcome":"failed"}]
        """#.filter { !$0.isWhitespace })
  }
}
