import Basics
import NStackAPI
import ReviewFixtures
import Testing

@testable import TranslationReview

struct ResumeTests {
  let text = Fixture.text("title")

  func change(_ operation: Changeset.Change.Operation, pending: [Proposal] = []) -> Changeset.Change {
    Changeset.Change(text: text, operation: operation, items: [0], pending: pending)
  }

  func record(_ changes: [Changeset.Change], counts: [Verdict: Int] = [.propose: 1]) -> SubmissionRecord {
    let items = changes.map { change in
      Changeset.Item(
        row: ReturnedRow(
          place: RowPlace(fileIndex: 0, file: "s.csv", worksheet: nil, row: 2), cells: ReviewRow(text: change.text),
          isProposalChanged: true), verdict: .propose)
    }
    let files = [ReturnedSheet.File(path: "s.csv", digest: "00")]
    return SubmissionRecord(
      id: "a1", identity: PlanIdentity(text: "p"), startedAt: 1, scope: .empty, allowsDelete: true,
      changeset: Changeset(items: items, changes: changes, counts: counts, files: files))
  }

  func undo(_ record: SubmissionRecord, _ entries: [JournalEntry], _ proposals: [Proposal]) -> Changeset {
    Changeset.undoing(record, entries, against: proposals)
  }

  func resume(
    _ record: SubmissionRecord, _ entries: [JournalEntry], _ service: FakeService,
    _ edit: (inout SubmissionOptions) -> Void = { _ in }
  ) async throws -> (report: SubmissionReport, journal: InMemoryJournal) {
    let options = SubmissionTests().options {
      $0.settleTime = .milliseconds(10)
      edit(&$0)
    }
    let journal = InMemoryJournal()
    journal.begin(record)
    journal.append(entries)
    let report = try await Submission.resume(
      record.changeset, after: entries, with: service, options: options, journal: journal)
    return (report, journal)
  }

  let begun = [JournalEntry.intent(change: 0, attempt: 1, time: 2)]

  // MARK: - Taking back

  @Test func `what was carried out is taken back though its answer was lost`() {
    let plan = undo(record([change(.propose(value: "ny"))]), begun, [Proposal.own(4, "title", "ny")])
    #expect(plan.operations == [.delete(proposalID: 4, value: "ny")])
    let deleted = Proposal.own(3, "title", "gammel")
    let again = undo(record([change(.delete(proposalID: 3, value: "gammel"), pending: [deleted])]), begun, [])
    #expect(again.sent == ["gammel"])
  }

  @Test func `what was unconfirmed and not carried out is named, with nothing to take back`() {
    let plan = undo(record([change(.propose(value: "ny"))]), begun, [])
    #expect(plan.verdicts == [.alreadyGone])
    #expect(plan.tells("not carried out"))
    #expect(undo(record([change(.propose(value: "ny"))]), [], []).items.isEmpty)
  }

  @Test func `taken back once more, an import has nothing left to take back and is in no conflict`() {
    let before = Proposal.own(3, "title", "gammel")
    let entries = begun + [.outcome(change: 0, .done(4), time: 3)]
    let record = record([change(.propose(value: "ny"), pending: [before])])
    #expect(undo(record, entries, [Proposal.own(4, "title", "ny")]).sent == ["gammel"])
    #expect(undo(record, entries, [Proposal.own(5, "title", "gammel")]).verdicts == [.alreadyProposed])
  }

  // MARK: - Going on

  @Test(arguments: [true, false]) func `a text that another import touched since is left as it is`(wasBegun: Bool)
    async throws
  {
    let service = FakeService()
    let (report, _) = try await resume(record([change(.propose(value: "ny"))]), wasBegun ? begun : [], service) {
      $0.textsTouchedLater = [text]
    }
    #expect(report.outcomes.map(\.name) == [wasBegun ? "overridden" : "conflict"])
    #expect(service.calls.allSatisfy { $0 == "list" })
    #expect(!report.isResumable)
  }

  @Test func `limits hold for going on too`() async throws {
    let proposal = Proposal.own(3, "title", "gammel")
    let record = record(
      [change(.delete(proposalID: 3, value: "gammel"), pending: [proposal])], counts: [.delete: 1, .damaged: 1])
    let service = FakeService([proposal])
    let tooMany = await #expect(throws: SubmissionRefusal.self) {
      try await resume(record, [], service) { $0.maximumDeletes = 0 }
    }
    #expect(tooMany?.code == .tooManyDeletes)
    let strict = await #expect(throws: SubmissionRefusal.self) {
      try await resume(record, [], service) { $0.isStrict = true }
    }
    #expect(strict?.code == .strict)
    #expect(service.calls == [])
    // What is done already is no delete any more.
    let done = begun + [.outcome(change: 0, .done(3), time: 3)]
    let report = try await resume(record, done, FakeService()) { $0.maximumDeletes = 0 }.report
    #expect(report.outcomes.map(\.name) == ["applied"])
  }

  @Test(arguments: ["failed", "refused"]) func `the row that met refused credentials is sent once they are good`(
    outcome: String
  ) async throws {
    let met: ChangeOutcome =
      outcome == "failed"
      ? .failed(code: "api.unauthorized", message: "") : .refused(code: "api.unauthorized", message: "")
    let entries = begun + [.outcome(change: 0, met, time: 3), .ended(time: 4, isComplete: false)]
    let service = FakeService()
    let report = try await resume(record([change(.propose(value: "ny"))]), entries, service).report
    #expect(service.values == ["ny"])
    #expect(!report.wereCredentialsRefused && !report.isIncomplete)
  }

  // MARK: - What a later import leaves of an earlier one

  @Test func `an import is over only where a later one wants the same, or the server holds it`() {
    let earlier = record([change(.propose(value: "ny"))])
    func left(
      _ changes: [Changeset.Change], _ proposals: [Proposal] = [], isSameSheet: Bool = false,
      after entries: [JournalEntry] = []
    ) -> Int {
      record(changes).changeset.left(of: earlier, entries, isSameSheet: isSameSheet, against: proposals).count
    }
    let other = Changeset.Change(text: Fixture.text("hint"), operation: .propose(value: "ny"), items: [0])
    #expect(left([other]) == 1)
    #expect(left([other], isSameSheet: true) == 1)
    #expect(left([change(.propose(value: "ny"))]) == 0)
    #expect(left([change(.propose(value: "andet"))]) == 1)
    #expect(left([change(.propose(value: "andet"))], isSameSheet: true) == 0)
    #expect(left([], [Proposal.own(9, "title", "ny")]) == 0)
    #expect(left([], after: begun) == 1)
    let refused = begun + [.outcome(change: 0, .refused(code: "x", message: ""), time: 3)]
    #expect(left([], after: refused) == 0)
    let withdrawn = begun + [.outcome(change: 0, .notAttempted(Reason(verbatim: "stopped")), time: 3)]
    #expect(left([], after: withdrawn) == 1)
  }
}
