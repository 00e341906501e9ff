/// What goes wrong, with which calls.
struct FaultRule: Sendable, CustomStringConvertible {
  /// What happens to a call.
  enum Action: Sendable {
    /// No connection: nothing arrives.
    case unreachable
    /// The connection breaks before the request is whole: nothing is carried out.
    case resetInRequest
    /// The server answers without doing anything.
    case status(Int, headers: [(name: String, value: String)] = [], body: String = #"{"message":"no"}"#)
    /// Nothing is carried out, and no answer comes.
    case stall
    /// It is carried out, and no answer comes.
    case applyThenStall
    /// No answer comes, and it is carried out some seconds after it arrived.
    case applyLate(Double)
    /// It is carried out, and the connection breaks before the answer is whole.
    case applyThenReset
    /// It is carried out, and the answer's body ends after some bytes.
    case truncate(Int)
    /// It is carried out, and answered with this instead.
    case answer(status: Int, body: String, headers: [(name: String, value: String)] = [])
    /// It is carried out, and the answer is about another text.
    case wrongEcho
    /// Somebody else with this guid writes a value for the text first.
    case mutateBefore(guid: String, value: String)
    /// The program dies when the request has arrived, or when it was carried out.
    case die(afterApplying: Bool)
    /// It takes some seconds.
    case delay(Double)
  }

  /// The method; nil for all.
  var method: String?
  /// The key; nil for all.
  var key: String?
  /// Which of the calls that fit, counted from zero; nil for all.
  var nth: Int?
  /// Every so many calls that fit.
  var every: Int?
  var probability = 1.0
  /// How often it happens at most.
  var most = Int.max
  var action: Action

  var description: String {
    "\(method ?? "any") \(key ?? "any") nth \(nth.map(String.init) ?? "-") every \(every.map(String.init) ?? "-") "
      + "p \(probability) most \(most): \(action)"
  }
}
