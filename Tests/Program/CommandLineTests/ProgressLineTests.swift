import Logging
import Testing

@testable import nstack_review

@Suite("The line of the progress") struct ProgressLineTests {
  private func text(_ done: Int, of total: Int, after seconds: Int, pause: Duration? = nil, width: Int = 120) -> String
  { ProgressLine.text("sending", done: done, of: total, after: .seconds(seconds), pause: pause, width: width) }

  @Test func `has a bar, the count, the rate and the time left`() {
    let bar = String(repeating: "█", count: 6) + String(repeating: "░", count: 18)
    #expect(text(50, of: 200, after: 5) == "sending \(bar) 50/200, 10/s, 15 s left")
    #expect(text(3, of: 12, after: 6) == "sending \(bar) 3/12, 0.5/s, 18 s left")
  }

  @Test func `has no rate before the first step, and no bar before the total is known`() {
    #expect(text(0, of: 4, after: 1) == "sending \(String(repeating: "░", count: 24)) 0/4")
    #expect(text(0, of: 0, after: 1) == "sending …")
  }

  @Test func `says that it waits for the server`() {
    #expect(text(0, of: 0, after: 1, pause: .milliseconds(4_200)) == "sending, waiting 5 s for the server")
    #expect(text(1, of: 2, after: 1, pause: .seconds(30)).hasSuffix("1 s left, waiting 30 s for the server"))
    #expect(text(0, of: 0, after: 1, pause: .seconds(-1)) == "sending …")
  }

  @Test(arguments: [1, 10, 40, 60]) func `fits on the terminal, as a line that breaks cannot be redrawn`(width: Int) {
    #expect(text(50, of: 200, after: 5, pause: .seconds(30), width: width).count < max(2, width))
  }
}

@Suite("The lines of --verbose") struct CallLogTests {
  @Test func `are objects on one line each with the form json`() {
    let line = CallLog.line(
      "GET /a: waits 5 ms", .notice, ["seconds": "0.005", "request": "GET /a"], .json, at: 1_769_853_600)
    #expect(
      line
        == #"{"time": "2026-01-31T10:00:00Z", "level": "notice", "message": "GET /a: waits 5 ms", "request": "GET /a", "#
        + #""seconds": "0.005"}"#)
  }

  @Test func `show invisible characters of others`() {
    #expect(!CallLog.line("GET /\u{1B}[2J", .info, [:], .text, at: 0).contains("\u{1B}"))
  }
}
