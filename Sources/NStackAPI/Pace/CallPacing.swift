/// The limits within which a client finds the pace that suits the server.
public struct CallPacing: Hashable, Sendable {
  /// The most calls in flight at once: 256.
  public var concurrency: Int
  /// The most calls a second; nil for as many as the server takes.
  public var rate: Double?

  /// Creates limits; each has a default.
  public init(concurrency: Int = 256, rate: Double? = nil) {
    self.concurrency = concurrency
    self.rate = rate
  }
}
