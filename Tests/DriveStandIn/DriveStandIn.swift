import Loopback
import Synchronization

/// A server on loopback that takes the place of Google's for sign-in and Drive, with faults on purpose.
///
/// Source: Google's discovery document `drive.v3.json`, revision 20261106, and the guides that it links to; RFC 6749, 7523, 7636
/// for tokens. It has not been compared with Google's servers. What is only known from memory is marked `[K]`.
package final class DriveStandIn: Sendable {
  /// Where it listens, without a trailing slash.
  package let url: String
  private let listener: LoopbackListener
  private let shared: SharedState

  /// Starts a server.
  ///
  /// - Parameter port: 0 takes a free one.
  package init(port: Int = 0) async throws {
    shared = SharedState()
    listener = try await LoopbackListener(StandInResponder(shared: shared), port: port, name: "drive-stand-in")
    url = listener.url
    shared.state.withLock { [url] in $0.url = url }
  }

  /// Reads or changes what the server has.
  package func with<Value: Sendable>(_ body: (inout StandInState) -> Value) -> Value {
    shared.state.withLock { body(&$0) }
  }

  /// Stops the server.
  package func stop() async {
    await listener.stop()
  }

  /// Waits until the server is stopped.
  package func waitUntilStopped() async {
    await listener.waitUntilStopped()
  }
}

/// The state that all requests share.
final class SharedState: Sendable {
  let state = Mutex(StandInState())
}
