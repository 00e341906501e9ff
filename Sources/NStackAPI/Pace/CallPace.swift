import HTTPMessages

/// How fast calls may go out: a window of calls in flight and a rate. Both rise while the server answers, and fall when
/// it pushes back (additive increase, multiplicative decrease).
///
/// A pure value.
///
/// The window starts at ``firstWindow``. It grows by one for each answer until the server first pushes back, and from
/// then on by one for each window of answers. Each push back halves it.
///
/// The rate is unlimited until the server first refuses a call. Then it is what the server took in the last second. It
/// more than doubles each second until the next refusal cuts it by a quarter. From then on it is well known: a refusal
/// cuts it by 7 %, or by a quarter if refusals come within a second, and it grows by 30 % a second up to 85 % of the
/// rate that was refused, and by 3 % above that. It does not grow before the calls that were refused have had the time
/// to come back.
struct CallPace: Sendable {
  /// The calls in flight at the start.
  static let firstWindow = 16.0
  /// The time within which the first of the calls that were refused comes back.
  static let returnTime = Duration.milliseconds(600)

  private let ceiling: Double
  private let rateCeiling: Double?
  private(set) var window: Double
  private(set) var inFlight = 0
  /// The most calls a second; nil for no limit.
  private(set) var rate: Double?
  private var nextSlot = Duration.zero
  private var hasPushedBack = false
  private var refusals = 0
  private var lastRefusal: Duration?
  private var refusedRate = Double.infinity
  private var lastCut: Duration?
  private var lastGrowth = Duration.zero
  private var answers: [Duration] = []

  init(_ pacing: CallPacing) {
    ceiling = Double(max(1, pacing.concurrency))
    rateCeiling = pacing.rate
    rate = pacing.rate
    window = min(ceiling, Self.firstWindow)
  }

  /// Whether another call may be in flight.
  var hasPlace: Bool { inFlight < Int(window) }

  /// The time until the next call may go out.
  func wait(now: Duration) -> Duration {
    rate == nil ? .zero : max(.zero, nextSlot - now)
  }

  /// A call goes out.
  mutating func enter(now: Duration) {
    inFlight += 1
    if let rate { nextSlot = max(now, nextSlot) + .seconds(clamping: 1 / rate) }
  }

  /// Returns a place that was not used, or whose call ended without telling how busy the server is.
  mutating func leave() {
    inFlight -= 1
  }

  /// The server took a call.
  mutating func leaveAnswered(now: Duration) {
    inFlight -= 1
    window = min(ceiling, window + (hasPushedBack ? 1 / window : 1))
    answers.append(now)
    if answers.count > 4096 { answers.removeFirst(2048) }
    guard let rate, rateCeiling.map({ rate < $0 }) ?? true else { return }
    let elapsed = min(1, (now - lastGrowth).inSeconds)
    guard elapsed > 0 else { return }
    let growth = refusals == 1 ? 1.5 : rate < 0.85 * refusedRate ? 0.3 : 0.03
    let grown = rate * (1 + growth * elapsed)
    lastGrowth = now
    self.rate = min(grown, rateCeiling ?? grown)
  }

  /// The server refused a call as one too many, or did not answer in time.
  ///
  /// - Parameters:
  ///   - sent: When the call went out: calls that were out together when it pushed back count once.
  ///   - isRefusal: Whether the server said so itself.
  mutating func leavePushedBack(sent: Duration, now: Duration, isRefusal: Bool) {
    inFlight -= 1
    if let lastCut, sent < lastCut { return }
    lastCut = now
    window = max(1, (window / 2).rounded(.down))
    let answered = answers.count { $0 >= now - .seconds(1) }
    // A server that has taken no call yet has shown no rate. The calls that it refused come back later; that is enough.
    if isRefusal, rate != nil || answered > 0 {
      refusals += 1
      let took = 0.95 * Double(max(1, answered))
      let isSteep = refusals == 2 || lastRefusal.map { now - $0 < .seconds(1) } ?? false
      let cut = rate.map { $0 * (isSteep ? 0.75 : 0.93) } ?? took
      refusedRate = rate ?? .infinity
      lastRefusal = now
      rate = max(0.1, refusals == 1 ? min(cut, took) : cut)
      nextSlot = now + .seconds(clamping: 1 / (rate ?? 1))
      lastGrowth = now + Self.returnTime
    }
    hasPushedBack = true
  }
}
