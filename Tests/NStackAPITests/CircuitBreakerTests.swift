import Testing

@testable import NStackAPI

@Suite("What ends calls that make no sense")
struct CircuitBreakerTests {
  @Test("a breaker opens at its limit of failures in a row, and an answer closes it")
  func limit() {
    var breaker = CircuitBreaker(limit: 3)
    for _ in 0..<2 { breaker.recordFailure() }
    #expect(!breaker.isOpen)
    breaker.recordAnswer()
    for _ in 0..<2 { breaker.recordFailure() }
    #expect(!breaker.isOpen)
    breaker.recordFailure()
    #expect(breaker.isOpen && breaker.failures == 3)
    breaker.recordAnswer()
    #expect(!breaker.isOpen && breaker.failures == 0)
  }

  @Test("after a rest of 20 seconds an open breaker lets one call try for all others")
  func rest() {
    var breaker = CircuitBreaker()
    for second in 1...10 { breaker.recordFailure(now: .seconds(second)) }
    let tries = [29, 30, 30, 49, 50].map { breaker.letsTry(now: .seconds($0)) }
    #expect(tries == [false, true, false, false, true])
    breaker.recordAnswer()
    let closed = [50, 50].map { breaker.letsTry(now: .seconds($0)) }
    #expect(closed == [true, true])
  }

  @Test("a hundred repetitions, or fifty after timeouts, empty a budget that no success fills")
  func budget() {
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
