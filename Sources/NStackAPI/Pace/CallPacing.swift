/// The bounds within which a client finds the pace that the server likes.
public struct CallPacing: Hashable, Sendable {
  /// The most calls in flight at once: 256.
  public var concurrency: Int
  /// The most calls a second; nil is as many as the server likes.
  public var rate: Double?

  /// Makes bounds; each has its default.
  public init(concurrency: Int = 256, rate: Double? = nil) {
    self.concurrency = concurrency
    self.rate = rate
  }
}
