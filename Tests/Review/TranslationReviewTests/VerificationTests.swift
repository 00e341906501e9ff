import NStackAPI
import Synchronization
import Testing

@testable import ReviewReports
@testable import TranslationReview

struct VerificationTests {
  let base = SubmissionTests()

  func submit(
    _ failure: @escaping @Sendable (_ call: String) -> NStackError?,
    _ edit: (inout SubmissionOptions) -> Void = { _ in }
  ) async throws -> (report: SubmissionReport, journal: InMemoryJournal) {
    let service = FakeService(failure: failure)
    let journal = InMemoryJournal()
    let report = try await Submission.submit(
      base.plan([("title", { $0.proposal = "Hej" })]), to: service,
      options: base.options {
        $0.settleTime = .milliseconds(10)
        $0.attempts = 1
        edit(&$0)
      }, journal: journal)
    return (report, journal)
  }

  @Test func `what is unconfirmed and not there is not called verified`() async throws {
    let lost = base.error(.badBody, .unconfirmed)
    let (report, _) = try await submit { $0.hasPrefix("propose") ? lost : nil }
    #expect(report.outcomes.map(\.name) == ["unconfirmed"])
    #expect(report.verification == .differences([SubmissionReport.Difference(change: 0, seen: nil)]))
    #expect(
      report.lines().last == "unconfirmed and not as asked on the server: login/title [da-DK]: it now holds nothing")
  }

  @Test func `a call that was made and failed is not called unsent`() async throws {
    let refusal = base.error(.unexpectedStatus, .definite)
    let (report, _) = try await submit { $0.hasPrefix("propose") ? refusal : nil }
    #expect(report.lines().last == "nothing was carried out, so there was nothing to verify")
    #expect(
      HTMLReport(report).text.contains(
        """
        <p class="status bad">0 of 1 row with a change was sent to NStack; 1 row was refused (1 failed).</p>
        <p>1 row asked for 1 call: 1 failed; nothing was carried out, so there was nothing to verify.</p>
        """))
  }

  @Test func `credentials that are refused for the last reading alone are refused credentials`() async throws {
    let refusal = base.error(.unauthorized, .definite)
    let (report, _) = try await submit { $0 == "list" ? refusal : nil }
    #expect(report.outcomes.map(\.name) == ["applied"])
    #expect(report.wereCredentialsRefused)
    #expect(report.lines().last?.hasPrefix("not verified: the proposals could not be read again: ") == true)
  }

  @Test func `a list that the server refuses for good is asked for once, not for each change`() async throws {
    let refusal = base.error(.notFound, .definite)
    let calls = Mutex<[String]>([])
    let service = FakeService { call in
      calls.withLock { $0.append(call) }
      return call == "list" ? refusal : nil
    }
    var plan = try base.plan([("title", { $0.proposal = "Hej" }), ("hint", { $0.proposal = "Ny" })])
    plan.reading = nil
    let report = try await Submission.submit(
      plan, to: service, options: base.options { $0.concurrency = 1 }, journal: InMemoryJournal())
    #expect(report.outcomes.map(\.name) == ["failed", "not-attempted"])
    #expect(calls.withLock { $0 } == ["list"])
  }

  @Test func `what the journal holds of a verified import says so`() async throws {
    let (report, journal) = try await submit { _ in nil }
    #expect(report.verification == .verified)
    let record = try #require(journal.record)
    #expect(SubmissionReport(record, journal.entries).verification == .verified)
    for count in 0..<journal.entries.count {
      let cut = SubmissionReport(record, Array(journal.entries.prefix(count)))
      guard case .notRead = cut.verification else {
        Issue.record("cut off after \(count) entries it is \(cut.verification)")
        continue
      }
      #expect(!cut.lines().contains { $0.contains("could not be read") })
    }
  }
}
