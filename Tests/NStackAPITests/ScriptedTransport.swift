import NStackAPI
import Synchronization

/// A transport that answers from a script and notes what it was asked; its clock waits in no time.
final class ScriptedTransport: HTTPTransport {
  /// What one request gets.
  enum Answer: Sendable {
    case response(TransportResponse)
    case failure(TransportError)
  }

  private struct State {
    var answers: [Answer]
    var requests: [TransportRequest] = []
    var waits: [Duration] = []
    var now = Duration.zero
  }

  private let state: Mutex<State>

  init(_ answers: [Answer]) { state = Mutex(State(answers: answers)) }

  var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// In seconds.
  var waits: [Double] { state.withLock { $0.waits.map(\.inSeconds) } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let answer = state.withLock { state -> Answer? in
      state.requests.append(request)
      return state.answers.isEmpty ? nil : state.answers.removeFirst()
    }
    switch answer {
    case .response(let response): return response
    case .failure(let error): throw error
    case nil:
      throw TransportError(
        .configuration, delivery: .definite, request: "script", message: "the script has no further answer")
    }
  }

  /// Time passes at once; chance is always a half.
  var clock: RetryClock {
    RetryClock(
      now: { [self] in state.withLock { $0.now } }, calendarNow: { 784_111_777 },
      sleep: { [self] time in
        state.withLock {
          $0.waits.append(time)
          $0.now += time
        }
      },
      random: { 0.5 })
  }
}

extension ScriptedTransport.Answer {
  static func json(_ text: String, status: Int = 200) -> Self {
    .response(TransportResponse(status: status, body: Array(text.utf8)))
  }

  static func status(_ status: Int, _ text: String = "", headers: [(name: String, value: String)] = []) -> Self {
    .response(TransportResponse(status: status, headers: headers, body: Array(text.utf8)))
  }

  static func failure(_ code: TransportError.Code, _ delivery: TransportError.Delivery) -> Self {
    .failure(TransportError(code, delivery: delivery, request: "transport", message: "scripted"))
  }
}

extension NStackClient {
  /// A client of a script, with a base URL of its own.
  static func scripted(
    _ transport: ScriptedTransport, baseURL: String = "https://nstack.example",
    texts: NStackConfiguration.Texts = .newest
  ) throws -> NStackClient {
    let configuration = try NStackConfiguration(
      baseURL: baseURL, applicationID: Secret("application-1"), restAPIKey: Secret("key-1"), guid: "guid-1",
      texts: texts, metadata: ClientMetadata(version: "1.2.3", systemVersion: "12"),
      acceptLanguage: "da-DK, en;q=0.5")
    return NStackClient(configuration: configuration, transport: transport, clock: transport.clock)
  }
}

/// The error that a call throws; nil where it throws none.
func failure<Value>(_ body: () async throws(NStackError) -> Value) async -> NStackError? {
  do throws(NStackError) {
    _ = try await body()
    return nil
  } catch {
    return error
  }
}
