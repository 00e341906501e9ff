import HTTPTypes
import Hummingbird
import NIOCore

/// Compresses answers for clients that accept gzip, as the servers in front of PHP do.
///
/// The channel handler of swift-nio-extras is not used: it traps on the answer to a request that could not be parsed.
struct CompressesAnswers: RouterMiddleware {
  typealias Context = BasicRequestContext

  /// The smallest body that is compressed.
  private static let minimumSize = 256

  /// Whether answers are compressed at all.
  let isOn: Bool

  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    guard isOn else { return response }
    response.headers[.vary] = "Accept-Encoding"
    guard request.method != .head, Gzip.isAccepted(request.headers[.acceptEncoding]),
      let size = response.body.contentLength, size >= Self.minimumSize
    else { return response }
    let body = CollectedBody()
    try await response.body.write(body)
    guard let compressed = Gzip.compress(body.bytes) else {
      response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: body.bytes))
      return response
    }
    response.headers[.contentEncoding] = "gzip"
    // The bytes differ while the text is the same, so the tag must be weak.
    response.headers[.eTag] = response.headers[.eTag].map { EntityTag.weak($0) }
    response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: compressed))
    return response
  }
}

/// Collects the bytes of a body.
private final class CollectedBody: ResponseBodyWriter {
  private(set) var bytes: [UInt8] = []

  func write(_ buffer: ByteBuffer) {
    bytes.append(contentsOf: buffer.readableBytesView)
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) {}
}
