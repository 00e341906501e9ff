import NStackAPI
import Synchronization
import Testing
import TranslationReview

struct PaceTests {
  /// The seconds that an import of so many rows takes, of which every one gets there.
  func seconds(
    _ count: Int, on server: FaultServer, concurrency: Int = 64, pacing: CallPacing = CallPacing(),
    over transport: (any HTTPTransport)? = nil, journal: any SubmissionJournal = InMemoryJournal()
  ) async throws -> Double {
    let program = Program(server: server, guid: "g-1", concurrency: concurrency)
    let plan = PlanFixture.plan(count, for: "g-1", on: server, onlyNew: true)
    let client = try program.client(transport ?? FaultTransport(server: server), pacing: pacing)
    let start = server.clock.seconds
    let report = try await Submission.submit(
      program.readNow(plan), to: client, options: program.options(), journal: journal)
    #expect(!report.outcomes.contains { !$0.isDone })
    return server.clock.seconds - start
  }

  /// The seconds that an import takes whose calls take 50 ms each, with a disk that takes its time too.
  func seconds(_ count: Int, concurrency: Int, journalSeconds: Double) async throws -> Double {
    try await VirtualTime.run(seed: 3) { clock in
      try await seconds(
        count, on: FaultServer(clock: clock), concurrency: concurrency, pacing: CallPacing(concurrency: concurrency),
        journal: SlowJournal(clock: clock, seconds: journalSeconds))
    }
  }

  @Test(
    "a disk that takes 2 ms for each writing does not hold back the calls: at least nine tenths of the ideal",
    arguments: [8, 32, 64]) func ideal(concurrency: Int) async throws
  {
    let count = 5000
    let ideal = Double(count) * 0.05 / Double(concurrency)
    let taken = try await seconds(count, concurrency: concurrency, journalSeconds: 0.002)
    #expect(ideal / taken >= 0.9, "\(taken) s instead of \(ideal) s")
  }

  @Test("a disk that takes longer for each writing than a reading may be old does not keep the calls back for good")
  func slowDisk() async throws { #expect(try await seconds(20, concurrency: 8, journalSeconds: 4) < 600) }

  @Test("against a server that takes a hundred calls a second, within a tenth of that, and few refused twice in a row")
  func allowedRate() async throws {
    for burst in [5.0, 20, 100] {
      let (rate, twice, refused) = try await VirtualTime.run(seed: 4) { clock in
        let server = FaultServer(clock: clock, latency: 0.02)
        let limited = LimitedTransport(FaultTransport(server: server), clock: clock, rate: 100, burst: burst)
        let taken = try await seconds(5000, on: server, over: limited)
        return (5000 / taken, limited.refusedTwice, limited.refused)
      }
      #expect(rate >= 90, "burst \(burst): \(rate) calls a second, \(refused) refused")
      #expect(twice <= 10, "burst \(burst): \(refused) refused")
    }
  }

  @Test(arguments: [5.0, 50]) func `--rate is kept`(rate: Double) async throws {
    let taken = try await VirtualTime.run(seed: 4) { clock in
      try await seconds(
        200, on: FaultServer(clock: clock, latency: 0.02), pacing: CallPacing(concurrency: 64, rate: rate))
    }
    #expect(taken >= 199 / rate)
    // A reading every three seconds takes its turn too.
    #expect(taken <= (210 + taken / 2.5) / rate + 1)
  }

  /// An import of forty rows that is stopped after some seconds, and gone on with once no faults are left.
  func stopped(
    after delay: Double, latency: Double = 0.05, rules: [FaultRule] = [], concurrency: Int = 4, onlyNew: Bool = true
  ) async throws -> (counts: [String: Int], seconds: Double) {
    try await VirtualTime.run(seed: 6) { clock in
      let server = FaultServer(clock: clock, latency: latency, rules: rules)
      let program = Program(server: server, guid: "g-1", concurrency: concurrency)
      let plan = PlanFixture.plan(40, for: "g-1", on: server, onlyNew: onlyNew)
      let journal = DiskJournal()
      let signal = StopSignal()
      async let stopping: Void = {
        try? await clock.sleep(.seconds(delay))
        signal.stop()
      }()
      let report = try await program.submit(plan, on: journal) { $0.stop = signal }
      await stopping
      let seconds = clock.seconds
      #expect(Invariants.violations(plan, report, journal.kept, server, guid: "g-1") == [])
      #expect(report.isResumable)
      server.heal()
      let next = try #require(try await program.resume(journal.kept))
      #expect(!next.outcomes.contains { !$0.isDone })
      #expect(Invariants.violations(plan, next, journal.kept, server, guid: "g-1") == [])
      return (report.outcomeCounts, seconds)
    }
  }

  @Test func `a gentle stop lets what is in flight end, keeps it, and is gone on with`() async throws {
    let (counts, seconds) = try await stopped(after: 3.5, latency: 1, onlyNew: false)
    #expect(seconds < 5)
    #expect(counts == ["applied": 16, "not-attempted": 24])
  }

  @Test func `a stop during a pause with nothing in flight ends the import at once`() async throws {
    let refusal = FaultRule(
      method: "POST", from: 1, action: .status(429, headers: [(name: "Retry-After", value: "110")]))
    let (counts, seconds) = try await stopped(after: 5, latency: 0.3, rules: [refusal])
    #expect(seconds < 5.5)
    #expect(counts == ["applied": 16, "not-attempted": 24])
  }

  @Test func `a call that does not end within the grace is cut off and left in doubt`() async throws {
    let stall = FaultRule(method: "POST", nth: 5, action: .applyThenStall)
    let (counts, seconds) = try await stopped(after: 0.4, rules: [stall], concurrency: 2)
    #expect(seconds > 10 && seconds < 11)
    #expect(counts["in-doubt"] == 1)
  }
}

/// A disk that takes its time.
private struct SlowJournal: SubmissionJournal {
  let clock: RetryClock
  let seconds: Double

  func begin(_ record: SubmissionRecord) async throws(JournalError) {}

  func append(_ entries: [JournalEntry]) async throws(JournalError) { try? await clock.sleep(.seconds(seconds)) }
}

/// A server that refuses what is more than its rate.
private final class LimitedTransport: HTTPTransport {
  private let next: FaultTransport
  private let clock: RetryClock
  private let rate: Double
  private let burst: Double
  private let state: Mutex<(tokens: Double, time: Double, refused: [String: Int], last: Set<String>, twice: Int)>

  init(_ next: FaultTransport, clock: RetryClock, rate: Double, burst: Double) {
    self.next = next
    self.clock = clock
    self.rate = rate
    self.burst = burst
    state = Mutex((burst, 0, [:], [], 0))
  }

  var refusedTwice: Int { state.withLock(\.twice) }
  var refused: Int { state.withLock { $0.refused.values.reduce(0, +) } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let key = Call(request).lane
    let isTaken = state.withLock { state in
      let now = clock.seconds
      state.tokens = min(burst, state.tokens + (now - state.time) * rate)
      state.time = now
      if state.tokens >= 1 {
        state.tokens -= 1
        state.last.remove(key)
        return true
      }
      state.refused[key, default: 0] += 1
      if !state.last.insert(key).inserted { state.twice += 1 }
      return false
    }
    guard !isTaken else { return try await next.send(request) }
    try? await clock.sleep(.seconds(0.02))
    return TransportResponse(status: 429)
  }
}
