import Synchronization

/// What a sandbox was asked: the number of requests that arrived since its start, and the latest that were answered.
public final class SandboxRequestLog: Sendable {
  /// One request with the status of its answer.
  public struct Entry: Hashable, Sendable {
    /// The method, in capitals.
    public let method: String
    /// The path with its query, as sent.
    public let target: String
    /// The body of a `POST`, as sent.
    public let form: String
    /// Whether the request carried a credential.
    public let carriesCredentials: Bool
    /// The status of the answer.
    public let status: Int
  }

  /// The most entries that are kept.
  public static let capacity = 10_000

  private struct State {
    var entries: [Entry] = []
    var counts: [String: Int] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The latest requests in the order of their answers; those to the sandbox's own routes are not among them.
  public var entries: [Entry] { state.withLock { $0.entries } }

  /// The number of requests that arrived with a method, `POST` for instance, whatever their answers.
  public func count(_ method: String) -> Int {
    state.withLock { $0.counts[method] ?? 0 }
  }

  /// The number of requests that arrived with each method.
  public var counts: [String: Int] { state.withLock { $0.counts } }

  /// Forgets everything.
  public func removeAll() {
    state.withLock { $0 = State() }
  }

  func recordArrival(method: String) {
    state.withLock { $0.counts[method, default: 0] += 1 }
  }

  func append(_ entry: Entry) {
    state.withLock { state in
      if state.entries.count == Self.capacity { state.entries.removeFirst(Self.capacity / 10) }
      state.entries.append(entry)
    }
  }
}
