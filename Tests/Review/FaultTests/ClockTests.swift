import NStackAPI
import Synchronization
import Testing
import TranslationReview

/// The clocks of a machine: a calendar that anybody can set, and boots that follow each other.
private final class MachineClocks: Sendable {
  private let state = Mutex<(offset: Double, boot: Int, booted: Duration)>((0, 1, .zero))
  private let base: RetryClock

  init(_ base: RetryClock) { self.base = base }

  func setCalendar(by seconds: Double) { state.withLock { $0.offset += seconds } }

  func reboot() {
    let now = base.now()
    state.withLock { $0 = ($0.offset, $0.boot + 1, now - .seconds(3)) }
  }

  var clock: RetryClock {
    RetryClock(
      now: base.now, calendarNow: { self.base.calendarNow() + self.state.withLock(\.offset) }, sleep: base.sleep,
      random: base.random,
      moment: {
        let now = self.base.now()
        return self.state.withLock { SystemMoment(boot: "boot \($0.boot)", sinceBoot: now - $0.booted) }
      })
  }
}

struct ClockTests {
  enum Jump: String, CaseIterable, Sendable { case during, between, after, rebooted }

  static let hours = 3600.0
  static let years = 365.25 * 24 * 3600
  static let offsets = [-80 * years, -400 * 24 * hours, -3 * hours, -30, 30, 3 * hours, 400 * 24 * hours, 80 * years]

  /// The texts whose value arrived more than once.
  static func sentTwice(_ server: FaultServer) -> [String] {
    let arrivals = server.log.filter { $0.kind == .arrival && $0.method == "POST" }.compactMap(\.text?.key)
    return Set(arrivals).filter { key in arrivals.count { $0 == key } > 1 }.sorted()
  }

  @Test(arguments: Jump.allCases, offsets) func `a calendar that is set ends no wait for a call in doubt`(
    jump: Jump, offset: Double
  ) async throws {
    for (late, step) in [(5.0, 8), (40, 9), (40, 14), (55, 21)] {
      let twice = try await VirtualTime.run(seed: UInt64(step)) { base -> [String] in
        let machine = MachineClocks(base)
        let server = FaultServer(clock: machine.clock)
        let program = Program(server: server, guid: "g-1")
        let plan = PlanFixture.plan(12, for: "g-1", on: server, onlyNew: true)
        server.addRules([FaultRule(method: "POST", most: 12, action: .applyLate(late))])
        let journal = DiskJournal(life: Life(dieAt: step))
        async let setting: Void = {
          guard jump == .during else { return }
          try? await base.sleep(.seconds(0.01))
          machine.setCalendar(by: offset)
        }()
        _ = try? await program.submit(plan, on: journal, life: journal.life)
        await setting
        if jump == .between || jump == .rebooted { machine.setCalendar(by: offset) }
        if jump == .rebooted { machine.reboot() }
        async let later: Void = {
          guard jump == .after else { return }
          try? await base.sleep(.seconds(3))
          machine.setCalendar(by: offset)
        }()
        let report = try await program.resume(journal.kept)
        await later
        guard let report else { return ["nothing was kept"] }
        return Self.sentTwice(server) + (report.verification == .verified ? [] : ["\(report.outcomeCounts)"])
      }
      #expect(twice == [], "late by \(late) s, killed at step \(step)")
    }
  }

  @Test(arguments: [1, 2.5, 10, 30, 58.0])
  func `neither a short timeout nor a calendar that is set shortens how late a call may be carried out`(late: Double)
    async throws
  {
    for (kills, offset) in [(true, 0)] + ([0] + Self.offsets).map({ (false, $0) }) {
      let twice = try await VirtualTime.run(seed: 5) { base -> [String] in
        let machine = MachineClocks(base)
        let server = FaultServer(clock: machine.clock)
        var program = Program(server: server, guid: "g-1")
        program.timeout = 1
        let plan = PlanFixture.plan(10, for: "g-1", on: server, onlyNew: true)
        server.addRules([FaultRule(method: "POST", most: 10, action: .applyLate(late))])
        let journal = DiskJournal(life: Life(dieAt: kills ? 13 : nil))
        async let setting: Void = {
          try? await base.sleep(.seconds(2))
          machine.setCalendar(by: offset)
        }()
        _ = try? await program.submit(plan, on: journal, life: journal.life)
        await setting
        _ = try await program.resume(journal.kept)
        return Self.sentTwice(server) + (server.proposals.count == 10 ? [] : ["\(server.proposals.count) are there"])
      }
      #expect(twice == [], "killed: \(kills), set by \(offset)")
    }
  }

  @Test func `after a reboot, and where the moment is not known, the wait begins anew`() {
    func rest(_ kept: SystemMoment?, _ now: SystemMoment?) -> Duration {
      let entries = [JournalEntry.intent(change: 0, attempt: 1, time: 5, moment: kept)]
      return SubmissionProgress(count: 1, entries: entries).states[0].restInDoubt(settleTime: .seconds(60), now: now)
    }
    let kept = SystemMoment(boot: "a", sinceBoot: .seconds(100))
    #expect(rest(kept, SystemMoment(boot: "a", sinceBoot: .seconds(125))) == .seconds(35))
    #expect(rest(kept, SystemMoment(boot: "a", sinceBoot: .seconds(161))) == .seconds(0))
    #expect(rest(kept, SystemMoment(boot: "b", sinceBoot: .seconds(161))) == .seconds(60))
    #expect(rest(kept, SystemMoment(boot: "a", sinceBoot: .seconds(99))) == .seconds(60))
    #expect(rest(kept, nil) == .seconds(60))
    #expect(rest(nil, SystemMoment(boot: "a", sinceBoot: .seconds(161))) == .seconds(60))
  }
}
