import Basics

struct UploadSession: Sendable {
  /// Pieces before the last one are multiples of this.
  static let unit = 256 << 10

  /// The request that began it, without its body.
  let request: StandInRequest
  let requester: Requester
  /// The file that gets new bytes; nil for a new one.
  let fileID: String?
  let metadata: JSONValue
  /// The size that was announced.
  let total: Int
  var received: [UInt8] = []
  /// The answer to the last piece, which is given again when the client asks.
  var answer: StandInResponse?

  /// The answer that so many bytes arrived.
  static func progress(_ count: Int) -> StandInResponse {
    StandInResponse(status: 308, headers: count == 0 ? [:] : ["Range": "bytes=0-\(count - 1)"])
  }

  /// Adds a piece.
  ///
  /// - Parameter limit: How many of its bytes are kept at most.
  mutating func add(_ piece: [UInt8], at range: ContentRange, limit: Int?) throws(DriveRefusal) {
    guard range.total == total else { throw .badRequest("The size of the file is not the one that was announced.") }
    guard let bytes = range.bytes, bytes.count == piece.count else {
      throw .badRequest("The body has not as many bytes as Content-Range says.")
    }
    guard bytes.lowerBound <= received.count else {
      throw .badRequest("The piece begins at \(bytes.lowerBound), after the \(received.count) bytes that arrived.")
    }
    guard bytes.upperBound + 1 == total || piece.count.isMultiple(of: Self.unit) else {
      throw .badRequest("A piece before the last one must be a multiple of 262144 bytes.")
    }
    let known = received.count - bytes.lowerBound
    received += piece.dropFirst(known).prefix(limit ?? piece.count)
  }
}

/// The header `Content-Range` of a piece: `bytes 0-9/20`, or `bytes */20` as a question.
struct ContentRange: Hashable, Sendable {
  /// The positions of the piece's bytes; nil where the client asks what arrived.
  let bytes: ClosedRange<Int>?
  /// The size of the file.
  let total: Int

  init(_ header: String) throws(DriveRefusal) {
    guard let match = header.wholeMatch(of: /bytes (?:\*|([0-9]+)-([0-9]+))\/([0-9]+)/), let total = Int(match.3) else {
      throw .badRequest("Failed to parse Content-Range header.")
    }
    self.total = total
    guard let first = match.1.flatMap({ Int($0) }), let last = match.2.flatMap({ Int($0) }) else {
      bytes = nil
      return
    }
    guard first <= last, last < total else { throw .badRequest("Failed to parse Content-Range header.") }
    bytes = first...last
  }
}
