import Synchronization
import Testing

@testable import HTTPMessages
@testable import NStackAPI

struct CircuitBreakerTests {
  @Test func `a breaker opens after ten failures in a row, and an answer closes it`() {
    var breaker = CircuitBreaker()
    for _ in 1...9 { breaker.recordFailure(now: .zero) }
    #expect(!breaker.isOpen)
    breaker.recordAnswer()
    for _ in 1...9 { breaker.recordFailure(now: .zero) }
    #expect(!breaker.isOpen)
    breaker.recordFailure(now: .zero)
    #expect(breaker.isOpen)
    breaker.recordAnswer()
    #expect(!breaker.isOpen)
  }

  @Test func `after a rest of 20 seconds an open breaker lets one call try for all others`() {
    var breaker = CircuitBreaker()
    for second in 1...10 { breaker.recordFailure(now: .seconds(second)) }
    let tries = [29, 30, 30, 49, 50].map { breaker.letsTry(now: .seconds($0)) }
    #expect(tries == [false, true, false, false, true])
    #expect(breaker.isTrying)
    breaker.recordAnswer()
    let closed = [50, 50].map { breaker.letsTry(now: .seconds($0)) }
    #expect(closed == [true, true])
  }

  @Test("calls at the same time wait for the one that tries, and all of them end well if the server answers again")
  func recovers() async throws {
    let server = RecoveringTransport()
    let client = try server.client()
    for _ in 0..<CircuitBreaker.limit {
      await #expect(throws: NStackError.self) { try await client.proposals(state: .unaccepted) }
    }
    let failures = server.requests
    #expect(failures == CircuitBreaker.limit)
    let error = await failure { try await client.proposals(state: .unaccepted) }
    #expect(error?.delivery == .notSent)
    #expect(error?.message == "nothing is sent after 10 failures in a row: down")
    #expect(server.requests == failures)
    server.recover()
    await #expect(throws: NStackError.self) { try await client.proposals(state: .unaccepted) }
    server.pass(.seconds(20))
    let ended = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 { group.addTask { (try? await client.proposals(state: .unaccepted)) != nil } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(ended == Array(repeating: true, count: 6))
    #expect(server.mostAtFirst == 1, "one call finds out for all others")
  }

  @Test func `a call that tries and fails makes those that wait for it fail as well, and none of them leaves`()
    async throws
  {
    let server = RecoveringTransport()
    let client = try server.client()
    for _ in 0..<CircuitBreaker.limit { _ = try? await client.proposals(state: .unaccepted) }
    let failures = server.requests
    server.pass(.seconds(20))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<6 {
        group.addTask { await #expect(throws: NStackError.self) { try await client.proposals(state: .unaccepted) } }
      }
    }
    #expect(server.requests == failures + 1)
  }

  @Test func `a hundred repetitions, or fifty after timeouts, empty a budget that no success fills`() {
    var budget = RetryBudget()
    let taken = (0..<101).map { _ in budget.take() }
    #expect(taken == Array(repeating: true, count: 100) + [false])
    var timeouts = RetryBudget()
    let takenAfterTimeouts = (0..<51).map { _ in timeouts.take(forTimeout: true) }
    #expect(takenAfterTimeouts == Array(repeating: true, count: 50) + [false])
    for _ in 0..<4 { budget.recordSuccess() }
    let afterFour = budget.take()
    budget.recordSuccess()
    let afterFive = [budget.take(), budget.take()]
    #expect(!afterFour && afterFive == [true, false])
  }
}

/// A server that cannot be reached until it recovers, with a clock of its own that only ``pass(_:)`` moves.
private final class RecoveringTransport: HTTPTransport {
  private struct State {
    var now = Duration.zero
    var isUp = false
    var requests = 0
    var inFlight = 0
    var mostAtFirst = 0
    var hasAnswered = false
  }

  private let state = Mutex(State())

  var requests: Int { state.withLock(\.requests) }
  /// The most calls in flight at once before the first answer.
  var mostAtFirst: Int { state.withLock(\.mostAtFirst) }

  func recover() { state.withLock { $0.isUp = true } }
  func pass(_ time: Duration) { state.withLock { $0.now += time } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let isUp = state.withLock { state in
      state.requests += 1
      state.inFlight += 1
      if state.isUp, !state.hasAnswered { state.mostAtFirst = max(state.mostAtFirst, state.inFlight) }
      return state.isUp
    }
    // The other calls have time to come.
    for _ in 0..<100 { await Task.yield() }
    state.withLock { state in
      state.inFlight -= 1
      if isUp { state.hasAnswered = true }
    }
    guard isUp else { throw TransportError(.tls, delivery: .notSent, request: "transport", message: "down") }
    return TransportResponse(status: 200, body: Array(#"{"data":[]}"#.utf8))
  }

  func client() throws -> NStackClient {
    let configuration = try NStackConfiguration(
      baseURL: "https://nstack.example", applicationID: Secret("application-1"), restAPIKey: Secret("key-1"),
      guid: "guid-1")
    let clock = RetryClock(
      now: { [self] in state.withLock(\.now) }, calendarNow: { 0 }, sleep: { _ in await Task.yield() }, random: { 0.5 })
    return NStackClient(configuration: configuration, transport: self, clock: clock)
  }
}
