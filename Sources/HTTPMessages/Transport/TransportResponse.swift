/// One HTTP answer. Its body is whole, or empty if it was passed on piece by piece; of a refusal that came instead of such a body
/// there is at most one megabyte.
public struct TransportResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers in order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Creates an answer from its parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the body is content of a file, which may be passed on piece by piece.
  package var isPassedOn: Bool { status == 200 || status == 206 }

  /// The value of a header, its name compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}
