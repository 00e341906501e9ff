import Basics

/// What a client needs from an HTTP library: it sends a request and returns the answer. It follows no redirect and repeats
/// nothing.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``TransportError`` with the code `TransportError.Code.unreachable`, `tls`, `timeout`, `connectionLost` or
  ///   `tooLarge`. Its ``TransportError/delivery`` says what is known of the request.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Sends a request, and passes the body of an answer with the status 200 or 206 on piece by piece, so that no file is held
  /// in memory. The answer that is returned then has no body. Any other answer has its body, and nothing is passed on.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - consume: Consumes the next piece, and returns whether it wants more.
  /// - Throws: As ``send(_:)``; `cancelled` if no more was wanted.
  func send(_ request: TransportRequest, passing consume: @escaping @Sendable (_ piece: [UInt8]) -> Bool)
    async throws(TransportError) -> TransportResponse

  /// The numeric addresses that this transport would connect to for a URL; empty if it cannot know them, as with a proxy.
  func addresses(of url: String) async -> [String]
}

extension HTTPTransport {
  /// Sends a request and passes its whole body on as one piece, for transports that keep whole answers in memory.
  public func send(_ request: TransportRequest, passing consume: @escaping @Sendable (_ piece: [UInt8]) -> Bool)
    async throws(TransportError) -> TransportResponse
  {
    var response = try await send(request)
    guard response.isPassedOn else { return response }
    let wantsMore = consume(response.body)
    response.body = []
    guard wantsMore else {
      throw TransportError(
        .cancelled, delivery: .definite, request: request.method, message: "the rest of the answer is not wanted")
    }
    return response
  }

  /// No addresses, for transports that cannot know them.
  public func addresses(of url: String) async -> [String] { [] }
}

extension HTTPTransport {
  /// Sends a request, and passes its body on if there is a consumer.
  func result(
    of request: TransportRequest, cutBy stop: StopSignal?, passing consume: (@Sendable (_ piece: [UInt8]) -> Bool)?
  ) async -> Result<TransportResponse, TransportError> {
    let operation = { @Sendable in
      if let consume { try await send(request, passing: consume) } else { try await send(request) }
    }
    do {
      guard let stop else { return .success(try await operation()) }
      return .success(try await stop.cutting(operation))
    } catch let error as TransportError { return .failure(error) } catch {
      return .failure(
        TransportError(.cancelled, delivery: .unconfirmed, request: "transport", message: "the call was cancelled"))
    }
  }
}

/// One HTTP request, with the bounds of its exchange.
///
/// It is a type of its own, and not the `HTTPRequest` of swift-http-types: that type splits the URL, which must be sent
/// byte for byte, has no body, and has no limits of time and size. The name leaves that of swift-http-types free for
/// programs that use both.
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
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.maximumResponseSize, self.timeout) = (maximumResponseSize, timeout)
  }

  /// Refuses a request with a line break in its method or a header, which would begin another header.
  package func requireLines() throws(TransportError) {
    func isLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 } }
    guard isLine(method), headers.allSatisfy({ isLine($0.name) && isLine($0.value) }) else {
      throw .unusable("a header of the request has a line break", request: method)
    }
  }
}

/// One HTTP answer. Its body is complete, or empty if it was passed on piece by piece. If an error answer came instead of such
/// a body, at most one megabyte of it is kept.
public struct TransportResponse: Sendable {
  /// The status.
  public var status: Int
  /// The headers in order.
  public var headers: [(name: String, value: String)]
  /// The body.
  public var body: [UInt8]

  /// Creates an answer from its parts.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  /// Whether the body is a file's content, which may be passed on piece by piece.
  package var isPassedOn: Bool { status == 200 || status == 206 }

  /// The value of a header, its name compared without case.
  public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

  /// How long the server asks to wait (`Retry-After`), at most 100 years; nil if it does not. A date is relative to the
  /// server's own time if the answer gives that, otherwise to this machine's, which may be wrong.
  package func retryAfter(now: Double) -> Duration? {
    guard let text = header("Retry-After") else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit) { return Double(text).map { .seconds(clamping: $0) } }
    let time = header("Date").flatMap(HTTPDate.secondsSince1970) ?? now
    return HTTPDate.secondsSince1970(text).map { .seconds(clamping: $0 - time) }
  }
}
