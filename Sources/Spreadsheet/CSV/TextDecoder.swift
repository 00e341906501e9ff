/// Turns the bytes of a text file into UTF-8, piece by piece.
protocol TextDecoder: AnyObject {
  /// The name of the encoding.
  var name: String { get }
  /// Decodes as much as can be, and appends it.
  ///
  /// - Parameters:
  ///   - bytes: The next bytes of the file, those that were left over in front.
  ///   - isLast: Whether the file ends here.
  ///   - replaces: Whether bytes that mean nothing become U+FFFD.
  func decode(_ bytes: UnsafeRawBufferPointer, isLast: Bool, replaces: Bool, into text: inout ByteBuffer)
    -> TextDecoding
}

/// How far a piece of text was decoded.
struct TextDecoding {
  /// How many bytes are done with.
  var consumed: Int
  /// Whether the bytes that follow mean nothing; not where they were replaced.
  var isBroken = false
  /// How many times U+FFFD stands for bytes that mean nothing.
  var replacements = 0
}
