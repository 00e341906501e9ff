import NStackAPI
import Testing
import TranslationReview

/// One schedule: an import against faults, then goings-on after they end, with everything checked on the way.
struct Trial: Sendable {
  var seed: UInt64 = 1
  var changes = 12
  var rules: [FaultRule] = []
  var concurrency = 4
  var sameValueStatus = 412
  var keepsIDs = true
  var dieAt: Int?
  var fullAt: Int?
  /// Whether every change can reach its goal once the faults have ended.
  var converges = true

  struct Result: Sendable {
    var violations: [String]
    var report: SubmissionReport?
    var seconds: Double
    var steps: Int
    var arrivals: Int
    var log: [FaultServer.Event]
  }

  func run() async throws -> Result {
    try await VirtualTime.run(seed: seed) { clock in
      let server = FaultServer(clock: clock, seed: seed &+ 99, sameValueStatus: sameValueStatus, keepsIDs: keepsIDs)
      let program = Program(server: server, guid: "g-1", concurrency: concurrency)
      let changeset = PlanFixture.plan(changes, for: "g-1", on: server)
      server.addRules(rules)
      let life = Life(dieAt: dieAt)
      let journal = DiskJournal(life: life, fullAt: fullAt)
      let report = try? await program.submit(changeset, on: journal, life: life)
      let seconds = clock.seconds
      let isDead = life.isDead
      var found = Invariants.violations(changeset, isDead ? nil : report, journal.kept, server, guid: "g-1")
      if seconds > 3600 { found.append("I11: the run took \(seconds) s") }
      found += try await converge(program, changeset, journal.kept, server, isDead || report == nil ? nil : report)
      return Result(
        violations: found, report: isDead ? nil : report, seconds: seconds, steps: life.steps,
        arrivals: server.log.count { $0.kind == .arrival }, log: server.log)
    }
  }

  /// I5: after faults stop two more runs end everything, and one more sends nothing.
  private func converge(
    _ program: Program, _ changeset: Changeset, _ disk: InMemoryJournal, _ server: FaultServer,
    _ first: SubmissionReport?
  ) async throws -> [String] {
    server.heal()
    try await server.clock.sleep(.seconds(200))
    var found: [String] = []
    var last = first
    for _ in 0..<2 where last?.isResumable ?? true {
      guard let next = try await program.resume(disk) else { break }
      found += Invariants.violations(changeset, next, disk, server, guid: "g-1", attempts: 15)
      last = next
    }
    guard disk.record != nil else {
      if server.log.contains(where: { $0.kind == .arrival }) { found.append("I7: sent without a plan on the disk") }
      return found
    }
    let report = try #require(last)
    if report.isResumable { found.append("I5: still unfinished: \(report.outcomeCounts)") }
    if report.outcomeCounts["unconfirmed"] != nil { found.append("I5: still unconfirmed") }
    let proposals = server.proposals
    if converges {
      for change in changeset.changes where !Invariants.holds(change, proposals, "g-1") {
        found.append("I5: \(change.text.key) did not get there")
      }
    }
    let writes = server.log.count { $0.kind == .arrival }
    let again = try await program.resume(disk)
    if converges, again?.outcomes.allSatisfy(\.isDone) != true { found.append("I5: going on again undid something") }
    let anew = try await program.submit(changeset, on: DiskJournal(), plannedLongAgo: true)
    if converges, !anew.outcomes.allSatisfy(\.isDone) { found.append("I5: the same again is \(anew.outcomeCounts)") }
    let sent = server.log.count { $0.kind == .arrival } - writes
    if converges, sent > 0 { found.append("I5: the same again sent \(sent) writes") }
    return found
  }
}
