public import HTTPMessages
public import Logging
import Synchronization

/// NStack over HTTP: one application on one platform, as one person.
///
/// Calls are independent of each other and may run at the same time. A call that is safe to repeat is repeated by the
/// configuration's ``RetryPolicy``. A write that may have been carried out is never repeated, and its error says so.
public struct NStackClient: ProposalService {
  /// Which NStack the client talks to, and as whom.
  public let configuration: NStackConfiguration
  let transport: any HTTPTransport
  package let clock: RetryClock
  let logger: Logger?
  let stop: StopSignal?
  let health = SharedHealth()
  let gate: CallGate
  /// The condition that each write checks right before it is sent; nil for none.
  var isWanted: (@Sendable () -> Bool)?

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - configuration: The server, the application and who proposes.
  ///   - transport: What sends requests. It must outlive the client, and its owner shuts it down.
  ///   - logger: Told of every call, repetition and pause at the level `info` or above; nil for silence. No header, query or
  ///     value is ever logged.
  ///   - stop: Once it is given, no call goes out, and calls that wait and readings end as
  ///     ``NStackError/Code/cancelled``; writes in flight go on. Nil for none.
  public init(
    configuration: NStackConfiguration, transport: any HTTPTransport, logger: Logger? = nil, stop: StopSignal? = nil
  ) {
    self.init(configuration: configuration, transport: transport, clock: .system, logger: logger, stop: stop)
  }

  /// Creates a client with a clock of its own, for tests.
  package init(
    configuration: NStackConfiguration, transport: any HTTPTransport, clock: RetryClock, logger: Logger? = nil,
    stop: StopSignal? = nil
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
    self.logger = logger
    self.stop = stop
    gate = CallGate(configuration.pacing)
  }

  /// What all copies of one client share.
  final class SharedHealth: Sendable {
    let state = Mutex(CallHealth())
  }
}
