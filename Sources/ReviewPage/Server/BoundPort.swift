import Synchronization

/// The port of a server, which is known only when it listens and which its answers depend on.
final class BoundPort: Sendable {
  private let state = Atomic(0)

  /// The port; 0 until the server listens, which no request can name.
  var number: Int { state.load(ordering: .acquiring) }

  /// Sets the port.
  func set(_ number: Int) {
    state.store(number, ordering: .releasing)
  }
}
