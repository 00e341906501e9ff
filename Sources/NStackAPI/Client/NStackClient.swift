public import Logging
import Synchronization

/// NStack over HTTP: one application on one platform, as one person.
///
/// Calls are independent of each other and may run at the same time. What is safe to send again is sent again after the
/// configuration's ``RetryPolicy``; a write whose fate is unknown never is, and its error says so.
public struct NStackClient: ProposalService {
  /// Which NStack is talked to, as whom.
  public let configuration: NStackConfiguration
  let transport: any HTTPTransport
  package let clock: RetryClock
  let logger: Logger?
  let stop: StopSignal?
  let health = SharedHealth()
  let gate: CallGate
  /// What every write is asked right before it leaves; nil lets all of them leave.
  var isWanted: (@Sendable () -> Bool)?

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - transport: What sends requests; it outlives the client and is shut down by its owner.
  ///   - clock: Time and chance; a test brings its own.
  ///   - logger: Told of every call, repetition and pause; nil for silence. No header, query or value is ever logged.
  ///   - stop: Once it is given no call goes out, and calls that wait and readings end as
  ///     ``NStackError/Code/cancelled``; writes in flight go on. Nil for none.
  public init(
    configuration: NStackConfiguration, transport: any HTTPTransport, clock: RetryClock = .system,
    logger: Logger? = nil, stop: StopSignal? = nil
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    self.logger = logger
    self.stop = stop
    gate = CallGate(configuration.pacing)
  }

  /// What all copies of one client know together.
  final class SharedHealth: Sendable {
    let state = Mutex(CallHealth())
  }
}
