/// The error of an exchange that took too long.
struct ExchangeTimeout: Error {}

/// Runs an operation for some time at most.
///
/// - Throws: ``ExchangeTimeout``, or what the operation throws.
func withTimeout<Value: Sendable>(
  _ time: Duration, _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await operation() }
    group.addTask {
      try await Task.sleep(for: min(time, .longest))
      throw ExchangeTimeout()
    }
    defer { group.cancelAll() }
    guard let value = try await group.next() else { throw ExchangeTimeout() }
    return value
  }
}
