import HTTPMessages
import Synchronization
import Testing

@testable import GoogleDrive

@Suite("When calls go out again") struct CallBackoffTests {
  @Test func `is after a time that doubles with each attempt, up to 64 seconds, six times at most`() {
    let delays = (1...6).map { RetryPolicy.drive.delay(afterAttempt: $0, random: 0).map { $0 / .seconds(1) } }
    #expect(delays == [0.5, 1, 2, 4, 8, nil])
    #expect(RetryPolicy.drive.backoff(afterAttempt: 9, random: 0) == .seconds(32))
  }

  @Test func `is not before the time that Google asks for, for all calls of a client`() async throws {
    let waits = Mutex<[Duration]>([])
    let left = Mutex(1)
    let transport = AnsweringTransport { _ in
      left.withLock { left in
        left -= 1
        var refusal = TransportResponse.refusal(403, "rateLimitExceeded")
        refusal.headers = [(name: "Retry-After", value: "30")]
        return left >= 0 ? refusal : .json("{}")
      }
    }
    // In this time nothing passes while a call waits, except for the pause itself.
    let now = Mutex(Duration.seconds(100))
    let clock = RetryClock(
      now: { now.withLock { $0 } }, calendarNow: { 0 },
      sleep: { time in
        waits.withLock { $0.append(time) }
        now.withLock { $0 += time }
      }, random: { 0.5 })
    let calls = GoogleCalls(hosts: .google, transport: transport, clock: clock)
    let call = GoogleCall(method: "GET", url: "https://www.googleapis.com/x", label: "GET /x", subject: "x")
    _ = try await calls.send(call)
    #expect(waits.withLock { $0 } == [.seconds(30.75)])
    left.withLock { $0 = 1 }
    var single = call
    single.waitsForRate = false
    #expect(await failure { try await calls.send(single) }?.code == .rateLimited)
    _ = try await calls.send(call)
    #expect(waits.withLock { $0 } == [.seconds(30.75), .seconds(30.25)])
    #expect(transport.requests.count == 4)
  }

  @Test(arguments: [
    (429, "x", true), (403, "rateLimitExceeded", true), (403, "userRateLimitExceeded", true),
    (500, "backendError", true), (503, "x", true), (408, "x", true), (403, "forbidden", false),
    (403, "storageQuotaExceeded", false), (404, "notFound", false), (400, "invalid", false), (401, "authError", false),
  ]) func `is what Google's own client repeats`(status: Int, reason: String, isPassing: Bool) {
    let refusal = GoogleRefusal(.refusal(status, reason), now: 0)
    #expect(refusal.isPassing == isPassing)
    #expect(refusal.reason == reason)
  }
}

@Suite("Google's words") struct GoogleRefusalTests {
  private func refusal(_ status: Int, _ body: String, _ headers: [(name: String, value: String)] = []) -> GoogleRefusal
  { GoogleRefusal(TransportResponse(status: status, headers: headers, body: Array(body.utf8)), now: 0) }

  @Test func `are found in each form of an error`() {
    let drive = refusal(403, #"{"error":{"code":403,"message":"No.","errors":[{"reason":"forbidden"}]}}"#)
    #expect(drive.reason == "forbidden" && drive.words == "No.")
    let token = refusal(400, #"{"error":"invalid_grant","error_description":"Bad Request"}"#)
    #expect(token.reason == "invalid_grant" && token.words == "Bad Request")
    let detail = refusal(
      403, #"{"error":{"status":"PERMISSION_DENIED","message":"m","details":[{"reason":"SERVICE_DISABLED"}]}}"#)
    #expect(detail.reason == "SERVICE_DISABLED")
    let page = refusal(502, "<html>bad gateway</html>")
    #expect(page.reason == nil && page.words.contains("bad gateway"))
    #expect(refusal(500, "").words == "the answer is empty")
    #expect(
      refusal(403, "{}", [(name: "WWW-Authenticate", value: "Bearer error=\"insufficient_scope\"")]).reason
        == "insufficientPermissions")
  }

  @Test func `name the reason that Drive has always named, and without it that of the newer form`() {
    func reason(_ own: String, _ detail: String) -> GoogleRefusal {
      refusal(
        403,
        #"{"error":{"errors":[\#(own)],"status":"PERMISSION_DENIED","details":[{"@type":"x"},{"reason":"\#(detail)"}]}}"#
      )
    }
    let both = reason(#"{"reason":"rateLimitExceeded"}"#, "RATE_LIMIT_EXCEEDED")
    #expect(both.reason == "rateLimitExceeded" && both.isPassing)
    let newer = reason("", "RATE_LIMIT_EXCEEDED")
    #expect(newer.reason == "RATE_LIMIT_EXCEEDED" && newer.isPassing)
    #expect(reason(#"{"reason":"storageQuotaExceeded"}"#, "RESOURCE_EXHAUSTED").reason == "storageQuotaExceeded")
    #expect(reason(#"{"reason":"forbidden"}"#, "SERVICE_DISABLED").reason == "SERVICE_DISABLED")
    #expect(refusal(429, #"{"error":{"status":"RESOURCE_EXHAUSTED"}}"#).reason == "RESOURCE_EXHAUSTED")
  }

  @Test(arguments: [
    "token ya29.a0AfH6SMBxyz_123-x is bad": "token … is bad", "1//0gabcdefghij": "…", "GOCSPX-abcdefgh12": "…",
    "at 1//2 of it": "at 1//2 of it", "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJ4In0.c2ln end": "… end", "plain": "plain",
  ]) func `are shown without tokens`(text: String, expected: String) { #expect(TokenScrub.scrubbed(text) == expected) }
}
