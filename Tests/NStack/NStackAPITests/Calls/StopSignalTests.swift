import Synchronization
import Testing

@testable import NStackAPI

struct StopSignalTests {
  @Test(arguments: ["GET", "POST"]) func `A call that waits as the server asked ends at once`(method: String)
    async throws
  {
    let pause = ScriptedTransport.Answer.status(429, headers: [(name: "Retry-After", value: "110")])
    let transport = ScriptedTransport([pause, .json(#"{"data":[]}"#)])
    let stop = StopSignal()
    let client = try client(transport, stop, sleep: { _ in stop.stop() })
    let error = await failure {
      if method == "GET" {
        _ = try await client.languages()
      } else {
        _ = try await client.propose("new text", for: ProposalTests.text)
      }
    }
    #expect(error?.code == .cancelled)
    #expect(error?.delivery == .notSent)
    #expect(transport.requests.map(\.method) == [method])
  }

  @Test func `Calls that wait for their turn do not go out any more`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":[]}"#), .json(#"{"data":[]}"#), .json(#"{"data":[]}"#)])
    let stop = StopSignal()
    let client = try client(
      transport, stop, pacing: CallPacing(concurrency: 4, rate: 0.001), sleep: { _ in stop.stop() })
    _ = try await client.languages()
    let codes = await withTaskGroup(of: NStackError.Code?.self) { group in
      for _ in 0..<8 { group.addTask { await failure { try await client.languages() }?.code } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == Array(repeating: .cancelled, count: 8))
    #expect(transport.requests.count == 1)
  }

  @Test func `No call goes out after the stop`() async throws {
    let transport = ScriptedTransport([.json(#"{"data":[]}"#)])
    let stop = StopSignal()
    stop.stop()
    let client = try client(transport, stop)
    #expect(await failure { try await client.languages() }?.code == .cancelled)
    #expect(transport.requests.isEmpty)
  }

  @Test func `A reading in flight is cut off, and a write goes on`() async throws {
    let stop = StopSignal()
    let answer = #"{"data":\#(ProposalTests.proposal())}"#
    let transport = StoppedInFlight(stop, answer: TransportResponse(status: 200, body: Array(answer.utf8)))
    #expect(await failure { try await client(transport, stop).languages() }?.code == .cancelled)

    let writing = StopSignal()
    let write = StoppedInFlight(writing, answer: TransportResponse(status: 200, body: Array(answer.utf8)))
    #expect(try await client(write, writing).propose("new text", for: ProposalTests.text).id == 13)
  }

  @Test func `An operation that ends with a value all the same gives that value`() async throws {
    let stop = StopSignal()
    let value = try await stop.cutting {
      stop.stop()
      while !Task.isCancelled { await Task.yield() }
      return 7
    }
    #expect(value == 7)
  }

  /// A client whose waits last until they are cancelled.
  private func client(
    _ transport: any HTTPTransport, _ stop: StopSignal, pacing: CallPacing = CallPacing(),
    sleep: @escaping @Sendable (Duration) -> Void = { _ in }
  ) throws(NStackError) -> NStackClient {
    var configuration = try NStackConfiguration(
      baseURL: "https://nstack.example", applicationID: Secret("application-1"), restAPIKey: Secret("key-1"),
      guid: "guid-1")
    configuration.pacing = pacing
    let clock = RetryClock(
      now: { .zero }, calendarNow: { 784_111_777 },
      sleep: { time in
        sleep(time)
        try await Task.sleep(for: .seconds(3_600))
      }, random: { 0.5 })
    return NStackClient(configuration: configuration, transport: transport, clock: clock, stop: stop)
  }
}

/// A transport that gives the stop once a request is in flight; then a reading waits until it is cancelled, and a write is
/// answered.
private struct StoppedInFlight: HTTPTransport {
  let stop: StopSignal
  let answer: TransportResponse

  init(_ stop: StopSignal, answer: TransportResponse) {
    self.stop = stop
    self.answer = answer
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    stop.stop()
    if request.method != "GET" { return answer }
    try? await Task.sleep(for: .seconds(3_600))
    throw TransportError(.cancelled, delivery: .unconfirmed, request: "GET", message: "the call was cancelled")
  }
}
