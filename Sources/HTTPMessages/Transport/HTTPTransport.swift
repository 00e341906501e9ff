/// What a client needs from an HTTP library: it sends a request and returns the answer. It follows no redirect and repeats
/// nothing.
public protocol HTTPTransport: Sendable {
  /// Sends a request and waits for the whole answer.
  ///
  /// - Throws: ``TransportError`` with the code ``TransportError/Code/unreachable``, `tls`, `timeout`, `connectionLost` or
  ///   `tooLarge`. Its ``TransportError/delivery`` says what is known of the request.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

  /// The numeric addresses that this transport would connect to for a URL; empty if it cannot know them, as with a proxy.
  func addresses(of url: String) async -> [String]
}

extension HTTPTransport {
  /// No addresses, for transports that cannot know them.
  public func addresses(of url: String) async -> [String] { [] }
}

extension HTTPTransport {
  /// Sends a request. If there is a stop signal, it cancels the request.
  package func send(
    _ request: TransportRequest, cutBy stop: StopSignal?
  ) async throws(TransportError) -> TransportResponse {
    guard let stop else { return try await send(request) }
    do {
      return try await stop.cutting { try await send(request) }
    } catch let error as TransportError {
      throw error
    } catch {
      throw TransportError(.cancelled, delivery: .inDoubt, request: request.method, message: "the call was cancelled")
    }
  }
}
