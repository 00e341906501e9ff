import HTTPMessages
import Testing

struct SystemMomentTests {
  @Test func `this machine tells its boot, and its clock runs forward`() throws {
    let first = try #require(SystemMoment.now())
    let second = try #require(SystemMoment.now())
    #expect(first.boot.utf8.count >= 16)
    #expect(first.sinceBoot > .zero)
    #expect(try #require(second.elapsed(since: first)) >= .zero)
  }

  @Test func `moments of different boots, and of a clock that ran backwards, are not compared`() {
    let moment = SystemMoment(boot: "a", sinceBoot: .seconds(10))
    #expect(SystemMoment(boot: "a", sinceBoot: .seconds(12.5)).elapsed(since: moment) == .seconds(2.5))
    #expect(SystemMoment(boot: "b", sinceBoot: .seconds(12.5)).elapsed(since: moment) == nil)
    #expect(SystemMoment(boot: "a", sinceBoot: .seconds(9)).elapsed(since: moment) == nil)
    #expect(moment.elapsed(since: nil) == nil)
  }
}
