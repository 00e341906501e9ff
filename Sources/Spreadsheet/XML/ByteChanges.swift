/// Changes to a run of bytes, each of which replaces a range.
package struct ByteChanges {
  private var changes: [(range: Range<Int>, bytes: [UInt8])] = []

  /// Creates no changes.
  package init() {}

  /// Whether the list of changes is empty.
  package var isEmpty: Bool { changes.isEmpty }

  /// Replaces a range with a text; an empty range inserts it, before what replaces the bytes after it.
  /// Ranges must not overlap.
  package mutating func replace(_ range: Range<Int>, with text: String) {
    changes.append((range, Array(text.utf8)))
  }

  /// Inserts a text before a byte.
  package mutating func insert(_ text: String, at place: Int) {
    replace(place..<place, with: text)
  }

  /// The bytes with all changes made.
  package func applied(to bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + changes.reduce(0) { $0 + $1.bytes.count })
    var place = 0
    let ordered = changes.enumerated().sorted {
      ($0.element.range.lowerBound, $0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, $1.element.range.upperBound, $1.offset)
    }
    for (_, change) in ordered {
      precondition(change.range.lowerBound >= place, "changes must not overlap")
      result.append(contentsOf: bytes[place..<change.range.lowerBound])
      result.append(contentsOf: change.bytes)
      place = change.range.upperBound
    }
    result.append(contentsOf: bytes[place...])
    return result
  }
}
