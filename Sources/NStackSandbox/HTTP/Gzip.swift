import CZlib

/// A body in the form that `Content-Encoding: gzip` names.
///
/// Source: RFC 1952.
enum Gzip {
  /// All of the bytes, compressed; nil if zlib gets no memory.
  static func compress(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // The level of nginx: to compress a large resource must not take longer than to send it over loopback.
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

  /// Whether a value of `Accept-Encoding` takes gzip.
  ///
  /// Source: RFC 9110, 12.5.3.
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
