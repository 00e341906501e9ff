/// How a large part is read in pieces by several parsers.
package struct PieceLayout: Sendable {
  /// How many times its size in the file a part may inflate to. One that repeats itself more often has one parser: the
  /// work of reading it twice would be out of proportion to the file.
  private static let mostRepeated = 40

  /// How many parsers there are, each on its own thread; 0 reads every part as a whole. Default: one for each processor,
  /// at most 8, and none if there is only one processor.
  package var parsers = WorkerThread.processors > 1 ? min(WorkerThread.processors, 8) : 0
  /// The size in bytes from which a part is read in pieces. Default 1 MiB.
  package var partSize = 1 << 20
  /// The size in bytes of a piece: it ends with the last item that ends before this size. Default 128 KiB.
  package var pieceSize = 128 << 10
  /// The most bytes of a piece, for items that are longer than that. From a longer item on, one parser reads the rest of
  /// the part. Default 1 MiB.
  package var longestPiece = 1 << 20
  /// How many bytes of contents a parser collects before it waits for them to be taken. Default 1 MiB: the cells of a
  /// small piece can refer to long shared texts.
  package var contentSize = 1 << 20

  /// Creates the default layout.
  package init() {}

  /// How many pieces may be in flight: each parser has one and finds a second one ready, and one is being cut and one
  /// emptied.
  var slots: Int { parsers * 2 + 2 }

  /// Whether a part is read in pieces.
  func applies(to entry: ZIPEntry) -> Bool {
    parsers > 0 && entry.size >= UInt64(max(1, partSize))
      && entry.size / UInt64(max(1, entry.compressedSize)) <= Self.mostRepeated
  }
}
