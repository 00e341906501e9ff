import Synchronization

/// The requests to a sandbox: how many arrived since its start, and the last ones that were answered.
package final class SandboxRequestLog: Sendable {
  package struct Entry: Hashable, Sendable {
    package let method: String
    /// The path with its query, as sent.
    package let target: String
    /// The body of a `POST`, as sent.
    package let form: String
    package let carriesCredentials: Bool
    package let status: Int
  }

  package static let capacity = 10_000

  private struct State {
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The latest requests in the order of their answers; without those to the sandbox's own routes.
  package var entries: [Entry] { state.withLock { $0.entries } }

  /// The number of requests with a method, such as `POST`, whatever their answers.
  package func count(_ method: String) -> Int { state.withLock { $0.counts[method] ?? 0 } }

  package var counts: [String: Int] { state.withLock { $0.counts } }

  package func removeAll() { state.withLock { $0 = State() } }

  func recordArrival(method: String) { state.withLock { $0.counts[method, default: 0] += 1 } }

  func append(_ entry: Entry) {
    state.withLock { state in
      if state.entries.count == Self.capacity { state.entries.removeFirst(Self.capacity / 10) }
      state.entries.append(entry)
    }
  }
}
