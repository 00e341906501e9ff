import Foundation
import NStackAPI
import Synchronization
import Testing
import TranslationReview

/// A connection that counts its steps, and lets a rival act at one of them: before each request, and before each answer.
final class RivalTransport: HTTPTransport {
  private struct State {
    var step = 0
    var listed: Set<Listed> = []
    var last: Set<Listed> = []
  }

  /// A proposal as a reading listed it.
  struct Listed: Hashable, Sendable {
    let id: Int
    let value: String
  }

  private let server: FaultServer
  private let rival: @Sendable (_ step: Int) -> Void
  private let state = Mutex(State())

  init(_ server: FaultServer, rival: @escaping @Sendable (_ step: Int) -> Void) {
    self.server = server
    self.rival = rival
  }

  var steps: Int { state.withLock(\.step) }
  /// All that any reading of this program listed.
  var listed: Set<Listed> { state.withLock(\.listed) }
  /// What its last reading listed.
  var last: Set<Listed> { state.withLock(\.last) }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    next()
    let response = try await FaultTransport(server: server).send(request)
    if request.method == "GET" {
      let answer = try? JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
      let list = (answer?["data"] as? [[String: Any]] ?? []).compactMap { proposal -> Listed? in
        guard let id = proposal["id"] as? Int, let value = proposal["value"] as? String else { return nil }
        return Listed(id: id, value: value)
      }
      state.withLock { state in
        state.last = Set(list)
        state.listed.formUnion(list)
      }
    }
    next()
    return response
  }

  private func next() {
    let step = state.withLock { state in
      state.step += 1
      return state.step
    }
    rival(step)
  }
}

struct RivalTests {
  enum Action: String, CaseIterable, Sendable {
    /// Proposes under a guid of its own.
    case proposes
    /// Proposes with our guid, on another machine.
    case proposesAsUs
    /// Takes our proposal away and makes the same one anew.
    case makesAnew
    /// Withdraws our proposal.
    case withdraws
  }

  func perform(_ action: Action, _ text: TextIdentity, on server: FaultServer) {
    server.state.withLock { state in
      switch action {
      case .proposes: _ = server.post("g-2", text, "fra en anden", at: server.clock.seconds, &state)
      case .proposesAsUs: _ = server.post("g-1", text, "fra den anden maskine", at: server.clock.seconds, &state)
      case .withdraws, .makesAnew:
        guard let own = state.proposals.own("g-1", text) else { return }
        state.proposals.remove(own.id)
        if action == .makesAnew { _ = server.post("g-1", text, own.value, at: server.clock.seconds, &state) }
      }
    }
  }

  /// An import of three rows, with a rival's action at one step of it: what is wrong afterwards.
  func run(
    _ action: Action, at step: Int, on number: Int, overridesEverybody: Bool, keepsIDs: Bool, reads: Bool,
    seed: UInt64 = 1
  ) async throws -> (problems: [String], steps: Int, named: Int) {
    try await VirtualTime.run(seed: seed) { clock in
      let server = FaultServer(clock: clock, seed: seed, keepsIDs: keepsIDs, overridesEverybody: overridesEverybody)
      let program = Program(server: server, guid: "g-1", concurrency: 2)
      let plan = PlanFixture.plan(3, for: "g-1", on: server)
      let seen = Set(server.proposals.map { RivalTransport.Listed(id: $0.id, value: $0.value) })
      let transport = RivalTransport(server) { now in
        if now == step { perform(action, PlanFixture.text(number), on: server) }
      }
      var options = program.options()
      if reads {
        // Every call has a reading of its own.
        options.snapshotLifetime = .zero
      }
      let journal = InMemoryJournal()
      let report = try await Submission.submit(
        reads ? plan : program.readNow(plan), to: program.client(transport), options: options, journal: journal)
      return (problems(plan, report, journal, server, transport, seen), transport.steps, report.overrode.count)
    }
  }

  /// Whether everything that was listed and overridden is told, and nothing is told that was not so.
  func problems(
    _ plan: Changeset, _ report: SubmissionReport, _ journal: InMemoryJournal, _ server: FaultServer,
    _ transport: RivalTransport, _ seen: Set<RivalTransport.Listed>
  ) -> [String] {
    var found: [String] = []
    let listed = transport.listed.union(seen)
    let taken = server.state.withLock(\.taken)
    for (index, change) in plan.changes.enumerated() {
      guard case .propose(let value) = change.operation else { continue }
      let name = change.text.key
      let outcome = report.outcomes[index]
      let named = Set((report.overrode[index] ?? []).map { RivalTransport.Listed(id: $0.id, value: $0.value) })
      // What was planned to be replaced is no news.
      let planned = Set((change.pending ?? []).filter(\.canDelete).map { "\($0.id) \($0.value)" })
      let took = taken.filter { $0.by == value && $0.kept.text == change.text }.map(\.kept).filter {
        !planned.contains("\($0.id) \($0.value)")
      }.map { RivalTransport.Listed(id: $0.id, value: $0.value) }
      for kept in took where listed.contains(kept) && !named.contains(kept) {
        found.append("\(name): \(kept.value) was taken and is not named")
      }
      for kept in named where !took.contains(kept) { found.append("\(name): \(kept.value) is named and was not taken") }
      let isThere = server.proposals.contains { $0.guid == "g-1" && $0.text == change.text && $0.value == value }
      let isListed = transport.last.contains { $0.value == value }
      if outcome.isDone, !isThere, !isListed { found.append("\(name) is \(outcome.name) and not there") }
      if case .overridden = outcome, isListed { found.append("\(name) is overridden and there") }
    }
    let kept = report.overrode
    let again = journal.record.map { SubmissionReport($0, journal.entries).overrode }
    if again != kept { found.append("the journal holds \(String(describing: again)), the report \(kept)") }
    return found
  }

  @Test(
    "every listed value that a call overrode is named, and every own one that is gone is told",
    arguments: Action.allCases, [true, false]) func everyPoint(action: Action, overridesEverybody: Bool) async throws
  {
    var runs = 0
    var named = 0
    for (keepsIDs, reads) in [(true, true), (true, false), (false, true), (false, false)] {
      for number in 0..<3 {
        var step = 1
        var steps = 1
        while step <= steps {
          let result = try await run(
            action, at: step, on: number, overridesEverybody: overridesEverybody, keepsIDs: keepsIDs, reads: reads)
          #expect(
            result.problems == [], "\(action) at step \(step) on row \(number), keeps ids: \(keepsIDs), reads: \(reads)"
          )
          steps = result.steps
          step += 1
          runs += 1
          named += result.named
        }
      }
    }
    #expect(runs > 100)
    // Only a call of ours takes something away: their own actions, and proposals that stand side by side, are no news.
    #expect(
      (named > 0) == (action == .proposesAsUs || action == .makesAnew || (action == .proposes && overridesEverybody)))
  }
}
