import Basics
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
  /// An answer of JSON.
  static func json(_ json: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
    .json(json.compactUTF8, status: status)
  }

  /// An answer of bytes that are JSON.
  static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
    if status == .ok { headers[.eTag] = EntityTag.tag(of: bytes) }
    return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }
}
