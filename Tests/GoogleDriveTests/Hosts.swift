import Synchronization

/// Names of hosts that were called.
final class Hosts: Sendable {
  private let names = Mutex<Set<String>>([])

  var all: Set<String> { names.withLock { $0 } }

  func add(_ name: String) {
    names.withLock { _ = $0.insert(name) }
  }
}
