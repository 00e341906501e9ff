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
