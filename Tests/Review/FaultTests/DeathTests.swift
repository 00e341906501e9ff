import NStackAPI
import Testing
import TranslationReview

struct DeathTests {
  @Test(arguments: [1, 4]) func `S20: killed at every step of an import of fifty rows, then gone on with`(
    concurrency: Int
  ) async throws {
    let whole = try await Trial(changes: 50, concurrency: concurrency).run()
    #expect(whole.violations == [])
    #expect(whole.steps > 100)
    for step in 1...whole.steps {
      let result = try await Trial(changes: 50, concurrency: concurrency, dieAt: step).run()
      #expect(result.violations == [], "killed at step \(step)")
    }
  }

  @Test(arguments: 1...60) func `S22: killed, gone on with and killed again, three times over`(step: Int) async throws {
    let found = try await VirtualTime.run(seed: UInt64(step)) { clock -> [String] in
      let server = FaultServer(clock: clock)
      let program = Program(server: server, guid: "g-1")
      let changeset = PlanFixture.plan(24, for: "g-1", on: server)
      let journal = DiskJournal(life: Life(dieAt: step))
      _ = try? await program.submit(changeset, on: journal, life: journal.life)
      for more in [step / 2 + 1, step / 3 + 2] { _ = try await program.resume(journal.kept, life: Life(dieAt: more)) }
      guard let report = try await program.resume(journal.kept) else { return [] }
      var found = Invariants.violations(changeset, report, journal.kept, server, guid: "g-1", attempts: 8)
      if report.isResumable || report.verification != .verified { found.append("\(report.outcomeCounts)") }
      for change in changeset.changes where !Invariants.holds(change, server.proposals, "g-1") {
        found.append("\(change.text.key) did not get there")
      }
      return found
    }
    #expect(found == [])
  }

  @Test(arguments: 0...40) func `S24: the journal may lose its end, and nothing is sent twice all the same`(kept: Int)
    async throws
  {
    let found = try await VirtualTime.run(seed: 7) { clock -> [String] in
      let server = FaultServer(clock: clock)
      let program = Program(server: server, guid: "g-1")
      let changeset = PlanFixture.plan(20, for: "g-1", on: server)
      let journal = DiskJournal()
      let first = try await program.submit(changeset, on: journal)
      let torn = InMemoryJournal()
      torn.begin(try #require(journal.kept.record))
      torn.append(Array(journal.kept.entries.prefix(kept)))
      let report = try #require(try await program.resume(torn))
      let found = Invariants.violations(changeset, nil, torn, server, guid: "g-1")
      return found + (report.outcomes.allSatisfy(\.isDone) && first.verification == .verified ? [] : ["not done"])
    }
    #expect(found == [])
  }
}
