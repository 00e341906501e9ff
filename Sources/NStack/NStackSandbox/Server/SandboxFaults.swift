import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Makes requests fail on purpose. Of several faults that match a request the first one applies.
final class SandboxFaults: Sendable {
  private struct BrokenOnPurpose: Error {}

  private let faults: [SandboxFault]
  private let counts: Mutex<[Int]>

  init(_ faults: [SandboxFault]) {
    self.faults = faults
    counts = Mutex(faults.map { _ in 0 })
  }

  func apply(to request: Request, _ next: (Request) async throws -> Response) async throws -> Response {
    let (method, path) = (request.method.rawValue, request.uri.path)
    let counted = faults.indices.filter { faults[$0].counts(method: method, path: path) }
    let numbers = counts.withLock { counts in
      for index in counted { counts[index] += 1 }
      return counts
    }
    guard let index = counted.first(where: { faults[$0].isMeant(numbers[$0]) }) else { return try await next(request) }
    switch faults[index].action {
    case .refuse(let status, let headers, let body): return Self.response(status, headers, body)
    case .breakConnection: return Self.broken(after: "")
    case .applyLate(let delay):
      try await Task.sleep(for: delay)
      return try await next(request)
    case .answer(let status, let headers, let body):
      _ = try await next(request)
      return Self.response(status, headers, body)
    case .answerLate(let delay):
      let response = try await next(request)
      try await Task.sleep(for: delay)
      return response
    case .breakAnswer:
      _ = try await next(request)
      return Self.broken(after: #"{"data":{"id":"#)
    }
  }

  private static func response(_ status: Int, _ headers: [(name: String, value: String)], _ body: String) -> Response {
    var fields = HTTPFields()
    for header in headers {
      if let name = HTTPField.Name(header.name) { fields.append(HTTPField(name: name, value: header.value)) }
    }
    return Response(
      status: .init(code: status), headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(string: body)))
  }

  private static func broken(after start: String) -> Response {
    Response(
      status: .created,
      body: ResponseBody(contentLength: 1000) { writer in
        try await writer.write(ByteBuffer(string: start))
        throw BrokenOnPurpose()
      })
  }
}
