import HTTPMessages

/// An error in a call to Google, or on the way to one.
public struct DriveError: Error, Sendable, CustomStringConvertible {
  /// A stable name to switch on, such as `drive.not-found`.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name in lower case, with its family before the dot.
    public let rawValue: String

    /// Creates a code from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The kind of error.
  public let code: Code
  /// What happened and where, as a sentence.
  public let message: String
  /// What to do, as a sentence; nil if the message says it.
  public let hint: String?
  /// The method and path of the request, without query; nil if none was meant to go out.
  public let request: String?
  /// The status of the answer; nil if there was none.
  public let status: Int?
  /// Google's own word for the reason, such as `rateLimitExceeded`; nil if it gave none.
  public let reason: String?
  /// The underlying error, in the words of the server or library that reported it.
  public let cause: String?

  /// Creates an error from its parts.
  public init(
    _ code: Code, _ message: String, hint: String? = nil, request: String? = nil, status: Int? = nil,
    reason: String? = nil, cause: String? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.request = request
    self.status = status
    self.reason = reason
    self.cause = cause
  }

  /// Whether the call may have been carried out: no answer came, or one that is not Google's, or Google failed.
  var mayHaveBeenDone: Bool {
    let lost = [TransportError.Code.timeout, .connectionLost].map { Code($0) }
    return code == .server || code == .badAnswer || lost.contains(code)
  }

  /// The error in one line: what happened, what to do, and then the machine's part.
  public var description: String {
    var parts: [String] = [message]
    if let hint { parts.append(hint) }
    let machine = [request, status.map { "status \($0)" }, reason, cause].compactMap(\.self)
    if !machine.isEmpty { parts.append("(\(machine.joined(separator: ", ")))") }
    return parts.joined(separator: " ")
  }
}
