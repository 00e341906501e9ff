import HTTPTypes
import Hummingbird
import Synchronization

/// Lets requests meet the faults that the configuration names; the first that means a request is its fate.
final class InjectsFaults: RouterMiddleware {
  typealias Context = BasicRequestContext

  private struct BrokenOnPurpose: Error {}

  private let faults: [SandboxFault]
  private let counts = Mutex<[String: Int]>([:])

  init(_ faults: [SandboxFault]) {
    self.faults = faults
  }

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    let method = request.method.rawValue
    let number = counts.withLock { counts in
      counts[method, default: 0] += 1
      return counts[method, default: 0]
    }
    guard let fault = faults.first(where: { $0.method == method && $0.isMeant(number) }) else {
      return try await next(request, context)
    }
    switch fault.action {
    case .refuse(let status, let headers, let body):
      return Self.response(status, headers, body)
    case .breakConnection:
      return Self.broken(after: "")
    case .applyLate(let seconds):
      try await Task.sleep(for: .seconds(seconds))
      return try await next(request, context)
    case .answer(let status, let headers, let body):
      _ = try await next(request, context)
      return Self.response(status, headers, body)
    case .answerLate(let seconds):
      let response = try await next(request, context)
      try await Task.sleep(for: .seconds(seconds))
      return response
    case .breakAnswer:
      _ = try await next(request, context)
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
