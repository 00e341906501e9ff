/// A bucket of tokens that bounds how much is repeated while little succeeds: a repetition takes tokens out, a success puts
/// one back.
///
/// A pure value. The figures are those of the AWS SDKs.
package struct RetryBudget: Sendable {
  /// The most tokens, and those at the start.
  static let capacity = 500

  private var tokens = RetryBudget.capacity

  /// Creates a full bucket.
  package init() {}

  /// Takes the tokens for one repetition.
  ///
  /// - Parameter isTimeout: Whether the call ended without an answer in time, which costs twice as much.
  /// - Returns: Whether there were enough; none are taken where not.
  package mutating func take(forTimeout isTimeout: Bool = false) -> Bool {
    let cost = isTimeout ? 10 : 5
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }

  /// Notes a success.
  package mutating func recordSuccess() {
    tokens = min(tokens + 1, Self.capacity)
  }
}
