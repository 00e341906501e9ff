import NStackAPI
import Testing
import TranslationReview

struct ClockTests {
  @Test func `after a reboot, and where the moment is not known, the wait begins anew`() {
    func rest(_ kept: SystemMoment?, _ now: SystemMoment?) -> Duration {
      let entries = [JournalEntry.intent(change: 0, attempt: 1, time: 5, moment: kept)]
      return SubmissionProgress(count: 1, entries: entries).states[0].timeUntilCertain(
        settleTime: .seconds(60), now: now)
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
