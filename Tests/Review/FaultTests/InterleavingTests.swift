import Basics
import NStackAPI
import Synchronization
import Testing
import TranslationReview

struct InterleavingTests {
  /// The requests of an import of three rows whose plan is old: a reading, three writings, the last reading.
  static let requests = 5

  /// Every order of the requests of two programs: 252 of them.
  static let orders: [[Int]] = {
    func orders(_ first: Int, _ second: Int) -> [[Int]] {
      if first == 0 || second == 0 { return [[Int](repeating: 0, count: first) + [Int](repeating: 1, count: second)] }
      return orders(first - 1, second).map { [0] + $0 } + orders(first, second - 1).map { [1] + $0 }
    }
    return orders(requests, requests)
  }()

  @Test(
    "two sheets from two state directories: no outcome is lost, each is reported, and no value is written twice",
    arguments: [["g-1", "g-2"], ["g-1", "g-1"]],
    [
      (["en", "to"], false, false), (["en", "to"], true, false), (["en", "to"], false, true),
      (["en", "to"], true, true), (["ny", "ny"], false, false), (["ny", "ny"], false, true),
    ]) func twoPrograms(guids: [String], _ way: (who: [String], overridesEverybody: Bool, isFresh: Bool)) async throws
  {
    #expect(Self.orders.count == 252)
    for order in Self.orders {
      let found = try await run(
        order, guids: guids, who: way.who, overridesEverybody: way.overridesEverybody, isFresh: way.isFresh)
      #expect(found == [], "\(order)")
    }
  }

  /// What is wrong after both have ended.
  ///
  /// - Parameter isFresh: Whether the plans have a reading that begins now, so that none comes before the first writing.
  private func run(_ order: [Int], guids: [String], who: [String], overridesEverybody: Bool, isFresh: Bool) async throws
    -> [String]
  {
    try await VirtualTime.run(seed: 1) { clock in
      let server = FaultServer(clock: clock, overridesEverybody: overridesEverybody)
      let plans = who.indices.map { PlanFixture.plan(3, for: guids[$0], on: server, who: who[$0], onlyNew: true) }
      let turns = Turns(order)
      let reports = try await withThrowingTaskGroup(of: (Int, SubmissionReport).self) { group in
        for index in 0..<2 {
          group.addTask {
            defer { turns.end(index) }
            let program = Program(server: server, guid: guids[index], concurrency: 1)
            let transport = TurnTransport(server: server, turns: turns, program: index)
            let plan = isFresh ? program.readNow(plans[index]) : plans[index]
            return (index, try await Submission.submit(plan, to: program.client(transport), options: program.options()))
          }
        }
        var reports: [Int: SubmissionReport] = [:]
        for try await (index, report) in group { reports[index] = report }
        return [reports[0], reports[1]].compactMap(\.self)
      }
      return Self.problems(server, reports, turns, guids: guids, who: who)
    }
  }

  private static func problems(
    _ server: FaultServer, _ reports: [SubmissionReport], _ turns: Turns, guids: [String], who: [String]
  ) -> [String] {
    var found: [String] = []
    let log = server.log
    let proposals = server.proposals
    for (index, report) in reports.enumerated() {
      for (number, outcome) in report.outcomes.enumerated() {
        let value = PlanFixture.value(number, who[index])
        let stands = proposals.contains {
          $0.guid == guids[index] && $0.text == PlanFixture.text(number) && ExactText($0.value) == ExactText(value)
        }
        // Whoever wrote later wins; the other had read for the last time before, or is told.
        let isReplacedLater = log.contains {
          $0.kind == .applied && $0.text == PlanFixture.text(number) && $0.time > turns.lastReading(of: index)
        }
        switch outcome {
        case .applied, .alreadyThere:
          if !stands, !isReplacedLater {
            found.append("program \(index) row \(number) is \(outcome.name) and not there")
          }
        case .conflict, .overridden: break
        default: found.append("program \(index) row \(number) is \(outcome.name)")
        }
      }
    }
    for number in 0..<3 {
      let text = PlanFixture.text(number)
      let sent = Set(who.map { ExactText(PlanFixture.value(number, $0)) })
      let held = proposals.filter { $0.text == text }
      if held.isEmpty { found.append("row \(number): nothing is there") }
      if !held.allSatisfy({ sent.contains(ExactText($0.value)) }) {
        found.append("row \(number): nobody sent what is there")
      }
      for guid in Set(guids) {
        let values = log.filter { $0.kind == .applied && $0.text == text && $0.guid == guid }.compactMap(\.value)
        if Set(values).count != values.count { found.append("row \(number): a value was written twice") }
      }
      let isTold = reports.contains { report in
        report.outcomes[number].isDone
          && held.contains { kept in
            ExactText(kept.value) == ExactText(PlanFixture.value(number, who[0]))
              || ExactText(kept.value) == ExactText(PlanFixture.value(number, who[1]))
          }
      }
      if !isTold { found.append("row \(number): nobody is told that theirs stands") }
    }
    return found
  }
}

/// Whose request is served next.
private final class Turns: Sendable {
  private let state: Mutex<(rest: [Int], ended: Set<Int>, readings: [Int: Double])>

  init(_ order: [Int]) { state = Mutex((order.reversed(), [], [:])) }

  /// When a program's last reading was answered.
  func lastReading(of program: Int) -> Double { state.withLock { $0.readings[program] ?? 0 } }

  func noteReading(of program: Int, at time: Double) { state.withLock { $0.readings[program] = time } }

  func isTurn(of program: Int) -> Bool {
    state.withLock { state in
      while let next = state.rest.last, state.ended.contains(next) { state.rest.removeLast() }
      return state.rest.last.map { $0 == program } ?? true
    }
  }

  func pass() { state.withLock { _ = $0.rest.popLast() } }

  func end(_ program: Int) { state.withLock { _ = $0.ended.insert(program) } }
}

/// A connection that sends when it is its program's turn, and lets the next go when the answer is there.
private struct TurnTransport: HTTPTransport {
  let server: FaultServer
  let turns: Turns
  let program: Int

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    while !turns.isTurn(of: program) { try? await server.clock.sleep(.seconds(0.01)) }
    defer { turns.pass() }
    let response = try await FaultTransport(server: server).send(request)
    if request.method == "GET" { turns.noteReading(of: program, at: server.clock.seconds) }
    return response
  }
}
