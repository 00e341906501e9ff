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
