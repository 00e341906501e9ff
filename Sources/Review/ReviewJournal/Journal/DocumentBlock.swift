import CZlib
import Foundation

/// Lists of JSON documents, deflated: the rows of a finished import are alike, and take an eighth of the space.
///
/// A block has a byte for its form, the number of its inflated bytes (eight bytes, the lowest first), and a stream of
/// zlib (RFC 1950). Inflated, each document is a line, and an empty line ends each list.
enum DocumentBlock {
  /// The bytes are not from ``bytes(of:)``, a document is not one line, or zlib got no memory.
  struct Malformed: Error {}

  private static let form: UInt8 = 2
  private static let headSize = 9
  /// The most by which a stream of zlib grows when it is inflated.
  private static let mostGrowth = 1_032
  private static let lineEnd = UInt8(ascii: "\n")

  static func bytes(of lists: [[Data]]) throws -> Data {
    var text: [UInt8] = []
    for list in lists {
      for document in list {
        guard !document.isEmpty, !document.contains(lineEnd) else { throw Malformed() }
        text += document
        text.append(lineEnd)
      }
      text.append(lineEnd)
    }
    var size = compressBound(uLong(text.count))
    let stream = [UInt8](unsafeUninitializedCapacity: Int(size)) { target, count in
      let status = compress2(target.baseAddress, &size, text, uLong(text.count), Z_DEFAULT_COMPRESSION)
      count = status == Z_OK ? Int(size) : 0
    }
    guard !stream.isEmpty else { throw Malformed() }
    return Data([form] + (0..<8).map { UInt8(truncatingIfNeeded: text.count >> ($0 * 8)) } + stream)
  }

  static func lists(in block: Data) throws -> [[Data]] {
    let (head, stream) = (Array(block.prefix(headSize)), Array(block.dropFirst(headSize)))
    let size = head.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
    guard head.first == form, size > 0, size <= stream.count * mostGrowth else { throw Malformed() }
    var found = uLong(size)
    let text = [UInt8](unsafeUninitializedCapacity: size) { target, count in
      let status = uncompress(target.baseAddress, &found, stream, uLong(stream.count))
      count = status == Z_OK ? Int(found) : 0
    }
    guard text.count == size, text.last == lineEnd else { throw Malformed() }
    var lists: [[Data]] = []
    var list: [Data] = []
    for line in text.dropLast().split(separator: lineEnd, omittingEmptySubsequences: false) {
      if line.isEmpty {
        lists.append(list)
        list = []
      } else {
        list.append(Data(line))
      }
    }
    return lists
  }
}
