import HTTPMessages
import Synchronization

@testable import GoogleDrive

/// A transport that answers by itself, such as for Google's own hosts, and notes what it was asked.
final class AnsweringTransport: HTTPTransport {
  private let asked = Mutex<[TransportRequest]>([])
  private let answer: @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse

  init(_ answer: @escaping @Sendable (TransportRequest) async throws(TransportError) -> TransportResponse) {
    self.answer = answer
  }

  var requests: [TransportRequest] { asked.withLock { $0 } }

  /// The value of a header of each request to a host; nil where it has none.
  func header(_ name: String, toHost host: String) -> [String?] {
    requests.filter { HTTPURL($0.url)?.origin.host == host }.map { request in
      request.headers.first { $0.name == name }?.value
    }
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    asked.withLock { $0.append(request) }
    return try await answer(request)
  }
}

extension TransportResponse {
  /// An answer of Drive's in JSON.
  static func json(_ text: String, status: Int = 200) -> TransportResponse {
    TransportResponse(status: status, body: Array(text.utf8))
  }

  /// A refusal of Drive's.
  static func refusal(_ status: Int, _ reason: String) -> TransportResponse {
    json(#"{"error":{"code":\#(status),"message":"m","errors":[{"reason":"\#(reason)"}]}}"#, status: status)
  }
}

extension DriveFixture {
  /// A client of Google's own hosts whose calls a transport answers, and whose waits take no time.
  static func client(of transport: AnsweringTransport, quotaProject: String? = nil, clock: TestClock = TestClock())
    -> DriveClient
  {
    DriveClient(
      tokens: GivenToken(Secret("token"), quotaProject: quotaProject),
      calls: GoogleCalls(hosts: .google, transport: transport, clock: clock.retryClock))
  }
}
