import Synchronization

/// What is found out about a catalog when it is first asked for.
final class FoundOnce<Value: Sendable>: Sendable {
  private let found = Mutex<Value?>(nil)

  func value(_ find: () -> Value) -> Value {
    found.withLock { found in
      let value = found ?? find()
      found = value
      return value
    }
  }
}
