import Basics
import NStackAPI
import Synchronization
import Testing
import TranslationReview

@Suite("Two programs that import at the same time")
struct TwoProgramTests {
  struct Ended: Sendable {
    var reports: [SubmissionReport]
    var proposals: [FaultServer.Kept]
    var violations: [String]
  }

  /// Two state directories, one server. `guids` are equal where both use one profile.
  func run(
    seed: UInt64, guids: [String], who: [String], overridesEverybody: Bool, plannedLongAgo: Bool, changes: Int = 3
  ) async throws -> Ended {
    try await VirtualTime.run(seed: seed) { clock in
      let server = FaultServer(clock: clock, seed: seed, overridesEverybody: overridesEverybody)
      let plans = who.indices.map {
        PlanFixture.plan(changes, for: guids[$0], on: server, who: who[$0], onlyNew: true)
      }
      let journals = [DiskJournal(), DiskJournal()]
      var random = SeededRandom(seed: seed)
      let starts = [random.unit() * 0.3, random.unit() * 0.3]
      let reports = try await withThrowingTaskGroup(of: (Int, SubmissionReport).self) { group in
        for index in 0..<2 {
          group.addTask {
            try await clock.sleep(.seconds(starts[index]))
            let program = Program(server: server, guid: guids[index], concurrency: 2)
            return (
              index,
              try await program.submit(plans[index], on: journals[index], plannedLongAgo: plannedLongAgo)
            )
          }
        }
        var reports: [Int: SubmissionReport] = [:]
        for try await (index, report) in group { reports[index] = report }
        return [reports[0], reports[1]].compactMap(\.self)
      }
      var found: [String] = []
      for index in 0..<2 where guids[0] != guids[1] {
        found += Invariants.violations(
          plans[index], reports[index], journals[index].kept, server, guid: guids[index], isAlone: false)
      }
      return Ended(reports: reports, proposals: server.proposals, violations: found)
    }
  }

  /// I12: each text's value was sent by one of both, and whoever's own audit came after it was replaced says so.
  func check(_ ended: Ended, guids: [String], who: [String], seed: UInt64) {
    #expect(ended.violations == [], "seed \(seed)")
    #expect(ended.reports.count == 2)
    for report in ended.reports { #expect(report.outcomeCounts.values.reduce(0, +) == report.changeset.changes.count) }
    for number in 0..<3 {
      let text = PlanFixture.text(number)
      let values = Set(ended.proposals.filter { $0.text == text }.map(\.value))
      #expect(!values.isEmpty, "seed \(seed)")
      let sent = who.map { PlanFixture.value(number, $0) }
      #expect(values.isSubset(of: sent), "seed \(seed)")
    }
  }

  @Test("S30: the same sheet from the same profile: nothing is done twice", arguments: [true, false])
  func same(plannedLongAgo: Bool) async throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      let ended = try await run(
        seed: seed, guids: ["g-1", "g-1"], who: ["ny", "ny"], overridesEverybody: false, plannedLongAgo: plannedLongAgo)
      check(ended, guids: ["g-1", "g-1"], who: ["ny", "ny"], seed: seed)
      for report in ended.reports { #expect(!report.outcomes.contains { !$0.isDone }, "seed \(seed)") }
    }
  }

  @Test("S31: other people's proposals stand side by side", arguments: [true, false])
  func sideBySide(plannedLongAgo: Bool) async throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      let ended = try await run(
        seed: seed, guids: ["g-1", "g-2"], who: ["en", "to"], overridesEverybody: false, plannedLongAgo: plannedLongAgo)
      check(ended, guids: ["g-1", "g-2"], who: ["en", "to"], seed: seed)
      for (index, report) in ended.reports.enumerated() {
        for (change, outcome) in zip(report.changeset.changes, report.outcomes) where outcome.isDone {
          #expect(Invariants.holds(change, ended.proposals, ["g-1", "g-2"][index]), "seed \(seed)")
        }
      }
    }
  }

  @Test(
    "S32: conflicting values in every order: no outcome is lost, and who was replaced before the last reading is told",
    arguments: [true, false], [["g-1", "g-2"], ["g-1", "g-1"]])
  func conflicting(plannedLongAgo: Bool, guids: [String]) async throws {
    for seed in 1...300 as ClosedRange<UInt64> {
      let ended = try await run(
        seed: seed, guids: guids, who: ["en", "to"], overridesEverybody: true, plannedLongAgo: plannedLongAgo)
      check(ended, guids: guids, who: ["en", "to"], seed: seed)
      for number in 0..<3 {
        let held = ended.proposals.filter { $0.text == PlanFixture.text(number) }
        // Whoever wins is told so; the other is told of a conflict or an override, unless it had ended before.
        let winners = ended.reports.enumerated().filter { index, report in
          held.contains { ExactText($0.value) == ExactText(PlanFixture.value(number, ["en", "to"][index])) }
            && report.outcomes[number].isDone
        }
        #expect(winners.count == 1, "seed \(seed) text \(number)")
      }
    }
  }

  @Test("S33: somebody else changes each text between plan and writing", arguments: 0..<3)
  func moved(number: Int) async throws {
    let found = try await VirtualTime.run(seed: 5) { clock -> [String] in
      let server = FaultServer(clock: clock)
      let program = Program(server: server, guid: "g-1")
      let plan = program.readNow(PlanFixture.plan(3, for: "g-1", on: server))
      _ = server.seed(PlanFixture.text(number), "fra en anden", guid: "g-2")
      if number == 2 {
        // Our own pending proposal was moved on by another machine of this profile.
        server.state.withLock { _ = server.post("g-1", PlanFixture.text(2), "andet", at: 0, &$0) }
      }
      try await clock.sleep(.seconds(61))
      let journal = DiskJournal()
      let report = try await program.submit(plan, on: journal, plannedLongAgo: true)
      let names = report.outcomes.map(\.name)
      let expected = (0..<3).map { $0 == number ? "conflict" : "applied" }
      return names == expected ? [] : ["\(names)"]
    }
    #expect(found == [])
  }
}
