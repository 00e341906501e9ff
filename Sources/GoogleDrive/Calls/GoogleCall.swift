import HTTPMessages

/// One call: what is sent, and its name in messages.
struct GoogleCall: Sendable {
  var method: String
  /// The absolute URL with its query.
  var url: String
  /// The method and the path without ids and query.
  var label: String
  /// What it is about, such as `the file "review.xlsx"`.
  var subject: String
  var headers: [(name: String, value: String)] = []
  var body: [UInt8]?
  /// Whether the same call may be sent again although it may have been carried out.
  var isRepeatable = false
  /// Whether the URL came from Google, which may name hosts that get no token.
  var isGiven = false
  /// Whether the same call is sent again after Google took no more calls for a while. Not if something must be looked at first.
  var waitsForRate = true
  /// Statuses that are answers for the caller, and not errors.
  var answers: Set<Int> = []
  /// The most bytes of the answer.
  var answerSize = 16 << 20
  /// The longest time for the whole exchange.
  var timeout = Duration.seconds(60)
  /// Takes the body of an answer piece by piece; nil if the answer holds it.
  var take: (@Sendable (_ piece: [UInt8]) -> Bool)?
  /// Called before each attempt.
  var onAttempt: (@Sendable () -> Void)?
}
