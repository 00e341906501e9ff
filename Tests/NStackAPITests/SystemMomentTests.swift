import NStackAPI
import Testing

@Suite("Moments by the clock of the boot")
struct SystemMomentTests {
  @Test("this machine tells its boot, and its clock runs forward")
  func now() throws {
    let first = try #require(SystemMoment.now())
    let second = try #require(SystemMoment.now())
    #expect(first.boot.utf8.count >= 16)
    #expect(first.seconds > 0)
    #expect(try #require(second.seconds(since: first)) >= 0)
  }

  @Test("moments of different boots, and of a clock that ran backwards, are not compared")
  func since() {
    let moment = SystemMoment(boot: "a", seconds: 10)
    #expect(SystemMoment(boot: "a", seconds: 12.5).seconds(since: moment) == 2.5)
    #expect(SystemMoment(boot: "b", seconds: 12.5).seconds(since: moment) == nil)
    #expect(SystemMoment(boot: "a", seconds: 9).seconds(since: moment) == nil)
    #expect(moment.seconds(since: nil) == nil)
  }
}
