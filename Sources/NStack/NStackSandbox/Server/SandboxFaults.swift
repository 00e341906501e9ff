import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Makes requests fail on purpose.
final class SandboxFaults: Sendable {
  private let faults: [Scenario.Fault]
  private let counts: Mutex<[Int]>

  init(_ faults: [Scenario.Fault]) {
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
    let fault = faults[index]
    try await Task.sleep(for: .seconds(fault.applyLate))
    let isCarriedOut = fault.applied || !fault.breaks && fault.status == nil
    let response = isCarriedOut ? try await next(request) : Response(status: .ok)
    try await Task.sleep(for: .seconds(fault.late))
    if fault.breaks { return Self.broken(after: isCarriedOut ? #"{"data":{"id":"# : "") }
    guard let status = fault.status else { return response }
    var headers = HTTPFields()
    for (name, value) in fault.headers {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    return Response(
      status: .init(code: status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: fault.body)))
  }

  private static func broken(after start: String) -> Response {
    Response(
      status: .created,
      body: ResponseBody(contentLength: 1000) { writer in
        try await writer.write(ByteBuffer(string: start))
        throw SandboxRefusal(500, "broken on purpose")
      })
  }
}
