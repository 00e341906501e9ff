import Basics
public import HTTPMessages
public import Logging

/// NStack over HTTP: one application on one platform, as one person.
///
/// Calls are independent of each other and may run at the same time. A call that is safe to repeat is repeated by the
/// configuration's retry policy. A write that may have been carried out is never repeated, and its error says so.
public struct NStackClient: ProposalService {
  /// Which NStack the client talks to, and as whom.
  public let configuration: NStackConfiguration
  let calls: PacedCalls
  package var clock: RetryClock { calls.clock }
  /// The condition that each write checks right before it is sent; nil if there is none.
  var isWanted: (@Sendable () -> Bool)?
  var retries = CallRetries.standard
  var pace = CallPace.standard

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - configuration: The server, the application and its credentials.
  ///   - transport: What sends requests. It must outlive the client, and its owner shuts it down.
  ///   - logger: Receives every call, repetition and pause at the level `info` or above; nil for silence. No header, query or
  ///     value is ever logged.
  ///   - stop: Once a stop is requested, no call goes out; waiting calls and reads end with `net.cancelled`, and writes in
  ///     flight go on. Nil for none.
  public init(
    configuration: NStackConfiguration, transport: any HTTPTransport, logger: Logger? = nil, stop: StopSignal? = nil
  ) { self.init(configuration: configuration, transport: transport, clock: .system, logger: logger, stop: stop) }

  /// Creates a client with a clock of its own, for tests.
  package init(
    configuration: NStackConfiguration, transport: any HTTPTransport, clock: RetryClock, logger: Logger? = nil,
    stop: StopSignal? = nil
  ) {
    self.configuration = configuration
    calls = PacedCalls(
      transport: transport, policy: configuration.retryPolicy, pacing: configuration.pacing, clock: clock,
      logger: logger, stop: stop)
  }

  /// Sends a call and reads its answer.
  ///
  /// It is paced and repeated like the client's other calls: a read after any transient failure, a write only if it was
  /// certainly not carried out. No redirect is followed.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - retries: Whether it is repeated.
  ///   - pace: Whether it waits for its turn.
  /// - Throws: `configuration` if the path or a header cannot be sent; `api.unknown-host` if the configuration has no address
  ///   for the service; what the transport throws; the error that the status means; `badBody` if the answer cannot be read.
  public func answer<Answer>(to call: NStackCall<Answer>, retries: CallRetries = .standard, pace: CallPace = .standard)
    async throws(NStackError) -> Answer
  {
    var client = self
    (client.retries, client.pace) = (retries, pace)
    return try await client.exchange(call).answer
  }

  func exchange<Answer>(_ call: NStackCall<Answer>) async throws(NStackError) -> (
    answer: Answer, response: TransportResponse, call: PreparedCall
  ) {
    let prepared = try prepare(call)
    let response = try await send(prepared)
    return (try read(call, from: response, of: prepared), response, prepared)
  }

  func prepare<Answer>(_ call: NStackCall<Answer>) throws(NStackError) -> PreparedCall {
    if let fault = call.path.fault {
      throw .unusableCall("the path \(Excerpt.visible(call.path.description)) \(fault)")
    }
    try CallHeaders.require(call.headers)
    let address = try configuration.address(of: call.service)
    let query = call.query.isEmpty ? "" : "?" + FormEncoding.encode(call.query)
    let isOwn = address.hasSameOrigin(as: configuration.address)
    let base = isOwn ? address.url.path : address.text
    return PreparedCall(
      client: self, method: call.method.rawValue, url: "\(address.text)\(call.path)\(query)",
      label: "\(call.method.rawValue) \(base)\(call.path)", body: call.body, carriesCredentials: isOwn,
      headers: call.headers, answeringStatuses: call.answeringStatuses)
  }

  func read<Answer>(_ call: NStackCall<Answer>, from response: TransportResponse, of prepared: PreparedCall)
    throws(NStackError) -> Answer
  {
    do { return try call.reading(response) } catch let error as JSONAnswer.Mismatch {
      throw mismatch(error.message, response, of: prepared)
    } catch let error as DecodingError {
      throw mismatch(error.sentence(about: "the answer"), response, of: prepared)
    } catch { throw mismatch("the answer cannot be read: \(Excerpt.visible("\(error)"))", response, of: prepared) }
  }

  /// The error for an answer that is not one of NStack's. A write with such an answer may or may not have been carried out.
  func mismatch(_ message: String, _ response: TransportResponse, of call: PreparedCall) -> NStackError {
    let begins = response.body.isEmpty ? "(empty)" : Excerpt.visible(response.body)
    let page = response.webPage
    var error = NStackError(
      .badBody, delivery: call.isRead ? .definite : .unconfirmed, request: call.label, status: response.status,
      message: page ?? "\(message); it begins: \(begins)", host: call.host)
    error.isWebPage = page != nil
    return error
  }
}
