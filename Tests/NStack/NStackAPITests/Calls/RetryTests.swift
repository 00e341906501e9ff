import Synchronization
import Testing

@testable import HTTPMessages
@testable import NStackAPI

struct RetryTests {
  @Test func `A reading call is repeated after passing failures, with doubled backoff`() async throws {
    let transport = ScriptedTransport([
      .failure(.unreachable, .notSent), .failure(.timeout, .unconfirmed), .failure(.connectionLost, .unconfirmed),
      .status(500), .json(#"{"data":[]}"#),
    ])
    _ = try await transport.client.languages()
    #expect(transport.requests.count == 5)
    #expect(transport.waits == [0.375, 0.75, 1.5, 3])
  }

  @Test(arguments: [
    ScriptedTransport.Answer.failure(.timeout, .unconfirmed), .failure(.connectionLost, .unconfirmed), .status(500),
    .status(502), .status(503), .status(504), .json("<html>"), .status(412), .status(302), .failure(.tls, .notSent),
  ]) func `A write whose fate is unknown is never repeated`(answer: ScriptedTransport.Answer) async throws {
    let transport = ScriptedTransport([answer])
    #expect(await failure { try await transport.client.propose("new text", for: ProposalTests.text) } != nil)
    #expect(transport.requests.count == 1)
    #expect(transport.waits.isEmpty)
  }

  @Test(arguments: [
    ScriptedTransport.Answer.failure(.unreachable, .notSent), .status(429),
    .status(503, headers: [(name: "retry-after", value: "3")]),
  ]) func `A write that was not sent or not accepted is repeated`(answer: ScriptedTransport.Answer) async throws {
    let transport = ScriptedTransport([answer, .json(#"{"data":\#(ProposalTests.proposal())}"#)])
    #expect(try await transport.client.propose("new text", for: ProposalTests.text).id == 13)
    #expect(transport.requests.count == 2)
    #expect(transport.requests[0].body == transport.requests[1].body)
  }

  @Test func `A call without retries is sent once, and one without pace goes out at once or not at all`() async throws {
    let transport = ScriptedTransport([
      .status(503), .json(#"{"data":[]}"#), .json(#"{"data":[]}"#), .json(#"{"data":[]}"#),
      .status(503, headers: [(name: "Retry-After", value: "60")]),
    ])
    var configuration = try transport.client.configuration
    configuration.pacing = CallPacing(concurrency: 1, rate: 0.001)
    let client = NStackClient(configuration: configuration, transport: transport, clock: transport.clock)
    let refused = await failure { try await client.answer(to: .continents, retries: .none, pace: .none) }
    #expect(refused?.status == 503)
    #expect(transport.requests.count == 1)
    let once = client.sending(retries: .none, pace: .none)
    #expect(try await once.proposals(state: .all) == [])
    #expect(try await client.answer(to: .continents, pace: .none) == [])
    #expect(transport.requests.count == 3)
    #expect(transport.waits.isEmpty)
    #expect(try await client.answer(to: .continents, retries: .none) == [])
    #expect(transport.requests.count == 4)
    #expect(transport.waits.count == 1)
    let pausing = await failure { try await once.propose("x", for: ProposalTests.text) }
    #expect(pausing?.retryAfter == .seconds(60))
    let held = await failure { try await once.propose("x", for: ProposalTests.text) }
    #expect(held?.delivery == .notSent)
    #expect(held?.message == "the call was not sent: the server accepts no calls for another 60 s")
    #expect(transport.requests.count == 5)
    #expect(transport.waits.count == 1)
  }

  @Test(arguments: [
    "2": 2.375, "0": 0.375, "120": 120.375, "Sun, 06 Nov 1994 08:49:47 GMT": 10.375,
    "Sun, 06 Nov 1994 08:00:00 GMT": 0.375, "-5": 0.375, "soon": 0.375, "": 0.375,
  ]) func `The backoff is added to what Retry-After says`(header: String, wait: Double) async throws {
    let transport = ScriptedTransport([
      .status(429, headers: [(name: "Retry-After", value: header)]), .json(#"{"data":[]}"#),
    ])
    _ = try await transport.client.languages()
    #expect(transport.waits == [wait])
  }

  @Test(arguments: ["121", "1000000000", "99999999999999999999999", "Sun, 06 Nov 2094 08:49:37 GMT"])
  func `A Retry-After of more than two minutes ends the call`(header: String) async throws {
    let transport = ScriptedTransport([.status(503, headers: [(name: "Retry-After", value: header)])])
    #expect(await failure { try await transport.client.languages() }?.retryAfter.map { $0 > .seconds(120) } == true)
    #expect(transport.requests.count == 1)
    #expect(transport.waits.isEmpty)
  }

  @Test(arguments: [429, 503, 500], [121.0, 3_600])
  func `No call leaves before a time that the server names, however far off`(status: Int, seconds: Double) async throws
  {
    let transport = ScriptedTransport([
      .status(status, headers: [(name: "Retry-After", value: "\(Int(seconds))")]), .json(#"{"data":[]}"#),
    ])
    let client = try transport.client
    _ = await failure { try await client.propose("x", for: ProposalTests.text) }
    let reading = await failure { try await client.proposals(state: .all) }
    #expect(reading?.delivery == .notSent)
    #expect(reading?.retryAfter == .seconds(seconds))
    #expect(reading?.message == "the call was not sent: the server accepts no calls for another \(Int(seconds)) s")
    #expect(transport.requests.count == 1)
    #expect(transport.waits.isEmpty)
    // What is left of the time is one that is waited for.
    try await transport.clock.sleep(.seconds(seconds - 100))
    _ = try await client.proposals(state: .all)
    #expect(transport.waits == [seconds - 100, 100.25])
    #expect(transport.requests.count == 2)
  }

  @Test func `A pause holds for other calls too where the one that was told of it is not sent again`() async throws {
    let busy = ScriptedTransport.Answer.status(503, headers: [(name: "Retry-After", value: "60")])
    let transport = ScriptedTransport(Array(repeating: busy, count: 5) + [.json(#"{"data":[]}"#)])
    let client = try transport.client
    _ = await failure { try await client.languages() }
    #expect(transport.requests.count == 5)
    let before = transport.waits.count
    _ = try await client.languages()
    #expect(transport.waits.count == before + 1)
    #expect(transport.waits.last == 60.25)
  }

  @Test(arguments: [(1, 0.0, 0.25), (1, 0.5, 0.375), (3, 0.5, 1.5), (6, 0.0, 8), (7, 1.0, 20.0), (60, 1.0, 20.0)])
  func `Backoff is between half and all of a doubled base, up to the cap`(attempt: Int, random: Double, wait: Double) {
    #expect(RetryPolicy(attempts: 100).delay(afterAttempt: attempt, random: random) == .seconds(wait))
  }

  @Test func `The window grows with answers, is cut once for calls that were out together, and then grows slowly`() {
    var window = CallWindow(CallPacing(concurrency: 20))
    func pass(_ end: CallWindow.End, at seconds: Int) -> Int {
      window.enter(now: .zero)
      window.leave(end, now: .seconds(seconds))
      return window.size
    }
    #expect((0..<6).map { _ in pass(.answered, at: 0) } == [17, 18, 19, 20, 20, 20])
    #expect([0, 1].map { pass(.late(sent: .seconds($0)), at: 2) } == [14, 14])
    #expect([2, 3, 3, 4].map { pass(.answered, at: $0) } == [14, 15, 15, 16])
    #expect((5..<15).map { pass(.late(sent: .seconds($0)), at: $0) } == [11, 7, 4, 2, 1, 1, 1, 1, 1, 1])
    #expect(pass(.unknown, at: 20) == 1 && window.inFlight == 0)
  }

  /// A server that takes so many calls in any second, and answers after 20 ms.
  @Test(arguments: [1: 40, 3: 140, 10: 500, 100: 5_000]) func `The rate learns how many calls a server takes`(
    limit: Int, least: Int
  ) {
    var window = CallWindow(CallPacing())
    var taken: [Duration] = []
    var out: [(sent: Duration, isTaken: Bool)] = []
    var (answers, refusals, now) = (0, 0, Duration.zero)
    while now < .seconds(60) {
      while let first = out.first, now - first.sent >= .milliseconds(20) {
        out.removeFirst()
        if first.isTaken { answers += 1 } else { refusals += 1 }
        window.leave(first.isTaken ? .answered : .refused(sent: first.sent), now: now)
      }
      while window.hasRoom, window.wait(now: now) == .zero {
        let isTaken = taken.count { now - $0 < .seconds(1) } < limit
        if isTaken { taken.append(now) }
        window.enter(now: now)
        out.append((now, isTaken))
      }
      taken.removeAll { now - $0 >= .seconds(1) }
      now += .milliseconds(1)
    }
    #expect(answers >= least)
    #expect(refusals <= 20 + answers / 4)
  }

  @Test(
    arguments: [
      "Sun, 06 Nov 1994 08:49:37 GMT": 784_111_777, "Sunday, 06-Nov-94 08:49:37 GMT": 784_111_777,
      "Sun Nov  6 08:49:37 1994": 784_111_777, "Thu, 29 Feb 2024 00:00:00 GMT": 1_709_164_800,
      "Thu, 01 Jan 1970 00:00:00 GMT": 0, "": nil, "tomorrow": nil, "Sun, 06 Nov 1994 25:49:37 GMT": nil,
      "Sun, xx Nov 1994 08:49:37 GMT": nil, "1994-11-06": nil,
    ] as [String: Double?]) func `Dates are read in all forms of HTTP, and what is no date is none`(
      text: String, seconds: Double?
    )
  { #expect(HTTPDate.secondsSince1970(text) == seconds) }
}
