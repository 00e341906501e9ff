/// One HTTP request, with the bounds of its exchange.
///
/// It is a type of its own, and not the `HTTPRequest` of swift-http-types: that one takes the URL apart, where the client
/// sends it byte for byte, has no body, and does not say how long and how large the answer may be. The name leaves that of
/// swift-http-types free for programs that use both.
public struct NStackRequest: Sendable {
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

  /// Makes a request of its fields.
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

/// One HTTP answer with its whole body.
public struct NStackResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers in order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Makes an answer of its fields.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The value of a header, its name compared without case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// The one thing that the client asks of an HTTP library: send a request, give the answer. It follows no redirect and
/// repeats nothing.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``NStackError`` with ``NStackError/Code/unreachable``, `tls`, `timeout`, `connectionLost` or `tooLarge`,
  ///   its ``NStackError/delivery`` set to what is known of the request.
  func send(_ request: NStackRequest) async throws(NStackError) -> NStackResponse

  /// The numeric addresses to which this transport would connect for a host's name; empty where it cannot know them, as
  /// behind a proxy.
  func addresses(of url: String) async -> [String]
}

extension HTTPTransport {
  /// None are known.
  public func addresses(of url: String) async -> [String] { [] }
}

extension HTTPTransport {
  /// Sends a request that the stop cancels, where there is one.
  func send(_ request: NStackRequest, cutBy stop: StopSignal?) async throws(NStackError) -> NStackResponse {
    guard let stop else { return try await send(request) }
    do {
      return try await stop.cutting { try await send(request) }
    } catch let error as NStackError {
      throw error
    } catch {
      throw NStackError(.cancelled, delivery: .inDoubt, request: request.method, message: "the call was cancelled")
    }
  }
}
