import NStackAPI
import ReviewFixtures
import Synchronization
import Testing

@testable import ReviewReports
@testable import TranslationReview

/// A server's proposals in memory, with a script of what goes wrong.
final class FakeService: ProposalService {
  struct State {
    var proposals: [Proposal]
    var nextID = 100
    var calls: [String] = []
    var inFlight: Set<TextIdentity> = []
    var overlapped = false
    var unread: [UnreadItem] = []
  }

  let state: Mutex<State>
  let failure: @Sendable (_ call: String) -> NStackError?
  /// Whether a failing write is carried out before its answer is lost.
  let appliesBeforeFailing: Bool

  init(
    _ proposals: [Proposal] = [], appliesBeforeFailing: Bool = false,
    failure: @escaping @Sendable (_ call: String) -> NStackError? = { _ in nil }
  ) {
    state = Mutex(State(proposals: proposals))
    self.failure = failure
    self.appliesBeforeFailing = appliesBeforeFailing
  }

  var calls: [String] { state.withLock(\.calls) }
  var values: [String] { state.withLock { $0.proposals.map(\.value) } }

  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] {
    self.state.withLock { $0.calls.append("list") }
    if let error = failure("list") { throw error }
    return self.state.withLock(\.proposals)
  }

  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    let proposals = try await proposals(state: state)
    return ProposalList(proposals: proposals, unread: self.state.withLock(\.unread))
  }

  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    let call = "propose \(text.key) \(value)"
    let overlaps = state.withLock { !$0.inFlight.insert(text).inserted }
    if overlaps { state.withLock { $0.overlapped = true } }
    await Task.yield()
    defer { state.withLock { _ = $0.inFlight.remove(text) } }
    let error = failure(call)
    let made = state.withLock { state in
      state.calls.append(call)
      let proposal = Proposal(id: state.nextID, text: text, value: value, canDelete: true)
      if error == nil || appliesBeforeFailing {
        state.proposals.removeAll { $0.text == text && $0.canDelete }
        state.proposals.append(proposal)
        state.nextID += 1
      }
      return proposal
    }
    if let error { throw error }
    return made
  }

  func deleteProposal(id: Int) async throws(NStackError) -> Bool {
    let call = "delete \(id)"
    state.withLock { $0.calls.append(call) }
    if let error = failure(call) { throw error }
    return state.withLock { state in
      let before = state.proposals.count
      state.proposals.removeAll { $0.id == id }
      return state.proposals.count < before
    }
  }
}

struct SubmissionTests {
  let catalog = Fixture.catalog(proposals: [.own(7, "button", "Log på")])

  func plan(_ edits: [(key: String, edit: (inout ReviewRow) -> Void)]) throws -> Changeset {
    try Fixture.plan(edits, of: catalog)
  }

  func error(_ code: NStackError.Code, _ delivery: NStackError.Delivery) -> NStackError {
    NStackError(code, delivery: delivery, request: "POST /proposals", status: 500, message: "the server's words")
  }

  func options(_ change: (inout SubmissionOptions) -> Void = { _ in }) -> SubmissionOptions {
    var options = SubmissionOptions()
    options.allowsDelete = true
    // A busy machine must not make the plan old.
    options.snapshotLifetime = .seconds(3600)
    change(&options)
    return options
  }

  @Test func `what was asked is done, read again and verified`() async throws {
    let service = FakeService(catalog.proposals.values.flatMap(\.self))
    let report = try await Submission.submit(
      try plan([("title", { $0.proposal = "Hej" }), ("button", { $0.action = "delete" })]), to: service,
      options: options())
    #expect(report.outcomes.map(\.name) == ["applied", "applied"])
    #expect(report.verification == .verified)
    #expect(!report.isIncomplete)
    #expect(service.values == ["Hej"])
    #expect(service.calls.last == "list")
    #expect(report.lines().last == "verified: the server was read again and holds exactly what was asked (2 changes)")
  }

  @Test(
    "a proposal of somebody else that the plan did not see is a conflict, one that it saw is none",
    arguments: [
      ([Proposal.other(8, "title", "Goddag")], "applied"), ([], "applied"),
      ([Proposal.other(8, "title", "Godaften")], "conflict"),
      ([Proposal.other(8, "title", "Goddag"), Proposal.other(9, "title", "Hallo")], "conflict"),
    ]) func unseenProposal(now: [Proposal], outcome: String) async throws
  {
    let catalog = Fixture.catalog(proposals: [.other(8, "title", "Goddag")])
    let row = try Fixture.row("title", of: catalog) { $0.proposal = "Hej" }
    let service = FakeService(now)
    var plan = Fixture.plan([row], against: catalog)
    plan.reading = nil
    let report = try await Submission.submit(plan, to: service, options: options())
    #expect(report.outcomes.map(\.name) == [outcome])
    #expect(service.values.contains("Hej") == (outcome == "applied"))
  }

