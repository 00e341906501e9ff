import NStackAPI
import ProgramRuns
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct RandomScheduleTests {
  /// How many runs there are; the variable `FAULT_RUNS` says otherwise.
  let runs = getenv("FAULT_RUNS").flatMap { Int(String(cString: $0)) } ?? 1200

  /// A schedule from a seed: 1 to 30 changes, up to six rules, concurrency 1, 2, 4 or 8, sometimes a death.
  func trial(_ seed: UInt64) -> Trial {
    var random = SeededNumbers(seed: seed)
    var trial = Trial(seed: seed, changes: 1 + random.below(30), concurrency: [1, 2, 4, 8][random.below(4)])
    trial.sameValueStatus = [409, 412, 422][random.below(3)]
    trial.keepsIDs = random.below(2) == 0
    trial.rules = (0..<random.below(7)).map { _ in rule(&random) }
    if random.below(4) == 0 { trial.dieAt = 1 + random.below(60) }
    if random.below(20) == 0 { trial.fullAt = 1 + random.below(12) }
    return trial
  }

  func rule(_ random: inout SeededNumbers) -> FaultRule {
    let soon = [(name: "Retry-After", value: "\(random.below(8))")]
    let actions: [FaultRule.Action] = [
      .unreachable, .resetInRequest, .status(429), .status(429, headers: soon), .status(503, headers: soon),
      .status(500), .status(502), .answer(status: 504, body: "gateway"), .stall, .applyThenStall,
      .applyLate(Double(random.below(130))), .applyThenReset, .truncate(random.below(150)),
      .answer(status: 200, body: "<html>"), .answer(status: 204, body: ""), .wrongEcho,
      .delay(Double(random.below(50))), .die(afterApplying: true), .die(afterApplying: false),
    ]
    var rule = FaultRule(action: actions[random.below(actions.count)])
    rule.method = ["POST", "DELETE", "GET", nil][random.below(4)]
    if random.below(3) == 0 { rule.key = PlanFixture.text(random.below(12)).key }
    if random.below(2) == 0 { rule.nth = random.below(20) }
    rule.probability = [0.1, 0.3, 0.6, 1][random.below(4)]
    rule.most = 1 + random.below(12)
    return rule
  }

  @Test(arguments: 0..<8) func `S40: whatever goes wrong, nothing is invented, lost, or done twice, and it ends well`(
    part: Int
  ) async throws {
    for seed in stride(from: part + 1, through: runs, by: 8) {
      let trial = trial(UInt64(seed))
      let result = try await trial.run()
      guard !result.violations.isEmpty else { continue }
      Issue.record("seed \(seed): \(result.violations); \(trial)")
      return
    }
  }
}
