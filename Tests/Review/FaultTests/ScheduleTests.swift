import NStackAPI
import Testing
import TranslationReview

struct ScheduleTests {
  func check(_ trial: Trial, _ name: String = "", _ more: (Trial.Result) -> Void = { _ in }) async throws {
    let result = try await trial.run()
    #expect(result.violations == [], "\(name) \(trial)")
    more(result)
  }

  @Test(arguments: [0, 1, 50, 1000]) func `S0: nothing fails`(count: Int) async throws {
    try await check(Trial(changes: count, concurrency: 8)) { result in
      #expect(result.report?.outcomes.allSatisfy(\.isDone) == true)
      #expect(result.arrivals == count)
    }
  }

  @Test(arguments: [nil, "0", "2", "-5", "1000000000", "soon", "Wed, 21 Oct 2015 07:28:00 GMT", "119"])
  func `S1 to S4: refusals as one too many, with every kind of Retry-After`(retryAfter: String?) async throws {
    let headers = retryAfter.map { [(name: "Retry-After", value: $0)] } ?? []
    for (name, rule) in [
      ("every third", FaultRule(method: "POST", every: 3, most: 9, action: .status(429, headers: headers))),
      ("burst", FaultRule(most: 20, action: .status(429, headers: headers))),
      ("busy", FaultRule(method: "POST", every: 2, most: 5, action: .status(503, headers: headers))),
    ] { try await check(Trial(changes: 50, rules: [rule]), name) }
  }

  @Test(arguments: 0..<50) func `S7: the answer to each call in turn never comes`(index: Int) async throws {
    for action in [FaultRule.Action.applyThenStall, .stall] {
      let key = PlanFixture.text(index).key
      let rule = FaultRule(method: "POST", key: key, nth: 0, action: action)
      try await check(Trial(changes: 50, rules: [rule])) { result in #expect(result.report?.verification == .verified) }
    }
  }

  @Test(arguments: [409, 412, 422], [true, false]) func `S9: the same value stands already`(status: Int, keepsIDs: Bool)
    async throws
  {
    let rule = FaultRule(method: "POST", every: 2, action: .mutateBefore(guid: "g-1", value: PlanFixture.value(0)))
    let trial = Trial(changes: 1, rules: [rule], sameValueStatus: status, keepsIDs: keepsIDs)
    let result = try await trial.run()
    #expect(result.violations.filter { !$0.hasPrefix("I3") } == [])
    #expect(result.report?.outcomes == [.alreadyThere])
  }

  @Test func `S14 to S16: the answer is cut at every byte`() async throws {
    for length in 0..<180 {
      let rule = FaultRule(method: "POST", nth: 0, action: .truncate(length))
      try await check(Trial(seed: UInt64(length + 1), changes: 2, rules: [rule]), "cut at \(length)")
    }
  }

  @Test(arguments: [
    (200, "<html><body>Log in to the hotel's network</body></html>"), (200, ""), (204, ""), (200, "{}"),
    (201, #"{"data":{"id":1,"id":2}}"#), (200, #"{"data":[]}"#), (200, "\u{0}\u{1}"), (200, #"{"data":NaN}"#),
    (202, "accepted"), (200, String(repeating: "[", count: 100_000)),
  ]) func `S14 to S16: the answer is another one`(status: Int, body: String) async throws {
    for method in ["POST", "DELETE"] {
      let rule = FaultRule(method: method, every: 2, most: 4, action: .answer(status: status, body: body))
      try await check(Trial(rules: [rule]))
    }
  }

  @Test(arguments: [0, 24, 49], [401, 403]) func `S17: refused credentials stop everything at once`(
    nth: Int, status: Int
  ) async throws {
    let rule = FaultRule(method: "POST", nth: nth, action: .status(status))
    // With good credentials every row gets there, the one that met the refusal too.
    let trial = Trial(changes: 70, rules: [rule], concurrency: 4)
    try await check(trial) { result in
      guard let report = result.report else { return }
      #expect(report.wereCredentialsRefused)
      let sent = result.log.count { $0.kind == .arrival && $0.time <= result.seconds }
      // A quarter of the calls are deletes, and as many as are in flight at once may be under way.
      #expect(sent <= (nth + 1) * 4 / 3 + 8)
      #expect((report.outcomeCounts["not-attempted"] ?? 0) > 0)
    }
  }

  @Test func `S19: a refusal goes on with the rest`() async throws {
    var trial = Trial(rules: [FaultRule(method: "POST", every: 3, action: .status(412))])
    trial.converges = false
    try await check(trial) { result in #expect(result.report?.outcomeCounts == ["applied": 9, "refused": 3]) }
  }

  @Test func `a dead server is given up on after ten failures, and the rest can be gone on with`() async throws {
    for action in [FaultRule.Action.unreachable, .stall, .status(500)] {
      let rule = FaultRule(action: action)
      try await check(Trial(changes: 200, rules: [rule], concurrency: 8)) { result in
        #expect(result.log.count { $0.kind == .arrival && $0.time <= result.seconds } <= 200 + 100)
        #expect((result.report?.outcomeCounts["not-attempted"] ?? 0) > 150)
        #expect(result.report?.isResumable == true)
      }
    }
  }
}