  @Test(arguments: [(0.0, ["propose title Hej", "list"]), (600.0, ["list", "propose title Hej", "list"])])
  func `a plan is as old as its catalog, however late it is confirmed`(seconds: Double, calls: [String]) async throws {
    let catalog = Fixture.catalog(reading: Catalog.Reading(begun: .seconds(1000)))
    let row = try Fixture.row("title", of: catalog) { $0.proposal = "Hej" }
    let service = FakeService()
    let options = options {
      $0.snapshotLifetime = .seconds(300)
      // Each look at the clock takes a millisecond, so that a call comes after the reading before it.
      let now = Mutex(Duration.seconds(1000 + seconds))
      $0.clock.now = {
        now.withLock { now in
          now += .milliseconds(1)
          return now
        }
      }
    }
    _ = try await Submission.submit(Fixture.plan([row], against: catalog), to: service, options: options)
    #expect(service.calls == calls)
  }

  @Test func `a plan without a known reading reads before its first call`() async throws {
    let catalog = Fixture.catalog(reading: nil)
    let row = try Fixture.row("title", of: catalog) { $0.proposal = "Hej" }
    let service = FakeService()
    _ = try await Submission.submit(Fixture.plan([row], against: catalog), to: service)
    #expect(service.calls == ["list", "propose title Hej", "list"])
  }

  @Test func `deletes are not attempted unless they are allowed`() async throws {
    let service = FakeService(catalog.proposals.values.flatMap(\.self))
    let report = try await Submission.submit(
      try plan([("button", { $0.action = "delete" })]), to: service, options: options { $0.allowsDelete = false })
    #expect(report.outcomes.map(\.name) == ["not-attempted"])
    #expect(service.calls == [])
    #expect(report.isIncomplete)
  }

  @Test func `more deletes than the limit, and nothing at all is sent`() async throws {
    let service = FakeService(catalog.proposals.values.flatMap(\.self))
    let changeset = try plan([("title", { $0.proposal = "Hej" }), ("button", { $0.action = "delete" })])
    await #expect(throws: SubmissionRefusal.self) {
      try await Submission.submit(changeset, to: service, options: options { $0.maximumDeletes = 0 })
    }
    #expect(service.calls == [])
  }

  @Test func `with --strict a refused row keeps everything from being sent`() async throws {
    let service = FakeService()
    let changeset = try plan([("title", { $0.proposal = "Hej" }), ("button", { $0.action = "??" })])
    await #expect(throws: SubmissionRefusal.self) {
      try await Submission.submit(changeset, to: service, options: options { $0.isStrict = true })
    }
    #expect(service.calls == [])
  }

  @Test func `refused credentials stop everything`() async throws {
    let refusal = error(.unauthorized, .definite)
    let service = FakeService { call in call.hasPrefix("propose title") ? refusal : nil }
    let report = try await Submission.submit(
      try plan([("title", { $0.proposal = "Hej" }), ("hint", { $0.proposal = "Tryk" })]), to: service,
      options: options { $0.concurrency = 1 })
    #expect(report.outcomes.map(\.name) == ["failed", "not-attempted"])
    #expect(report.wereCredentialsRefused && report.isResumable)
  }

  @Test func `a write whose answer was lost is settled by reading`() async throws {
    let lost = error(.timeout, .inDoubt)
    let service = FakeService(appliesBeforeFailing: true) { call in call.hasPrefix("propose") ? lost : nil }
    let report = try await Submission.submit(
      try plan([("title", { $0.proposal = "Hej" })]), to: service, options: options())
    #expect(report.outcomes.first?.isDone == true)
    #expect(report.verification == .verified)
    #expect(service.values == ["Hej"])
  }

  @Test func `what the server does not hold afterwards is said`() async throws {
    let service = FakeService(catalog.proposals.values.flatMap(\.self))
    let changeset = try plan([("title", { $0.proposal = "Hej" })])
    let lying = ForgetfulService(service)
    let report = try await Submission.submit(changeset, to: lying, options: options())
    #expect(report.verification == .differences([SubmissionReport.Difference(change: 0, seen: nil)]))
    #expect(report.isIncomplete)
  }

  @Test(
    "every row of the plan has one outcome and the counts add up, whatever the concurrency", arguments: [1, 2, 8, 64])
  func counts(concurrency: Int) async throws {
    let texts = (0..<200).map { ("login", "k\($0)", "v" as String?) }
    let catalog = Fixture.catalog(english: texts, danish: texts, reading: .now)
    let rows = try (0..<200).map { index in
      try Fixture.row("k\(index)", of: catalog, at: index + 2) { $0.proposal = "ny \(index)" }
    }
    let refusal = error(.rejected, .definite)
    let service = FakeService { call in call.hasSuffix("7") ? refusal : nil }
    let report = try await Submission.submit(
      Fixture.plan(rows, against: catalog), to: service, options: options { $0.concurrency = concurrency })
    #expect(report.outcomeCounts == ["applied": 180, "refused": 20])
    #expect(service.state.withLock(\.overlapped) == false)
    #expect(Set(service.values) == Set((0..<200).filter { $0 % 10 != 7 }.map { "ny \($0)" }))
  }
}

/// A service whose list is always empty.
private struct ForgetfulService: ProposalService {
  let service: FakeService
  init(_ service: FakeService) { self.service = service }
  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] { [] }
  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    try await service.propose(value, for: text)
  }
  func deleteProposal(id: Int) async throws(NStackError) -> Bool { try await service.deleteProposal(id: id) }
}
