public import HTTPMessages

/// One call to a service: what is sent, and how its answer is read. It is a value, and ``NStackClient/answer(to:)`` sends it.
///
/// The client adds the credentials, and paces and repeats the call as it does its own.
public struct NStackCall<Answer: Sendable>: Sendable {
  /// The method.
  public var method: CallMethod
  /// The service. Its address comes from the client's configuration.
  public var service: HostService
  /// The path below the service's address.
  public var path: CallPath
  /// The query, in order.
  public var query: [(name: String, value: String)]
  /// The body; nil for none.
  public var body: CallBody?
  /// Headers of this call. They replace the client's own of the same name, such as `Accept`.
  ///
  /// Headers of the connection, and those with the credentials, are the client's alone. With one of them the call is not sent.
  public var headers: [(name: String, value: String)]
  /// Statuses that are answers to read, and not errors, besides success.
  public var answeringStatuses: Set<Int> = []
  let reading: @Sendable (TransportResponse) throws -> Answer

  /// Creates a call whose answer a function reads.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - path: The path below the service's address.
  ///   - service: The service.
  ///   - query: The query, in order.
  ///   - body: The body; nil for none.
  ///   - headers: Headers of this call; see ``headers``.
  ///   - reading: Reads the answer. What it throws becomes `badBody`, with the beginning of the answer.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api,
    query: [(name: String, value: String)] = [], body: CallBody? = nil,
    headers: [(name: String, value: String)] = [],
    reading: @escaping @Sendable (NStackResponse) throws -> Answer
  ) {
    self.method = method
    self.service = service
    self.path = path
    self.query = query
    self.body = body
    self.headers = headers
    self.reading = reading
  }
}

/// The methods of calls. Only `GET` counts as reading, and is repeated after any failure that may pass.
public enum CallMethod: String, Hashable, Sendable {
  /// Reads.
  case get = "GET"
  /// Writes something new.
  case post = "POST"
  /// Replaces.
  case put = "PUT"
  /// Changes a part.
  case patch = "PATCH"
  /// Deletes.
  case delete = "DELETE"
}
