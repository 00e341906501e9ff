import Basics

/// A resumable upload.
struct UploadSession: Sendable {
  /// Chunks before the last one are multiples of this.
  static let unit = 256 << 10

  /// The request that began it, without its body.
  let request: StandInRequest
  let requester: Requester
  /// The file that gets new bytes; nil for a new one.
  let fileID: String?
  let metadata: JSONValue
  let type: String?
  var total: Int?
  var received: [UInt8] = []
  /// The answer to the last chunk, which is given again when the client asks.
  var answer: StandInResponse?

  /// Where the client is to go on.
  var progress: StandInResponse { Self.progress(received.count) }

  /// The answer that so many bytes arrived.
  static func progress(_ count: Int) -> StandInResponse {
    StandInResponse(status: 308, headers: count == 0 ? [:] : ["Range": "bytes=0-\(count - 1)"])
  }

  /// Takes the total that a request names, if no other is known.
  mutating func expect(_ total: Int?) throws(DriveRefusal) {
    guard let total else { return }
    guard self.total == nil || self.total == total else {
      throw .badRequest("The size of the file is not the one that was announced.")
    }
    self.total = total
  }

  /// Adds a chunk.
  ///
  /// - Parameter limit: How many of its bytes are kept at most.
  mutating func add(_ chunk: [UInt8], at range: ContentRange, limit: Int?) throws(DriveRefusal) {
    try expect(range.total)
    guard let bytes = range.bytes, bytes.count == chunk.count else {
      throw .badRequest("The body has not as many bytes as Content-Range says.")
    }
    guard bytes.lowerBound <= received.count else {
      throw .badRequest("The chunk begins at \(bytes.lowerBound), after the \(received.count) bytes that arrived.")
    }
    let isLast = range.total == bytes.upperBound + 1
    guard isLast || chunk.count.isMultiple(of: Self.unit) else {
      throw .badRequest("A chunk before the last one must be a multiple of 262144 bytes.")
    }
    let known = received.count - bytes.lowerBound
    received += chunk.dropFirst(known).prefix(limit ?? chunk.count)
  }
}

/// The header `Content-Range` of a chunk: `bytes 0-9/20`, `bytes 0-9/*`, or `bytes */20` as a question.
struct ContentRange: Hashable, Sendable {
  /// The positions of the chunk's bytes; nil where the client asks what arrived.
  let bytes: ClosedRange<Int>?
  /// The size of the file; nil while the client does not know it.
  let total: Int?

  init(_ header: String) throws(DriveRefusal) {
    let refusal = DriveRefusal.badRequest("Failed to parse Content-Range header.")
    guard header.hasPrefix("bytes ") else { throw refusal }
    let parts = header.dropFirst("bytes ".count).split(separator: "/")
    guard parts.count == 2 else { throw refusal }
    total = parts[1] == "*" ? nil : Int(parts[1])
    if parts[1] != "*", total == nil { throw refusal }
    if parts[0] == "*" {
      bytes = nil
    } else {
      let ends = parts[0].split(separator: "-").compactMap { Int($0) }
      guard ends.count == 2, ends[0] <= ends[1], total.map({ ends[1] < $0 }) ?? true else { throw refusal }
      bytes = ends[0]...ends[1]
    }
  }
}

/// A body of `multipart/related`: metadata, then media.
///
/// Source: RFC 2387 and RFC 2046, section 5.1.
struct MultipartRelated: Sendable {
  struct Part: Sendable {
    let type: String
    let body: ArraySlice<UInt8>
  }

  let parts: [Part]

  init(_ body: [UInt8], contentType: String) throws(DriveRefusal) {
    guard contentType.lowercased().hasPrefix("multipart/related"),
      let boundary = Self.boundary(contentType), !boundary.isEmpty
    else { throw .badRequest("Missing end boundary in multipart body.") }
    var parts: [Part] = []
    let delimiter = Array("--\(boundary)".utf8)
    guard let first = body.firstRange(of: delimiter) else { throw .badRequest("Missing multipart boundary.") }
    var rest = body[first.upperBound...]
    while !rest.starts(with: "--".utf8) {
      // Google's own client ends its lines with a line feed alone.
      let isWindows = rest.starts(with: "\r\n".utf8)
      guard isWindows || rest.first == 10,
        let end = rest.firstRange(of: Array((isWindows ? "\r\n" : "\n").utf8) + delimiter)
      else { throw .badRequest("Missing end boundary in multipart body.") }
      parts.append(try Self.part(rest[..<end.lowerBound], lineEnd: Array((isWindows ? "\r\n" : "\n").utf8)))
      rest = rest[end.upperBound...]
    }
    self.parts = parts
  }

  private static func part(_ bytes: ArraySlice<UInt8>, lineEnd: [UInt8]) throws(DriveRefusal) -> Part {
    guard let end = bytes.firstRange(of: lineEnd + lineEnd) else { throw .badRequest("Malformed multipart body.") }
    var type = "text/plain"
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    // Google's own client folds a long header: its value is on the next line, after a space.
    let unfolded = head.replacing("\r\n", with: "\n").replacing("\n ", with: " ").replacing("\n\t", with: " ")
    for line in unfolded.split(separator: "\n") where line.lowercased().hasPrefix("content-type:") {
      type = String(line.drop { $0 != ":" }.dropFirst().drop { $0 == " " })
    }
    return Part(type: type, body: bytes[end.upperBound...])
  }

  private static func boundary(_ contentType: String) -> String? {
    for parameter in contentType.split(separator: ";").dropFirst() {
      let parameter = parameter.drop { $0 == " " }
      guard parameter.lowercased().hasPrefix("boundary=") else { continue }
      let value = parameter.dropFirst("boundary=".count)
      return value.hasPrefix("\"") ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
    }
    return nil
  }
}
