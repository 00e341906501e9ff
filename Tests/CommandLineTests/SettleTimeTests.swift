import ArgumentParser
import Testing

@testable import nstack_review

@Suite("How late a server may still carry out a call")
struct SettleTimeTests {
  @Test("seconds from 0 to 3600 are taken, whatever --timeout is", arguments: ["0", "1.5", "60", "3600"])
  func taken(text: String) throws {
    let options = try ConnectionOptions.parse(["--timeout", "1", "--settle-time", text])
    #expect(options.settleTime == Double(text))
    #expect(try ConnectionOptions.parse(["--timeout", "1"]).settleTime == nil)
    #expect(ConnectionSettings.defaultSettleTime == .seconds(60))
  }

  @Test("anything else is a mistake", arguments: ["-1", "3601", "nan", "inf", "soon", ""])
  func mistakes(text: String) {
    #expect(throws: (any Error).self) { try ConnectionOptions.parse(["--settle-time=\(text)"]) }
  }
}
