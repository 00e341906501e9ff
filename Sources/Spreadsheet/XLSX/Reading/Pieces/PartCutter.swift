/// Cuts the bytes of a large part into pieces that separate parsers can read.
///
/// In well-formed XML, `<` begins markup everywhere but in comments, CDATA sections and processing instructions. So the
/// bytes after an end tag such as `</row>` are again at the level of its element, and a parser that has read the part's
/// opening can go on there. Whether the end tag was one, and on that level, only its parser knows: it must say so before
/// anything after it counts.
final class PartCutter {
  /// The tags around the items of a part.
  struct Tags {
    /// The start of the tag after which the items begin.
    let opening: StaticString
    /// The end tag of an item.
    let end: StaticString
    /// The end tags of the elements around the items.
    let closing: StaticString
  }

  /// The kind of a piece.
  enum Kind {
    /// Whole items.
    case items
    /// Part of the rest, which one parser must read from its first piece on.
    case rest
    /// The last piece, which is part of the rest.
    case last
  }

  /// The most bytes before the items.
  private static let openingSize = 256 << 10
  /// How many bytes are inflated at once. zlib copies up to 32 KiB each time.
  static let chunkSize = 2 * InflatedChunks.size

  private let reader: ZIPEntryReader
  let tags: Tags
  private let layout: PieceLayout
  /// Bytes that were read and belong to no piece yet, and where they start.
  private var ahead = ByteBuffer(capacity: PartCutter.chunkSize)
  private var start = 0
  private var isRest = false

  init(_ reader: ZIPEntryReader, _ tags: Tags, _ layout: PieceLayout) {
    self.reader = reader
    self.tags = tags
    self.layout = layout
  }

  deinit {
    ahead.deallocate()
  }

  /// Reads the bytes up to and including the tag after which the items begin.
  ///
  /// - Returns: Nil if it is not near the start of the part.
  func opening() throws(SpreadsheetError) -> [UInt8]? {
    let name = UnsafeBufferPointer(start: tags.opening.utf8Start, count: tags.opening.utf8CodeUnitCount)
    while ahead.count < Self.openingSize, !reader.isAtEnd {
      try readChunk(into: &ahead)
      let bytes = UnsafeBufferPointer(start: ahead.base, count: ahead.count)
      var place = 0
      while let open = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
        if bytes[open...].starts(with: name), let close = bytes[open...].firstIndex(of: UInt8(ascii: ">")) {
          start = close + 1
          return Array(bytes[...close])
        }
        place = open + 1
      }
    }
    return nil
  }

  /// Reads the next piece.
  ///
  /// - Parameter piece: The memory for it, whose bytes are replaced.
  func cut(into piece: inout ByteBuffer) throws(SpreadsheetError) -> Kind {
    piece.truncate(to: 0)
    var size = max(1, layout.pieceSize)
    var searched = 0
    while !isRest {
      try fill(&piece, upTo: size)
      if let end = end(in: piece, from: searched, to: size) {
        keep(piece, from: end)
        piece.truncate(to: end)
        return .items
      }
      searched = size
      isRest = size >= max(layout.longestPiece, layout.pieceSize) || (isAtEnd && piece.count <= size)
      size = min(size * 2, max(layout.longestPiece, layout.pieceSize))
    }
    try fill(&piece, upTo: size)
    return isAtEnd ? .last : .rest
  }

  private var isAtEnd: Bool { reader.isAtEnd && start == ahead.count }

  private func fill(_ piece: inout ByteBuffer, upTo size: Int) throws(SpreadsheetError) {
    while piece.count < size, !isAtEnd {
      if start < ahead.count {
        let count = min(size - piece.count, ahead.count - start)
        piece.append(ahead.base + start, count: count)
        start += count
      } else {
        try readChunk(into: &piece)
      }
    }
  }

  /// Reads more bytes than are parsed at once in a whole part, so that no more come before an error in the container.
  private func readChunk(into bytes: inout ByteBuffer) throws(SpreadsheetError) {
    let room = UnsafeMutableRawBufferPointer(start: bytes.reserve(Self.chunkSize), count: Self.chunkSize)
    bytes.advance(by: try reader.read(into: room))
  }

  /// Keeps the bytes after a piece for the next one.
  private func keep(_ piece: ByteBuffer, from end: Int) {
    if start < ahead.count {
      // All of them came from there.
      start -= piece.count - end
    } else {
      ahead.truncate(to: 0)
      ahead.append(piece.base + end, count: piece.count - end)
      start = 0
    }
  }

  /// The place after the last end tag of an item among the first `size` bytes; nil if there is none after the first
  /// `searched`.
  private func end(in piece: ByteBuffer, from searched: Int, to size: Int) -> Int? {
    let length = tags.end.utf8CodeUnitCount
    var place = min(size, piece.count) - length
    // A tag may begin in the bytes that were searched before.
    let first = max(0, searched - length)
    while place >= first {
      if piece.base[place] == UInt8(ascii: "<") {
        var matched = 1
        while matched < length, piece.base[place + matched] == tags.end.utf8Start[matched] { matched += 1 }
        if matched == length { return place + length }
      }
      place -= 1
    }
    return nil
  }
}
