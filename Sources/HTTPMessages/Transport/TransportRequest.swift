/// One HTTP request, with the bounds of its exchange.
///
/// It is a type of its own, and not the `HTTPRequest` of swift-http-types: that one takes the URL apart, where a client
/// sends it byte for byte, has no body, and does not say how long and how large the answer may be. The name leaves that of
/// swift-http-types free for programs that use both.
public struct TransportRequest: Sendable {
  /// The method, in capitals.
  public var method: String
  /// The absolute URL.
  public var url: String
  /// The headers in order.
  public var headers: [(name: String, value: String)]
  /// The body; nil for none.
  public var body: [UInt8]?
  /// The most bytes that the answer's body may have.
  public var maximumResponseSize: Int
  /// The longest time that the whole exchange may take.
  public var timeout: Duration

  /// Creates a request from its parts.
  public init(
    method: String, url: String, headers: [(name: String, value: String)] = [], body: [UInt8]? = nil,
    maximumResponseSize: Int, timeout: Duration
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.maximumResponseSize = maximumResponseSize
    self.timeout = timeout
  }
}
