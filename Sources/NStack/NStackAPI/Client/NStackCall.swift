import Basics
public import HTTPMessages
import Resources

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One call to a service: what is sent, and how its answer is read. It is a value, and ``NStackClient/answer(to:retries:pace:)``
/// sends it.
///
/// The client adds the credentials, and paces and repeats the call as it does its own.
public struct NStackCall<Answer: Sendable>: Sendable {
  /// The method.
  package var method: CallMethod
  /// The service. Its address comes from the client's configuration.
  package var service: HostService
  /// The path below the service's address.
  package var path: CallPath
  /// The query, in order.
  package var query: [(name: String, value: String)]
  /// The body; nil for none.
  package var body: CallBody?
  /// Headers of this call. They replace the client's own of the same name, such as `Accept`.
  ///
  /// Headers of the connection, and those with the credentials, are the client's alone. A call with one of them is not sent.
  package var headers: [(name: String, value: String)]
  /// Statuses besides success that are answers and not errors.
  package var answeringStatuses: Set<Int> = []
  let reading: @Sendable (TransportResponse) throws -> Answer

  /// Creates a call whose answer a function reads.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path below the service's address.
  ///   - service: The service that is called.
  ///   - query: The parameters of the query, not percent-encoded.
  ///   - body: The body; nil for none.
  ///   - headers: Headers besides the client's own.
  ///   - reading: Reads the answer. What it throws becomes `badBody`, with the beginning of the answer.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api, query: [(name: String, value: String)] = [],
    body: CallBody? = nil, headers: [(name: String, value: String)] = [],
    reading: @escaping @Sendable (NStackResponse) throws -> Answer
  ) {
    (self.method, self.service, self.path, self.query, self.body) = (method, service, path, query, body)
    (self.headers, self.reading) = (headers, reading)
  }
}

/// How often a call is sent if it fails.
public enum CallRetries: Hashable, Sendable {
  /// As the client's policy says.
  case standard
  /// Once: the first answer or failure is the result.
  case none
}

/// When a call is sent.
public enum CallPace: Hashable, Sendable {
  /// In its turn, and after any pause that the server asked for.
  case standard
  /// At once, before all calls that wait. While the server asks for a pause, or after too many failures in a row, the call fails
  /// and is not sent.
  case none
}

/// The methods of calls. Only `GET` counts as reading, and is repeated after any transient failure.
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

/// The body of a call, with its content type.
public struct CallBody: Sendable {
  let contentType: String
  let bytes: [UInt8]

  /// A form. Names and values arrive as they are, whatever characters they have.
  public static func form(_ fields: [(name: String, value: String)]) -> CallBody {
    CallBody(contentType: "application/x-www-form-urlencoded", bytes: Array(FormEncoding.encode(fields).utf8))
  }

  /// JSON, with the members of each object in the order of their names.
  ///
  /// - Throws: `configuration` if the value cannot be written as JSON, such as a number that is not finite.
  public static func json(_ value: some Encodable) throws(NStackError) -> CallBody {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return CallBody(contentType: "application/json", bytes: Array(try encoder.encode(value))) } catch {
      throw .unusableCall("the body cannot be written as JSON")
    }
  }
}

// MARK: - How answers are read

extension NStackCall where Answer: Decodable {
  /// Creates a call whose answer is JSON: the member `data` of an object, as NStack's are, or anything else.
  ///
  /// An object with `data` that says that the call failed is an error, whatever its status. So is one page of several, because
  /// it would be taken for the whole list. Of an answer that is not wrapped, only headers such as `Link` say so.
  ///
  /// - Parameters:
  ///   - method: The method of the request.
  ///   - path: The path below the service's address.
  ///   - service: The service that is called.
  ///   - query: The parameters of the query, not percent-encoded.
  ///   - body: The body; nil for none.
  ///   - headers: Headers besides the client's own.
  ///   - isWrapped: Whether the answer is in the member `data`. Otherwise the whole JSON is the answer.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api, query: [(name: String, value: String)] = [],
    body: CallBody? = nil, headers: [(name: String, value: String)] = [], isWrapped: Bool = true
  ) {
    self.init(method, path, of: service, query: query, body: body, headers: headers) { response in
      var paging =
        isWrapped ? try JSONAnswer.read(Envelope<AnyContent>.self, from: response.body).paging : PagingShape()
      paging.add(headersOf: response)
      guard !paging.continues else {
        throw JSONAnswer.Mismatch(.sense("it is one page of several, and this call reads only one"))
      }
      let body = Data(response.body)
      guard isWrapped else { return try JSONDecoder().decode(Answer.self, from: body) }
      return try JSONDecoder().decode(DataMember<Answer>.self, from: body).data
    }
  }
}

extension NStackCall where Answer == Void {
  /// Creates a call whose answer does not matter beyond its status.
  public init(
    _ method: CallMethod, _ path: CallPath, of service: HostService = .api, query: [(name: String, value: String)] = [],
    body: CallBody? = nil, headers: [(name: String, value: String)] = []
  ) { self.init(method, path, of: service, query: query, body: body, headers: headers) { _ in } }
}

private struct DataMember<Content: Decodable>: Decodable { let data: Content }
