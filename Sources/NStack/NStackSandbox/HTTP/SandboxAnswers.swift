import Basics
import CZlib
import HTTPTypes
import Hummingbird
import NIOCore
import SystemCrypto

extension Response {
  static func json(_ json: JSONValue, status: Int = 200) -> Response { .json(json.compactUTF8, status: status) }

  static func json(_ bytes: [UInt8], status: Int = 200) -> Response {
    var headers: HTTPFields = [.contentType: "application/json; charset=utf-8"]
    if status == 200 { headers[.eTag] = EntityTag.tag(of: bytes) }
    return Response(
      status: .init(code: status), headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
  }

  static func message(_ text: String) -> Response { .json(["message": text]) }
}

struct SandboxRefusal: Error {
  let status: Int
  let message: String
  var errors: [(field: String, message: String)] = []
  var headers: HTTPFields = [:]

  init(_ status: Int, _ message: String, headers: HTTPFields = [:]) {
    (self.status, self.message, self.headers) = (status, message, headers)
  }

  /// The refusal of a request with at least one wrong field.
  init(fields: [(field: String, message: String)]) {
    self.init(
      412, fields.count == 1 ? fields[0].message : "Multiple validation rules failed. See \"errors\" for more details.")
    errors = fields
  }

  init(_ error: any Error) {
    switch error {
    case let refusal as SandboxRefusal: self = refusal
    case is NIOTooManyBytesError: self.init(413, "The body has more than \(FormFields.maximumBodySize) bytes.")
    case let error as HTTPError: self.init(error.status.code, error.body ?? error.status.reasonPhrase)
    default: self.init(500, "\(error)")
    }
  }

  /// The framework's own form: `message`, the status as `code`, and `errors` if fields are wrong.
  var response: Response {
    var json: JSONValue = ["message": message, "code": status]
    if !errors.isEmpty { json = json.with(["errors": JSONValue.object(errors.map { ($0.field, [$0.message].json) })]) }
    var response = Response.json(json, status: status)
    response.headers.append(contentsOf: headers)
    return response
  }
}

extension Scenario {
  func identifier(_ number: Int) -> JSONValue { has(.stringIdentifiers) ? .string("\(number)") : .integer(number) }

  var notFound: SandboxRefusal { SandboxRefusal(has(.notFound404) ? 404 : 445, "Entity not found") }
}

/// Entity tags: what identifies an answer's bytes in `ETag`.
enum EntityTag {
  /// A strong tag that stays the same as long as the bytes do, from one start to the next.
  static func tag(of bytes: [UInt8]) -> String { "\"\(HexDigit.text(of: MessageDigest.sha256(bytes).prefix(16)))\"" }

  /// Whether the value of `If-None-Match` names a tag; weak and strong ones are the same here. Source: RFC 9110,
  /// 13.1.2.
  static func list(_ list: String, holds tag: String) -> Bool {
    // Our own tags contain no comma.
    list.split(separator: ",").contains { entry in
      let entry = entry.drop { $0 == " " }.prefix { $0 != " " }
      return entry == "*" || opaque(entry) == opaque(tag[...])
    }
  }

  static func weak(_ tag: String) -> String { tag.hasPrefix("W/") ? tag : "W/" + tag }

  private static func opaque(_ tag: Substring) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag }
}

/// A body in the form that `Content-Encoding: gzip` names. Source: RFC 1952.
enum Gzip {
  /// All of the bytes, compressed; nil if zlib gets no memory.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // nginx's default level: compressing a large resource must not take longer than sending it over loopback.
    guard nstack_deflate_init_gzip(&stream, Z_BEST_SPEED) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    guard let size = UInt32(exactly: bytes.count), let room = UInt32(exactly: deflateBound(&stream, UInt(size))) else {
      return nil
    }
    var source = bytes
    return source.withUnsafeMutableBufferPointer { source in
      let compressed = [UInt8](unsafeUninitializedCapacity: Int(room)) { target, count in
        stream.next_in = source.baseAddress
        stream.avail_in = size
        stream.next_out = target.baseAddress
        stream.avail_out = room
        count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(room - stream.avail_out) : 0
      }
      return compressed.isEmpty ? nil : compressed
    }
  }

  /// Whether a value of `Accept-Encoding` takes gzip. Source: RFC 9110, 12.5.3.
  static func isAccepted(_ header: String?) -> Bool {
    var weights: [String: Double] = [:]
    for coding in (header ?? "").lowercased().split(separator: ",") {
      let fields = coding.split(separator: ";").map { $0.filter { $0 != " " } }
      let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.map { Double($0.dropFirst(2)) ?? 0 }
      if let name = fields.first { weights[name] = weight ?? 1 }
    }
    return weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0 > 0
  }
}
