import Logging
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
  private let repeatsLast: Bool

  /// - Parameter repeatsLast: Whether further requests get the last answer.
  init(_ answers: [Answer], repeatsLast: Bool = false) {
    state = Mutex(State(answers: answers))
    self.repeatsLast = repeatsLast
  }

  var requests: [TransportRequest] { state.withLock { $0.requests } }
  /// In seconds.
  var waits: [Double] { state.withLock { $0.waits.map(\.inSeconds) } }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let answer = state.withLock { state -> Answer? in
      state.requests.append(request)
      if repeatsLast, state.answers.count == 1 { return state.answers[0] }
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

  /// A client with this transport and a base URL of its own.
  var client: NStackClient { get throws { try NStackClient.scripted(self) } }

  /// Time passes at once; chance is always a half.
  var clock: RetryClock {
    RetryClock(
      now: { [self] in state.withLock { $0.now } }, calendarNow: { 784_111_777 },
      sleep: { [self] time in
        state.withLock {
          $0.waits.append(time)
          $0.now += time
        }
      }, random: { 0.5 })
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
    texts: NStackConfiguration.Texts = .newest, log: KeptLog = KeptLog()
  ) throws -> NStackClient {
    var configuration = try NStackConfiguration(
      baseURL: baseURL, applicationID: Secret("application-1"), restAPIKey: Secret("key-1"), guid: "guid-1",
      texts: texts, acceptLanguage: "da-DK, en;q=0.5")
    (configuration.metadata.version, configuration.metadata.systemVersion) = ("1.2.3", "12")
    return NStackClient(
      configuration: configuration, transport: transport, clock: transport.clock,
      logger: Logger(label: "test") { _ in log })
  }
}

extension ResourceIndexEntry {
  /// The entry of a resource.
  static func of(_ url: String = "https://nstack.example/r", id: Int = 1, locale: String = "en-GB") -> Self {
    Self(
      id: id, url: url, lastUpdatedAt: nil, shouldUpdate: true,
      language: Language(id: id, name: "L", locale: locale, direction: .leftToRight, isDefault: true, isBestFit: false))
  }
}

/// The error that a call throws; nil where it throws none.
func failure<Value>(_ body: () async throws -> Value) async -> NStackError? {
  do {
    _ = try await body()
    return nil
  } catch { return error as? NStackError }
}

/// The error that some code throws; nil where it throws none.
func thrown<Value>(_ body: () throws -> Value) -> NStackError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? NStackError }
}

/// The error of a call to a client that gets these answers; nil where it throws none.
func failure<Value>(_ answers: ScriptedTransport.Answer..., of call: (NStackClient) async throws -> Value) async throws
  -> NStackError?
{
  let client = try ScriptedTransport(answers).client
  return await failure { try await call(client) }
}

/// Keeps what a client tells its logger.
final class KeptLog: LogHandler {
  private let events = Mutex<[(level: Logger.Level, line: String)]>([])

  var metadata: Logger.Metadata {
    get { [:] }
    set {}
  }
  var logLevel: Logger.Level {
    get { .info }
    set {}
  }

  subscript(metadataKey _: String) -> Logger.Metadata.Value? {
    get { nil }
    set {}
  }

  func log(event: LogEvent) { events.withLock { $0.append((event.level, event.message.description)) } }

  var lines: [String] { events.withLock { $0.map(\.line) } }
  var hasWarnings: Bool { events.withLock { $0.contains { $0.level == .warning } } }
}
