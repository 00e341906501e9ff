/// The tags that make a document of whole items.
///
/// What else comes before the items of a part is parsed only once, with its opening.
struct PieceFrame {
  /// The most bytes of the tags before the items. Programs write some hundreds.
  static let longestStart = 16 << 10

  /// The tags that open the elements around the items.
  let start: [UInt8]
  /// The tags that close them.
  let end: StaticString

  /// - Parameters:
  ///   - opening: The bytes before the items, which a parser must have found to open these elements and no others.
  ///   - tags: The tags of the part.
  init(_ opening: [UInt8], _ tags: PartCutter.Tags) {
    start = opening.withUnsafeBufferPointer { bytes in
      var scanner = MarkupScanner(bytes)
      guard let root = scanner.next() else { return [] }
      var last = root
      while let tag = scanner.next() { last = tag }
      return Array(bytes[root.range]) + (last.range == root.range ? [] : Array(bytes[last.range]))
    }
    end = tags.closing
  }
}
