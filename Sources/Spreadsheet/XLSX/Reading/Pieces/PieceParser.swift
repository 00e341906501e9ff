/// Parses some of the pieces of a part, on a thread of its own.
protocol PieceParser: AnyObject, SendableMetatype {
  /// What is collected from a piece.
  associatedtype Contents: PieceContents

  /// How many names the parser knows, and how many bytes they take.
  var names: XMLPushParser.Names { get }

  /// Parses the bytes before the items. What it parses after them is the rest of the part.
  ///
  /// - Returns: False unless they are as expected.
  func open(_ opening: UnsafeRawBufferPointer) -> Bool

  /// Parses whole items in their frame, without a call of ``open(_:)``.
  ///
  /// - Parameters:
  ///   - document: The items with the tags of the frame around them.
  ///   - endSize: How many bytes of them are end tags of the frame.
  ///   - contents: Receives what is in them.
  /// - Returns: False unless all is as expected: only a parser of the whole part can then say what is wrong, if
  ///   anything is.
  func parse(document: UnsafeRawBufferPointer, endSize: Int, into contents: Contents) -> Bool

  /// Parses the next piece of the rest.
  ///
  /// - Parameters:
  ///   - rest: Its bytes.
  ///   - isLast: Whether the part ends with it.
  ///   - contents: Receives what is in it.
  /// - Returns: False unless all is as expected.
  func parse(rest: UnsafeRawBufferPointer, isLast: Bool, into contents: Contents) -> Bool
}

/// What a parser collects from a piece.
protocol PieceContents: AnyObject {
  init()
  /// Removes everything, to use the memory again.
  func removeAll()
}

extension XMLPushParser {
  /// Parses the bytes of a piece, no more of them at once than of a whole part.
  func feed(piece: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < piece.count {
      let end = min(start + InflatedChunks.size, piece.count)
      if !feed(UnsafeRawBufferPointer(rebasing: piece[start..<end])) { return false }
      start = end
    }
    return true
  }
}
