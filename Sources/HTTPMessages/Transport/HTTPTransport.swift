/// What a client needs from an HTTP library: it sends a request and returns the answer. It follows no redirect and repeats
/// nothing.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``TransportError`` with the code ``TransportError/Code/unreachable``, `tls`, `timeout`, `connectionLost` or
  ///   `tooLarge`. Its ``TransportError/delivery`` says what is known of the request.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// Sends a request, and passes the body of an answer with the status 200 or 206 on piece by piece, so that no file is held
  /// in memory. The answer that is returned then has no body. Any other answer has its body, and nothing is passed on.
  ///
  /// - Parameters:
  ///   - request: What is sent.
  ///   - take: Takes the next piece, and says whether it wants more.
  /// - Throws: As ``send(_:)``; `cancelled` if no more was wanted.
  func send(
    _ request: TransportRequest, passing take: @escaping @Sendable (_ piece: [UInt8]) -> Bool
  ) async throws(TransportError) -> TransportResponse

  /// The numeric addresses that this transport would connect to for a URL; empty if it cannot know them, as with a proxy.
  func addresses(of url: String) async -> [String]
}

extension HTTPTransport {
  /// Sends a request and passes its whole body on as one piece, for transports that hold their answers.
  public func send(
    _ request: TransportRequest, passing take: @escaping @Sendable (_ piece: [UInt8]) -> Bool
  ) async throws(TransportError) -> TransportResponse {
    var response = try await send(request)
    guard response.isPassedOn else { return response }
    let wantsMore = take(response.body)
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
  /// Sends a request. If there is a stop signal, it cancels the request.
  package func send(
    _ request: TransportRequest, cutBy stop: StopSignal?
  ) async throws(TransportError) -> TransportResponse {
    try await cutting(stop) { try await send(request) }
  }

  /// Sends a request and passes its body on. If there is a stop signal, it cancels the request.
  package func send(
    _ request: TransportRequest, cutBy stop: StopSignal?, passing take: @escaping @Sendable (_ piece: [UInt8]) -> Bool
  ) async throws(TransportError) -> TransportResponse {
    try await cutting(stop) { try await send(request, passing: take) }
  }

  private func cutting(
    _ stop: StopSignal?, _ operation: @escaping @Sendable () async throws -> TransportResponse
  ) async throws(TransportError) -> TransportResponse {
    do {
      guard let stop else { return try await operation() }
      return try await stop.cutting(operation)
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.cancelled, delivery: .inDoubt, request: "transport", message: "the call was cancelled")
    }
  }
}
