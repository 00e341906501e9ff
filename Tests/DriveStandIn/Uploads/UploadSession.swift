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
  mutating func take(_ chunk: [UInt8], at range: ContentRange, limit: Int?) throws(DriveRefusal) {
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
