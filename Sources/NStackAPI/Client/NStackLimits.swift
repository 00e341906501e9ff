/// The largest answers that a client accepts, and the longest wait for one.
public struct NStackLimits: Hashable, Sendable {
  /// The most bytes in the answer to a call that reads: 256 MiB.
  public var readResponseSize: Int
  /// The most bytes in the answer to a call that writes: 1 MiB.
  public var writeResponseSize: Int
  /// The longest time for one whole exchange: 60 seconds.
  public var requestTimeout: Duration
  /// The most pages of one list that are followed: 10,000.
  public var pages: Int

  /// Creates limits; each has a default.
  public init(
    readResponseSize: Int = 256 << 20, writeResponseSize: Int = 1 << 20, requestTimeout: Duration = .seconds(60),
    pages: Int = 10_000
  ) {
    self.readResponseSize = readResponseSize
    self.writeResponseSize = writeResponseSize
    self.requestTimeout = requestTimeout
    self.pages = pages
  }
}
