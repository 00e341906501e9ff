/// The limits of the pace at which calls go out.
public struct CallPacing: Hashable, Sendable {
  /// The most calls in flight at once: 256.
  public var concurrency: Int
  /// The most calls a second; nil for no limit.
  public var rate: Double?

  /// Creates limits; each has a default.
  public init(concurrency: Int = 256, rate: Double? = nil) {
    self.concurrency = concurrency
    self.rate = rate
  }
}

/// How many calls may be in flight, and when the next one may leave.
///
/// A pure value. The window of calls in flight starts at ``firstWindow`` and grows by one for each answer. When the server
/// first pushes back, it is cut by 30 % (the factor of CUBIC, RFC 9438); from then on it grows by one a second.
struct CallWindow: Sendable {
  /// The calls in flight at the start.
  static let firstWindow = 16

  private let ceiling: Int
  /// The least time between two calls; nil for none.
  private let interval: Duration?
  private(set) var size: Int
  private(set) var inFlight = 0
  private var nextSlot = Duration.zero
  private var lastCut: Duration?
  private var lastGrowth = Duration.zero

  init(_ pacing: CallPacing) {
    ceiling = max(1, pacing.concurrency)
    interval = pacing.rate.map { .seconds(clamping: 1 / $0) }
    size = min(ceiling, Self.firstWindow)
  }

  /// Whether another call may be in flight.
  var hasRoom: Bool { inFlight < size }

  /// The time until the next call may leave.
  func wait(now: Duration) -> Duration {
    interval == nil ? .zero : max(.zero, nextSlot - now)
  }

  /// A call leaves.
  mutating func enter(now: Duration) {
    inFlight += 1
    if let interval { nextSlot = max(now, nextSlot) + interval }
  }

  /// What the end of a call says about the server.
  enum End {
    /// The server took the call.
    case answered
    /// The server refused the call as one too many, or did not answer in time; with the time when it left. Of the calls that were
    /// in flight together only the first counts.
    case pushedBack(sent: Duration)
    /// Nothing: the call was not sent, or its connection broke.
    case unknown
  }

  /// A call is over.
  mutating func leave(_ end: End, now: Duration) {
    inFlight -= 1
    switch end {
    case .answered where lastCut == nil || now - lastGrowth >= .seconds(1):
      size = min(ceiling, size + 1)
      lastGrowth = now
    case .pushedBack(let sent) where lastCut.map { sent >= $0 } ?? true:
      size = max(1, size * 7 / 10)
      lastCut = now
      lastGrowth = now
    default: break
    }
  }
}
