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
    var unread: [UnreadItem] = []
  }

  let state: Mutex<State>
  let failure: @Sendable (_ call: String) -> NStackError?
  /// Whether what was proposed is in no list.
  let isForgetful: Bool

  init(
    _ proposals: [Proposal] = [], isForgetful: Bool = false,
    failure: @escaping @Sendable (_ call: String) -> NStackError? = { _ in nil }
  ) {
    state = Mutex(State(proposals: proposals))
    self.failure = failure
    self.isForgetful = isForgetful
  }

  var calls: [String] { state.withLock(\.calls) }
  var values: [String] { state.withLock { $0.proposals.map(\.value) } }

  func proposals(state: ProposalState) async throws(NStackError) -> [Proposal] {
    self.state.withLock { $0.calls.append("list") }
    if let error = failure("list") { throw error }
    return isForgetful ? [] : self.state.withLock(\.proposals)
  }

  func proposalList(state: ProposalState) async throws(NStackError) -> ProposalList {
    let proposals = try await proposals(state: state)
    return ProposalList(proposals: proposals, unread: self.state.withLock(\.unread))
  }

  func propose(_ value: String, for text: TextIdentity) async throws(NStackError) -> Proposal {
    let call = "propose \(text.key) \(value)"
    await Task.yield()
    state.withLock { $0.calls.append(call) }
    if let error = failure(call) { throw error }
    return state.withLock { state in
      let proposal = Proposal(id: state.nextID, text: text, value: value, canDelete: true)
      state.proposals.removeAll { $0.text == text && $0.canDelete }
      state.proposals.append(proposal)
      state.nextID += 1
      return proposal
    }
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
  let catalog = Catalog.pending(.own(7, "button", "Log på"))

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

  @Test(arguments: [
    (0.0, true, ["propose title Hej", "list"]), (600.0, true, ["list", "propose title Hej", "list"]),
    (0.0, false, ["list", "propose title Hej", "list"]),
  ]) func `a plan is as old as its catalog, and one of unknown age is old`(
    seconds: Double, isKnown: Bool, calls: [String]
  ) async throws {
    let catalog = Fixture.catalog(reading: isKnown ? Catalog.Reading(begun: .seconds(1000)) : nil)
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

  @Test func `deletes are not attempted unless they are allowed`() async throws {
    let service = FakeService(catalog.proposals.values.flatMap(\.self))
    let report = try await Submission.submit(
      plan([("button", { $0.action = "delete" })]), to: service, options: options { $0.allowsDelete = false })
    #expect(report.outcomes.map(\.name) == ["not-attempted"])
    #expect(service.calls == [])
    #expect(report.isIncomplete)
  }

  @Test func `what the server does not hold afterwards is said`() async throws {
    let report = try await Submission.submit(
      plan([("title", { $0.proposal = "Hej" })]), to: FakeService(isForgetful: true), options: options())
    #expect(report.verification == .differences([SubmissionReport.Difference(change: 0, seen: nil)]))
    #expect(report.isIncomplete)
  }
}
