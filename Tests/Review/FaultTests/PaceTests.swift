import NStackAPI
import Testing
import TranslationReview

struct PaceTests {
  /// The seconds that an import of so many rows takes, of which every one gets there.
  func seconds(
    _ count: Int, on server: FaultServer, concurrency: Int = 64, pacing: CallPacing,
    journal: any SubmissionJournal = InMemoryJournal()
  ) async throws -> Double {
    let program = Program(server: server, guid: "g-1", concurrency: concurrency)
    let plan = PlanFixture.plan(count, for: "g-1", on: server, onlyNew: true)
    let client = try program.client(FaultTransport(server: server), pacing: pacing)
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

  @Test(arguments: [5.0, 50]) func `the rate of calls is kept`(rate: Double) async throws {
    let taken = try await VirtualTime.run(seed: 4) { clock in
      try await seconds(
        200, on: FaultServer(clock: clock, latency: 0.02), pacing: CallPacing(concurrency: 64, rate: rate))
    }
    #expect(taken >= 199 / rate)
    // A reading every three seconds takes its turn too.
    #expect(taken <= (210 + taken / 2.5) / rate + 1)
  }

  @Test func `a call that does not end within the grace is cut off, left unconfirmed, and gone on with`() async throws {
    try await VirtualTime.run(seed: 6) { clock in
      let stall = FaultRule(method: "POST", nth: 5, action: .applyThenStall)
      let server = FaultServer(clock: clock, rules: [stall])
      let program = Program(server: server, guid: "g-1", concurrency: 2)
      let plan = PlanFixture.plan(40, for: "g-1", on: server, onlyNew: true)
      let journal = DiskJournal()
      let signal = StopSignal()
      async let stopping: Void = {
        try? await clock.sleep(.seconds(0.4))
        signal.stop()
      }()
      let report = try await program.submit(plan, on: journal) { $0.stop = signal }
      await stopping
      #expect(clock.seconds > 10 && clock.seconds < 11)
      #expect(report.outcomeCounts["unconfirmed"] == 1 && report.isResumable)
      #expect(Invariants.violations(plan, report, journal.kept, server, guid: "g-1") == [])
      server.heal()
      let next = try #require(try await program.resume(journal.kept))
      #expect(!next.outcomes.contains { !$0.isDone })
      #expect(Invariants.violations(plan, next, journal.kept, server, guid: "g-1") == [])
    }
  }
}

/// A disk that takes its time.
private struct SlowJournal: SubmissionJournal {
  let clock: RetryClock
  let seconds: Double

  func begin(_ record: SubmissionRecord) async throws(JournalError) {}

  func append(_ entries: [JournalEntry]) async throws(JournalError) { try? await clock.sleep(.seconds(seconds)) }
}
